/** The scale of the bar, without a browser. */

const STEEP = 4; // an expectation of a tenth, about a man ahead, moves the bar by a tenth of its height

/**
 * How much of the bar is seat 0's. Small leads, which searches rate at a few hundredths, must be seen; sure wins fill it.
 * @param {number} value an expectation from -1 to 1
 */
export function shareOf(value) {
  if (Math.abs(value) >= 1) return value > 0 ? 1 : 0;
  return 1 / (1 + Math.exp(-STEEP * value));
}
