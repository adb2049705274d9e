/**
 * What crosses the wire, as types (`wire.js`, written from the server's), and what a game's page gives.
 *
 * @typedef {import("./wire.js").Refusal} Refusal
 * @typedef {import("./wire.js").Option} Option
 * @typedef {import("./wire.js").Level} Level
 * @typedef {import("./wire.js").GameCard} GameCard
 * @typedef {import("./wire.js").MoveStep} MoveStep
 * @typedef {import("./wire.js").Move} Move
 * @typedef {import("./wire.js").Events} Events
 * @typedef {import("./wire.js").PlayedMove} PlayedMove
 * @typedef {import("./wire.js").Seat} Seat
 * @typedef {import("./wire.js").Seated} Seated
 * @typedef {import("./wire.js").Result} Result
 * @typedef {import("./wire.js").Table} Table
 * @typedef {import("./wire.js").Change} Change
 * @typedef {import("./wire.js").SearchInfo} SearchInfo
 * @typedef {import("./wire.js").Replay} Replay
 * @typedef {import("./wire.js").TreeNode} TreeNode
 * @typedef {import("./wire.js").ActionValue} ActionValue
 * @typedef {import("./wire.js").Analysis} Analysis
 * @typedef {import("./wire.js").Advice} Advice
 * @typedef {import("./wire.js").Followed} Followed
 * @typedef {import("./wire.js").FollowedMove} FollowedMove
 * @typedef {import("./wire.js").Hint} Hint
 * @typedef {import("./wire.js").MyGame} MyGame
 * @typedef {import("./wire.js").Preparation} Preparation
 * @typedef {import("./wire.js").Status} Status
 * @typedef {import("./wire.js").Saying} Saying
 * @typedef {import("./wire.js").Assignment} Assignment
 * @typedef {Record<string, any>} Position what a game's `show` answers: each game's folder knows its own
 * @typedef {Omit<import("./wire.js").Step, "position" | "patch"> & {position: Position}} Step one position of a replay,
 *   written out, after the move that led to it
 *
 * What a game's folder gives (see `lib/games.js`).
 *
 * @typedef {{stage?: Record<string, any>, position: Position, legal: Move[],
 *   last: (Move & {steps?: MoveStep[]}) | null, ply: number, mover: number, flipped: boolean, playable: boolean,
 *   hint: Record<string, any> | null, seats?: (Seated & Partial<Seat>)[], you?: number[], pending?: Move | null, quiet?: boolean,
 *   editing?: boolean, analysis?: Analysis | null}} Scene what a board draws;
 *   `ply` counts moves without chance, `pending` is a move that the server has not answered yet, `quiet` forbids animation,
 *   `editing` makes every click an attempt, `seats` says who sits where, `you` are the seats of who looks, `analysis` is
 *   what a search of this position has found so far
 * @typedef {{play: (action: number) => void, ask: (attempt: Record<string, any>) => void,
 *   say: (text: string) => void, pace?: () => number, hurry?: () => void, think?: (agent: string) => void, stop?: () => void,
 *   history?: () => Promise<Step[]>, side?: HTMLElement}} Actions what a board may ask of the page: `hurry` shows the
 *   newest position at once, `pace` is how long a person wants to see a computer's move (milliseconds), `think` starts an analysis, `history` is every position so far, `side` an empty place beside
 *   the board for panels of its own
 * @typedef {{update: (scene: Scene) => void | Promise<void>, complain?: (squares: number[]) => void}} Board
 * @typedef {(host: HTMLElement, actions: Actions) => Board} MountBoard
 * @typedef {(host: HTMLElement, options: Record<string, any>, seatNames: (names: string[], own?: number) => void) => {update?: () => void}} MountSetup
 *   writes what a person chooses into `options`, and says what the seats are called then and which is the person's
 * @typedef {{game: GameCard, seat: number, enter: (actions: number[]) => void, advise: (agent?: string) => Promise<Advice | null>,
 *   say: (text: string) => void}} AdviserTools `seat` is the person's; `enter` says what was played, by chance too; `advise`
 *   asks a search, and answers null if something else has happened meanwhile
 * @typedef {(host: HTMLElement, tools: AdviserTools) => AdviserView | Promise<AdviserView>} MountAdviser
 * @typedef {{update: (followed: Followed, dropped: FollowedMove[]) => void}} AdviserView `dropped` was taken back just now
 * @typedef {{mountAdviser: MountAdviser, usual?: Record<string, any>, followsByItself?: (move: FollowedMove) => boolean}} AdviserModule
 *   `usual` are options that are usual in games played elsewhere
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
 *   patience?: number,
 *   thumbnail?: false,
 *   setup?: () => Promise<{mountSetup: MountSetup}>,
 *   setupOptions?: string[],
 *   seatNames?: (stage: Record<string, any>) => string[],
 *   hides?: ("hint" | "flip" | "keys" | "events" | "typed" | "seats" | "news")[],
 *   replay?: () => Promise<{mountReplay: (host: HTMLElement, positions: Step[], go: (ply: number) => void) => {update: (ply: number) => void}}>,
 *   adviser?: () => Promise<AdviserModule>,
 *   seats?: "below",
 *   course?: boolean,
 *   notice?: string}} GamePage `course` says that the
 *   game has lessons, `notice` is the site's own: why this is the generic page
 */
export {};
