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
 * @typedef {{number: number, ply: number, seat: number, name: string | null, action: number | null, chance?: string[],
 *   events?: Events, evaluation?: number}} PlayedMove a decision; `chance` is what was drawn after it
 * @typedef {{name: string, kind: "person" | "agent" | "open", agent: string | null, level: string | null,
 *   connected: boolean, you: boolean}} Seat
 * @typedef {{returns: number[], code: string, winner: number | null, reason: string, seat?: number, score?: number, most?: number}} Result
 * @typedef {{type: "table", protocol: number, table: string, version: number, game: string, title: string, options: Record<string, any>,
 *   undo: boolean, seats: Seat[], you: number[], viewpoint: number, ply: number, count: number, mover: number,
 *   stage: Record<string, any>, position: Position, legal: Move[], last: (Move & PlayedMove) | null,
 *   moves_from: number, moves: PlayedMove[], evaluation: number | null,
 *   result: Result | null, offer: {kind: "draw" | "undo", seat: number} | null,
 *   links: {join: {seat: number, path: string}[], watch: string}, rematch: string | null, think: boolean}} Table
 * @typedef {Omit<Partial<Table>, "type"> & {type: "change", from: number, to: number, retold?: boolean,
 *   patch?: import("./patches.js").Assignment[]}} Change
 * @typedef {{number: number, seat: number | null, name: string | null, action: number | null, show: Record<string, any> | null,
 *   chance?: string[], events?: Events, steps?: MoveStep[], position: Position, patch?: import("./patches.js").Assignment[], evaluation: number | null, info?: SearchInfo | null}} Step one position of a replay, after the move that led to it
 * @typedef {{value?: number, depth?: number, nodes?: number, iterations?: number, seconds?: number}} SearchInfo what an
 *   agent reported of a decision; `value` is what it expected for itself
 * @typedef {{table: Table & {over: boolean}, from: number, positions: Step[], result: Result | null}} Replay
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
 *   hint: Record<string, any> | null, seats?: Seat[], pending?: Move | null, quiet?: boolean, editing?: boolean}} Scene what a board draws;
 *   `ply` counts moves without chance, `pending` is a move that the server has not answered yet, `quiet` forbids animation,
 *   `editing` makes every click an attempt, `seats` says who sits where
 * @typedef {{play: (action: number) => void, ask: (attempt: Record<string, any>) => void,
 *   say: (text: string) => void, hurry?: () => void}} Actions what a board may ask of the page; `hurry`: show the newest
 *   position at once
 * @typedef {{update: (scene: Scene) => void | Promise<void>, complain?: (squares: number[]) => void}} Board
 * @typedef {(host: HTMLElement, actions: Actions) => Board} MountBoard
 * @typedef {"move" | "capture" | "promotion"} Sound
 * @typedef {{title: string, text: string[], scene?: Partial<Scene>}} HelpSection
 * @typedef {{setting: string, text: string, choices: [string, string][]}} Toggle a setting of the game, named `<game>.<setting>`
 * @typedef {{texts?: Record<string, Record<string, string>>, picture: () => SVGElement, style?: string,
 *   board: () => Promise<{mountBoard: MountBoard}>,
 *   help?: () => Promise<{helpSections: (language: string) => HelpSection[]}>,
 *   editor?: () => Promise<{mountEditor: (host: HTMLElement, change: (text: string) => void) => {update: (position: Position) => void}}>,
 *   names?: (name: string, position: Position) => string,
 *   speak?: (move: Record<string, any>, position: Position) => string,
 *   lists?: (move: PlayedMove) => boolean,
 *   sound?: (move: Record<string, any>) => Sound,
 *   format?: (text: string) => string | undefined,
 *   toggles?: Toggle[],
 *   ownSeats?: boolean,
 *   patience?: number,
 *   setup?: () => Promise<{mountSetup: (host: HTMLElement, options: Record<string, any>) => {update: () => void}}>,
 *   setupOptions?: string[],
 *   replay?: () => Promise<{mountReplay: (host: HTMLElement, positions: Step[], go: (ply: number) => void) => {update: (ply: number) => void}}>,
 *   notice?: string}} GamePage `notice` is the site's own: why this is the generic page
 */
export {};
