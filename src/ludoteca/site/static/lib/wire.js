/**
 * What crosses the wire. Written by tools/wire/write_types.py from site/wire and site/messages.py: change those.
 * `docs/site.md` says what each part means.
 *
 * @typedef {Record<string, string[]>} Events what happened, sentence by sentence, by language
 * @typedef {[path: (string | number)[], value?: any]} Assignment a value to set; without one a key to remove
 * @typedef {{code: string, message: string, params?: Record<string, any>}} Refusal
 * @typedef {{name: string, help: string, default: string | number, choices: string[], low: number, high: number}}
 *   Option
 * @typedef {{name: string, agent: string, summary: string}} Level
 * @typedef {{name: string, summary: string}} NamedAgent
 * @typedef {{package: string, problem: Refusal | null}} PageSource The package that a game's page comes from, and what
 *   is wrong with it.
 * @typedef {{name: string, title: string, summary: string, kind: Record<string, any>, seats: number[], seat_names:
 *   string[], options: Option[], levels: Level[], agents: NamedAgent[], formats: string[], ready: boolean, undo:
 *   boolean, page: PageSource | null}} GameCard A game, in the list of games; `page` is null for the generic one.
 * @typedef {{type: string, [shown: string]: any}} MoveStep Something that a move brought about, for a board to draw.
 * @typedef {{action: number, name: string, [shown: string]: any}} Move A legal action, with what `show_action` gave.
 * @typedef {{number: number, ply: number, seat: number, name: string | null, action: number | null, chance?: string[],
 *   events?: Events}} PlayedMove A decision; `chance` is what was drawn after it.
 * @typedef {{number: number, ply: number, seat: number, name: string | null, action: number | null, chance?: string[],
 *   events?: Events, steps?: MoveStep[], [shown: string]: any}} LastMove The same with what it takes to draw it.
 * @typedef {{name: string, kind: "person" | "agent" | "open", agent: string | null, level: string | null, you: boolean,
 *   program?: boolean}} Seated Who has a seat.
 * @typedef {{name: string, kind: "person" | "agent" | "open", agent: string | null, level: string | null, you: boolean,
 *   program?: boolean, connected: boolean}} Seat
 * @typedef {{returns: number[], code: string, winner: number | null, reason: string, seat?: number, score?: number,
 *   most?: number}} Result
 * @typedef {{kind: "draw" | "undo", seat: number}} Offer
 * @typedef {{seat: number, path: string}} JoinLink
 * @typedef {{join: JoinLink[], watch: string}} Links
 * @typedef {{left: number[], at: number | null}} Clocks Milliseconds that each seat had left at the moment `at` (of the
 *   server, since 1970); the mover's have run since, unless `at` is null.
 * @typedef {{kind: "fischer" | "days", seconds?: number, increment?: number, days?: number}} ClockSetup How much time
 *   there is: seconds and an increment for each move, or days for each move.
 * @typedef {{undo: boolean, seats: Seat[], you: number[], viewpoint: number, ply: number, count: number, mover: number,
 *   result: Result | null, offer: Offer | null, links: Links, rematch: string | null, think: boolean, stage:
 *   Record<string, any>, position: Record<string, any>, legal: Move[], last: LastMove | null, moves_from: number,
 *   moves: PlayedMove[]}} TableState The parts of a table that may change; a change has those that did.
 * @typedef {{undo: boolean, seats: Seat[], you: number[], viewpoint: number, ply: number, count: number, mover: number,
 *   result: Result | null, offer: Offer | null, links: Links, rematch: string | null, think: boolean, stage:
 *   Record<string, any>, position: Record<string, any>, legal: Move[], last: LastMove | null, moves_from: number,
 *   moves: PlayedMove[], type: "table", protocol: number, table: string, version: number, game: string, title: string,
 *   options: Record<string, any>, chat: boolean, rated: boolean, clock?: ClockSetup, clocks?: Clocks, now?: number}}
 *   Table The whole table.
 * @typedef {{type: "change", from: number, to: number, retold?: boolean, patch?: Assignment[], undo?: boolean, seats?:
 *   Seat[], you?: number[], viewpoint?: number, ply?: number, count?: number, mover?: number, result?: Result | null,
 *   offer?: Offer | null, links?: Links, rematch?: string | null, think?: boolean, stage?: Record<string, any>,
 *   position?: Record<string, any>, legal?: Move[], last?: LastMove | null, moves_from?: number, moves?: LastMove[],
 *   clocks?: Clocks}} Change
 * @typedef {{value?: number, depth?: number, nodes?: number, iterations?: number, seconds?: number}} SearchInfo What an
 *   agent reported of a decision; `value` is what it expected for itself.
 * @typedef {{number: number, seat: number | null, name: string | null, action: number | null, show: Record<string, any>
 *   | null, chance?: string[], events?: Events, steps?: MoveStep[], position?: Record<string, any>, patch?:
 *   Assignment[], info: SearchInfo | null}} Step One position of a replay, after the move that led to it: whole, or as
 *   the patch to the one before.
 * @typedef {{table: string, game: string, title: string, options: Record<string, any>, seats: Seated[], you: number[],
 *   viewpoint: number, ply: number, count: number, over: boolean, stage: Record<string, any>}} ReplayTable
 * @typedef {{table: ReplayTable, from: number, positions: Step[], result: Result | null}} Replay
 * @typedef {{number: number, seat: number, name: string, action: number, chance?: string[], events?: Events}} TriedMove
 *   A decision of a variation.
 * @typedef {{from: number, moves: TriedMove[], last: LastMove | null, position: Record<string, any>, legal: Move[],
 *   mover: number, result: Result | null, why?: Record<string, any>}} Variation
 * @typedef {{moves_from: number, moves: PlayedMove[], count: number}} MovesPage
 * @typedef {{name: string | null, action: number | null, chooser: number | null, visits: number, value: number,
 *   children: TreeNode[]}} TreeNode A node of a search tree; the root has no name.
 * @typedef {{action: number, name: string, value: number | null, visits: number | null, probability: number | null,
 *   show: Record<string, any>}} ActionValue
 * @typedef {{action: number, name: string, show: Record<string, any>}} LineMove
 * @typedef {{type: "analysis", ply: number, agent: string, done: boolean, fraction: number, nodes: number, iterations:
 *   number, depth: number, value: number | null, proven: boolean, actions: ActionValue[], line: LineMove[], tree:
 *   TreeNode | null}} Analysis
 * @typedef {{type: "analysis", ply: number, agent: string, done: boolean, fraction: number, nodes: number, iterations:
 *   number, depth: number, value: number | null, proven: boolean, actions: ActionValue[], line: LineMove[], tree:
 *   TreeNode | null, action: number}} Advice An analysis of a game that is played elsewhere, with the action that is
 *   advised.
 * @typedef {{seat: number, action: number, name: string, show: Record<string, any>, steps: MoveStep[]}} FollowedMove
 * @typedef {{options: Record<string, any>, stage: Record<string, any>, position: Record<string, any>, mover: number,
 *   legal: Move[], log: FollowedMove[], result: Result | null}} Followed A game that is played elsewhere. `mover` is -1
 *   for chance, whose outcomes are in `legal` then; -2 at the end.
 * @typedef {{code: string, params: Record<string, any>}} Reason
 * @typedef {{type: "hint", id?: string | number | null, ply: number, action: number, name: string, show: Record<string,
 *   any>, value: number | null, line: string[], reason: Reason, words?: Events}} Hint
 * @typedef {{name: string, stage: Record<string, any>, position: Record<string, any>, legal: Move[], mover: number}}
 *   Lesson A position to learn from.
 * @typedef {{verdict: "right" | "works" | "wrong", best: Move, words?: Events, best_words?: Events}} Verdict How good
 *   an answer was, and what would be best; `words` and `best_words` say why, by language.
 * @typedef {{table: string, game: string, options: Record<string, any>, seats: Seated[], ply: number, moves: number,
 *   mover: number, your_turn: boolean, result: Result | null, made: boolean, clock: ClockSetup | null, updated:
 *   number}} MyGame
 * @typedef {{name: string, kind: "person" | "agent" | "open", agent: string | null, level: string | null, you: boolean,
 *   program?: boolean, connected: boolean}} ListedSeat
 * @typedef {{table: string, game: string, options: Record<string, any>, clock: ClockSetup | null, rated: boolean,
 *   seats: ListedSeat[], moves: number, updated: number}} ListedTable A table in the lobby.
 * @typedef {{open: ListedTable[], running: ListedTable[]}} Lobby
 * @typedef {{table: string, game: string, stage: Record<string, any>, position: Record<string, any>, last: LastMove |
 *   null, count: number, seats: number}} Picture What a thumbnail of a table shows: what everybody may see.
 * @typedef {{number: number, seat: number, text: string, at: number}} ChatLine
 * @typedef {{type: "chat", lines: ChatLine[], whole: boolean}} ChatLines Lines that are new, or (`whole`) all that this
 *   client hears.
 * @typedef {{rating: number, low: number, high: number, games: number, game?: string, name?: string, you?: boolean}}
 *   Rating With a 95 % interval; `game` in one's own, `name` and `you` in the list of a game.
 * @typedef {{kind: "win" | "points", low: number, high: number, inaccuracy: number, mistake: number, blunder: number}}
 *   Scale `win`: chances from 0 to 1. `points`: what a team may expect. The others are losses: from which one on a
 *   decision is called so.
 * @typedef {{type: "evaluation", id?: string | number | null, ply: number, seat: number, value: number | null, scale:
 *   Scale}} Evaluation What the judge thinks of a running game, for the seat to act.
 * @typedef {{seat: number, value: number | null, scale: Scale, best: string | null, line: string[]}} PositionValue What
 *   the judge thinks of a position of a variation, for the seat to act there.
 * @typedef {{action: number, name: string, line: string[], reason: Reason, cost: Reason | null, words?: Events}}
 *   BetterMove
 * @typedef {{number: number, ply: number, seat: number, action: number | null, name: string | null, before: number |
 *   null, after: number | null, loss: number, verdict: "good" | "inaccuracy" | "mistake" | "blunder" | null, best?:
 *   BetterMove}} JudgedDecision Values are for the seat that decides; None where the judge cannot tell.
 * @typedef {{decisions: number, accuracy: number | null, counts: Record<string, number>}} SeatSummary
 * @typedef {{judge: string, scale: Scale, by_view: boolean, opposed: boolean, seats: SeatSummary[], decisions:
 *   JudgedDecision[]}} GameAnalysis `by_view`: each seat is judged by what it knew. `opposed`: two seats, of which one
 *   wins what the other loses.
 * @typedef {{state: "none" | "running" | "failed" | "done", done?: number, total?: number, yours?: boolean, error?:
 *   string, found?: GameAnalysis}} GameAnalysisState How far the analysis of a game is; `yours`: you asked for it, and
 *   may stop it.
 * @typedef {{level: string, results: number[], mean: number, low: number, high: number}} LevelResult Games of a level
 *   with a deal: the mean of their results with a 95 % interval.
 * @typedef {{levels: LevelResult[], games: number, seat: number, own: number, rank: number | null}} DealComparison
 *   `own` is your result (a team's points; 1 for a win, 0 for a loss), `rank` the share of their games that it beats.
 * @typedef {{state: "none" | "running" | "failed" | "done", done?: number, total?: number, yours?: boolean, error?:
 *   string, found?: DealComparison}} DealState
 * @typedef {{number: number, seat: number, mover: number, position: Record<string, any>, legal: Move[]}} PastDecision A
 *   decision of a finished game, as its seat saw it.
 * @typedef {{verdict: "right" | "wrong", class: "good" | "inaccuracy" | "mistake" | "blunder" | null, name: string,
 *   before: number, after: number, loss: number}} OtherAnswer
 * @typedef {{ready: boolean, done: number, total: number, levels?: Record<string, boolean>, agents?: string[], doing?:
 *   string | null, seconds_left?: number}} Preparation
 * @typedef {{version: string, ready: boolean, games: Record<string, Preparation>}} Status
 * @typedef {{id?: number | string | null, type: "chat", text: string}} SayChat
 * @typedef {{id?: number | string | null, type: "listen", on?: boolean, muted?: number[]}} SayListen
 * @typedef {{id?: number | string | null, type: "play", ply: number, action?: number | null, text?: string | null}}
 *   SayPlay
 * @typedef {{id?: number | string | null, type: "why", attempt: Record<string, any>}} SayWhy
 * @typedef {{id?: number | string | null, type: "undo"}} SayUndo
 * @typedef {{id?: number | string | null, type: "resign"}} SayResign
 * @typedef {{id?: number | string | null, type: "offer", kind: "draw" | "undo"}} SayOffer
 * @typedef {{id?: number | string | null, type: "answer", kind: "draw" | "undo", accept: boolean}} SayAnswer
 * @typedef {{id?: number | string | null, type: "hint"}} SayHint
 * @typedef {{id?: number | string | null, type: "think", agent?: string | null}} SayThink
 * @typedef {{id?: number | string | null, type: "think_stop"}} SayThinkStop
 * @typedef {{id?: number | string | null, type: "evaluate"}} SayEvaluate
 * @typedef {{id?: number | string | null, type: "ping"}} SayPing
 * @typedef {{id?: number | string | null, type: "since", version: number}} SaySince
 * @typedef {SayChat | SayListen | SayPlay | SayWhy | SayUndo | SayResign | SayOffer | SayAnswer | SayHint | SayThink |
 *   SayThinkStop | SayEvaluate | SayPing | SaySince} Saying whatever a client sends
 */
export {};
