/**
 * What crosses the wire, as types. `docs/site.md` says what each means.
 *
 * @typedef {Record<string, any>} Position what a game's `show` answers: each game's folder knows its own
 * @typedef {{code: string, message: string, params?: Record<string, any>}} Refusal
 * @typedef {{name: string, help: string, default: string | number, choices: string[], low: number, high: number}} Option
 * @typedef {{name: string, agent: string, summary: string}} Level
 * @typedef {{name: string, title: string, summary: string, kind: Record<string, any>, seats: [number, number],
 *   seat_names: string[], options: Option[], levels: Level[], agents: {name: string, summary: string}[],
 *   formats: string[], ready: boolean, undo: boolean,
 *   page: {package: string, problem: Refusal | null} | null}} GameCard `page`: null for the generic one
 * @typedef {{type: string, [shown: string]: any}} MoveStep something that a move brought about, for a board to draw
 * @typedef {{action: number, name: string, steps?: MoveStep[], [shown: string]: any}} Move a legal action, or the last one, as shown
 * @typedef {Record<string, string[]>} Events what happened, sentence by sentence, by language
 * @typedef {{ply: number, seat: number, name: string | null, action: number | null, events?: Events}} PlayedMove
 * @typedef {{name: string, kind: "person" | "agent" | "open", agent: string | null, level: string | null,
 *   connected: boolean, you: boolean}} Seat
 * @typedef {{returns: number[], code: string, winner: number | null, reason: string, seat?: number, score?: number, most?: number}} Result
 * @typedef {{type: "table", table: string, version: number, game: string, title: string, options: Record<string, any>,
 *   undo: boolean, seats: Seat[], you: number[], viewpoint: number, ply: number, mover: number,
 *   stage: Record<string, any>, position: Position, legal: Move[], last: (Move & {ply: number, seat: number}) | null, moves: PlayedMove[], evaluation: number | null,
 *   result: Result | null, offer: {kind: "draw" | "undo", seat: number} | null,
 *   links: {join: {seat: number, path: string}[], watch: string}, rematch: string | null, think: boolean}} Table
 * @typedef {{ply: number, seat: number, name: string | null, action: number | null, show: Record<string, any> | null,
 *   events?: Events, steps?: MoveStep[], position: Position, evaluation: number | null, info?: SearchInfo | null}} Step one position of a replay, after the move that led to it
 * @typedef {{value?: number, depth?: number, nodes?: number, iterations?: number, seconds?: number}} SearchInfo what an
 *   agent reported of a decision; `value` is what it expected for itself
 * @typedef {{table: Table, positions: Step[], result: Result | null}} Replay
 * @typedef {{name: string, action: number | null, chooser: number | null, visits: number, value: number,
 *   children: TreeNode[]}} TreeNode
 * @typedef {{action: number, name: string, value: number | null, visits: number | null, probability: number | null,
 *   show?: Record<string, any>}} ActionValue
 * @typedef {{type: "analysis", ply: number, agent: string, done: boolean, fraction: number | null, nodes: number,
 *   iterations: number, depth: number, value: number | null, proven: boolean, actions: ActionValue[],
 *   line: {action: number, name: string, show?: Record<string, any>}[], tree: TreeNode | null}} Analysis
 * @typedef {{type: "hint", ply: number, action: number, name: string, show: Record<string, any>, value: number | null,
 *   line: string[], reason: {code: string, params?: Record<string, any>}}} Hint
 * @typedef {{table: string, game: string, options: Record<string, any>, seats: Seat[], ply: number, mover: number,
 *   your_turn: boolean, result: Result | null, made: boolean, moves: number, updated: string | number}} MyGame
 * @typedef {{ready: boolean, done: number, total: number, levels?: Record<string, boolean>, agents?: string[],
 *   doing?: string | null, seconds_left?: number}} Preparation
 * @typedef {{version: string, ready: boolean, games: Record<string, Preparation>}} Status
 *
 * What a game's folder gives (see `lib/games.js`).
 *
 * @typedef {{stage?: Record<string, any>, position: Position, legal: Move[], last: Move | null, ply: number, mover: number, flipped: boolean, playable: boolean,
 *   hint: Record<string, any> | null, quiet?: boolean, editing?: boolean, you?: number[], analysis?: Analysis | null}} Scene
 *   what a board draws; `quiet` forbids animation, `editing` makes every click an attempt, `you` are the seats of who
 *   looks, `analysis` is what a search of this position has found so far
 * @typedef {{play: (action: number) => void, ask: (attempt: Record<string, any>) => void,
 *   say: (text: string) => void, think?: (agent: string) => void, stop?: () => void, history?: () => Promise<Step[]>,
 *   side?: HTMLElement}} Actions what a board may ask of the page: to think starts an analysis, `history` is every
 *   position so far, `side` an empty place beside the board for panels of its own
 * @typedef {{update: (scene: Scene) => void | Promise<void>, complain?: (squares: number[]) => void}} Board
 * @typedef {(host: HTMLElement, actions: Actions) => Board} MountBoard
 * @typedef {(host: HTMLElement, options: Record<string, any>, seatNames: (names: string[], own?: number) => void) => {refresh?: () => void}} MountSetup
 *   writes what a person chooses into `options`, and says what the seats are called then and which is the person's
 * @typedef {"move" | "capture" | "promotion"} Sound
 * @typedef {{title: string, text: string[], scene?: Partial<Scene>}} HelpSection
 * @typedef {{setting: string, text: string, choices: [string, string][]}} Toggle a setting of the game, named `<game>.<setting>`
 * @typedef {{texts: Record<string, Record<string, string>>, picture: () => SVGElement, style?: string,
 *   board: () => Promise<{mountBoard: MountBoard}>,
 *   help?: () => Promise<{helpSections: (language: string, rules?: string) => HelpSection[]}>,
 *   editor?: () => Promise<{mountEditor: (host: HTMLElement, change: (text: string) => void) => {update: (position: Position) => void}}>,
 *   names?: (name: string, position: Position) => string,
 *   speak?: (move: Record<string, any>, position: Position) => string,
 *   lists?: (move: PlayedMove) => boolean,
 *   sound?: (move: Record<string, any>) => Sound,
 *   format?: (text: string) => string | undefined,
 *   toggles?: Toggle[],
 *   setup?: () => Promise<{mountSetup: MountSetup}>,
 *   setupOptions?: string[],
 *   seatNames?: (stage: Record<string, any>) => string[],
 *   hides?: ("hint" | "flip" | "keys" | "events" | "typed" | "seats")[],
 *   notice?: string}} GamePage `notice` is the site's own: why this is the generic page
 */
export {};
