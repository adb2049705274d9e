/** The points of the chart, without a browser. */

/**
 * Places without a value are left out: the line goes on to the next that has one.
 * @param {(number | null)[]} values from 0 to 1 @param {{width: number, height: number}} size
 */
export function linePoints(values, { width, height }) {
  const wide = values.length > 1 ? width / (values.length - 1) : 0;
  return values.flatMap((value, place) => (value === null ? [] : [{ place, x: place * wide, y: height * (1 - Math.max(0, Math.min(1, value))) }]));
}

/** The next marked place in a direction; null if there is none. @param {number[]} marks @param {number} from @param {1 | -1} step */
export function nextMark(marks, from, step) {
  const ahead = marks.filter((place) => (place - from) * step > 0);
  return ahead.length ? (step > 0 ? Math.min(...ahead) : Math.max(...ahead)) : null;
}
