/** The points of the chart, without a browser. */

/**
 * Plies without a value are left out: the line goes on to the next that has one.
 * @param {(number | null)[]} values from -1 to 1 @param {{width: number, height: number}} size
 */
export function linePoints(values, { width, height }) {
  const wide = values.length > 1 ? width / (values.length - 1) : 0;
  return values.flatMap((value, ply) =>
    value === null ? [] : [{ x: ply * wide, y: (height * (1 - Math.max(-1, Math.min(1, value)))) / 2 }]);
}
