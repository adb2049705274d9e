/**
 * The shape of a map, without a browser: areas as smooth outlines, their middles, and where arrow keys lead.
 *
 * @typedef {{columns: number, hexes: string, neighbours: number[][]}} DiceMap `hexes` has a character a hex: 0 is water
 * @typedef {{x: number, y: number}} Point
 * @typedef {{path: string, middle: Point}} Area
 * @typedef {{areas: Area[], coast: string, links: [Point, Point][], box: {x: number, y: number, width: number, height: number},
 *   order: number[], neighbours: number[][]}} Chart `order` is how the areas are read; `links` join areas that have no picture
 */

const RADIUS = 10;
const WIDTH = Math.sqrt(3) * RADIUS;
const MARGIN = 17;
const HEADROOM = 10; // for dice on the northernmost areas
const BAND = 42; // areas whose middles are within this height are read from left to right

/** Corners of a hex, clockwise from the top, and the neighbour beyond the edge that begins at each. */
const CORNERS = [0, 1, 2, 3, 4, 5].map((i) => ({ x: RADIUS * Math.sin((i * Math.PI) / 3), y: -RADIUS * Math.cos((i * Math.PI) / 3) }));
/** @param {number} row @param {number} column @returns {[number, number][]} */
const beyond = (row, column) => {
  const right = column + (row % 2);
  return [[row - 1, right], [row, column + 1], [row + 1, right], [row + 1, right - 1], [row, column - 1], [row - 1, right - 1]];
};

/** @param {number} row @param {number} column @returns {Point} */
const place = (row, column) => ({ x: WIDTH * (column + (row % 2) / 2), y: 1.5 * RADIUS * row });

/** @param {DiceMap} map @returns {Chart} */
export function chartOf(map) {
  return map.hexes ? chartHexes(map) : chartRing(map);
}

/** @param {DiceMap} map @returns {Chart} */
function chartHexes(map) {
  const rows = Math.ceil(map.hexes.length / map.columns);
  const inside = (/** @type {number} */ row, /** @type {number} */ column) => row >= 0 && row < rows && column >= 0 && column < map.columns;
  const at = (/** @type {number} */ row, /** @type {number} */ column) => (inside(row, column) ? parseInt(map.hexes[row * map.columns + column], 36) : 0);
  /** @type {[number, number][][]} */
  const cells = map.neighbours.map(() => []);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < map.columns; column++) if (at(row, column)) cells[at(row, column) - 1].push([row, column]);
  }
  const areas = cells.map((own, area) => ({
    path: smooth(trace(own, at, (other) => other === area + 1)),
    middle: findMiddle(own, (row, column) => at(row, column) === area + 1),
  }));
  const land = cells.flat();
  const coast = smooth(trace(land, at, (other) => other > 0));
  return finish(map, areas, coast, [], land.map(([row, column]) => place(row, column)));
}

/** A map without a picture: areas in a ring, joined by lines. @param {DiceMap} map @returns {Chart} */
function chartRing(map) {
  const n = map.neighbours.length;
  const reach = Math.max(70, 11 * n);
  const areas = map.neighbours.map((_, area) => {
    const turn = (2 * Math.PI * area) / n - Math.PI / 2;
    const middle = { x: 1.3 * reach * Math.cos(turn), y: reach * Math.sin(turn) };
    return { path: `M${write({ x: middle.x - 28, y: middle.y })}a28 28 0 1 0 56 0a28 28 0 1 0 -56 0Z`, middle };
  });
  const links = map.neighbours.flatMap((others, area) => others.filter((other) => other > area).map((other) => /** @type {[Point, Point]} */ ([areas[area].middle, areas[other].middle])));
  return finish(map, areas, "", links, areas.map(({ middle }) => middle), 34);
}

/** @param {DiceMap} map @param {Area[]} areas @param {string} coast @param {[Point, Point][]} links @param {Point[]} points @param {number} [more] */
function finish(map, areas, coast, links, points, more = 0) {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs) - MARGIN - more, Math.min(...ys) - MARGIN - HEADROOM - more];
  const box = { x: left, y: top, width: Math.max(...xs) + MARGIN + more - left, height: Math.max(...ys) + MARGIN + more - top };
  return { areas, coast, links, box, order: readingOrder(areas), neighbours: map.neighbours };
}

/**
 * The loops around cells: their corners in order. A corner is `fixed` where another area or the sea begins on one side,
 * so that the areas which meet there fit together.
 * @typedef {Point & {fixed: boolean}} Corner
 * @param {[number, number][]} cells @param {(row: number, column: number) => number} at the area of a cell @param {(area: number) => boolean} belongs
 */
function trace(cells, at, belongs) {
  /** @type {Map<string, {from: Point, next: string, sides: string}>} */
  const edges = new Map();
  const key = (/** @type {Point} */ { x, y }) => `${Math.round(x)},${Math.round(y)}`;
  for (const [row, column] of cells) {
    const { x, y } = place(row, column);
    beyond(row, column).forEach(([r, c], i) => {
      if (belongs(at(r, c))) return;
      const [from, to] = [CORNERS[i], CORNERS[(i + 1) % 6]].map((corner) => ({ x: x + corner.x, y: y + corner.y }));
      edges.set(key(from), { from, next: key(to), sides: `${at(row, column)} ${at(r, c)}` });
    });
  }
  /** @type {Corner[][]} */
  const loops = [];
  while (edges.size) {
    /** @type {{from: Point, next: string, sides: string}[]} */
    const found = [];
    let [at] = edges.keys();
    for (let edge = edges.get(at); edge; edge = edges.get(at)) {
      edges.delete(at);
      found.push(edge);
      at = edge.next;
    }
    loops.push(found.map((edge, i) => ({ ...edge.from, fixed: edge.sides !== found[(i || found.length) - 1].sides })));
  }
  return loops;
}

/** Curves that round the other corners off: quadratic splines over the middles of the edges. @param {Corner[][]} loops */
function smooth(loops) {
  return loops.map((loop) => {
    const after = (/** @type {number} */ i) => loop[(i + 1) % loop.length];
    const middles = loop.map((corner, i) => between(corner, after(i)));
    const ends = loop.map((_, i) => (after(i).fixed ? after(i) : between(middles[i], middles[(i + 1) % loop.length])));
    const start = ends[ends.length - 1];
    return `M${write(start)}${middles.map((point, i) => `Q${write(point)} ${write(ends[i])}`).join("")}Z`;
  }).join("");
}

/** @param {Point} point */
const write = ({ x, y }) => `${round(x)} ${round(y)}`;
/** @param {Point} a @param {Point} b */
const between = (a, b) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
/** @param {number} value */
const round = (value) => Math.round(value * 10) / 10;

/** Where the dice stand: as far from the border as possible, then near the mean. @param {[number, number][]} cells @param {(row: number, column: number) => boolean} belongs */
function findMiddle(cells, belongs) {
  const points = cells.map(([row, column]) => place(row, column));
  const mean = { x: sum(points.map(({ x }) => x)) / points.length, y: sum(points.map(({ y }) => y)) / points.length };
  const room = cells.map(([row, column]) => {
    const around = beyond(row, column).filter(([r, c]) => belongs(r, c));
    return around.length + sum(around.map(([r, c]) => beyond(r, c).filter(([r2, c2]) => belongs(r2, c2)).length)) / 12;
  });
  const scores = points.map((point, i) => room[i] * 6 - Math.hypot(point.x - mean.x, point.y - mean.y));
  return points[scores.indexOf(Math.max(...scores))];
}

/** @param {number[]} values */
const sum = (values) => values.reduce((total, value) => total + value, 0);

/** From the top, band by band, each from left to right. @param {Area[]} areas */
function readingOrder(areas) {
  const band = (/** @type {number} */ area) => Math.round(areas[area].middle.y / BAND);
  return areas.map((_, area) => area).sort((a, b) => band(a) - band(b) || areas[a].middle.x - areas[b].middle.x);
}

/** @type {Record<string, [number, number]>} */
const DIRECTIONS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/**
 * The area that an arrow key leads to: a neighbour if one lies there, else the nearest area that does.
 * @param {Chart} chart @param {number} area @param {string} key
 */
export function stepFrom(chart, area, key) {
  if (key === "Home") return chart.order[0];
  if (key === "End") return chart.order[chart.order.length - 1];
  const direction = DIRECTIONS[key];
  if (!direction) return undefined;
  const from = chart.areas[area].middle;
  const cost = (/** @type {number} */ other) => {
    const [x, y] = [chart.areas[other].middle.x - from.x, chart.areas[other].middle.y - from.y];
    const ahead = x * direction[0] + y * direction[1];
    const aside = Math.abs(x * direction[1]) + Math.abs(y * direction[0]);
    return other === area || ahead <= 0 || aside > 1.8 * ahead ? Infinity : ahead + 2 * aside;
  };
  const best = (/** @type {number[]} */ some) => some.reduce((found, other) => (cost(other) < cost(found) ? other : found), area);
  const near = best(chart.neighbours[area]);
  const far = near === area ? best(chart.order) : near;
  return far === area ? undefined : far;
}
