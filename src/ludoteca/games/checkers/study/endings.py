"""Are won endings won? The engine plays them out against the defence that holds out longest.

Positions are drawn from the endgames: a group of material at random, then a won position of it, so that every kind of
ending is among them. The game's own rules decide, with their draws by repetition and by counting moves.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ludoteca.core.arrays import Actions, IntArray
from ludoteca.core.errors import TableError
from ludoteca.core.jit import as_int, compiled
from ludoteca.core.rng import split_seed
from ludoteca.games.checkers import rules as game_rules
from ludoteca.games.checkers.actions import MAX_ACTIONS
from ludoteca.games.checkers.board import BLACK, CELLS
from ludoteca.games.checkers.draws import QUIET_LIMIT
from ludoteca.games.checkers.endgames.files import WON, Endgames
from ludoteca.games.checkers.endgames.generation import Sets, make_sets
from ludoteca.games.checkers.endgames.index import Material, list_materials
from ludoteca.games.checkers.endgames.slices import format_material
from ludoteca.games.checkers.endgames.verification import quickest_win
from ludoteca.games.checkers.engine.agent import Engine, EngineSettings
from ludoteca.games.checkers.fen import format_fen
from ludoteca.games.checkers.game import GAME
from ludoteca.lab.match.play import OngoingMatch
from ludoteca.protocol import ActionValue, Agent, Analysis, Budget, Decision, State, States, Watch, new_states

NODES = 2_000  # a move: the engine looks most of it up
TABLE = 12  # see EngineSettings


@dataclass(frozen=True)
class Ending:
    """How a won position was played out."""

    material: str
    fen: str
    won: bool
    plies: int
    expected: int
    """plies that the win takes if both sides play as well as can be"""
    quiet: int
    """the most plies without a capture or a man's move"""


def play_endings(
    endgames: Endgames, games: int, seed: int, pieces: int, quiet_moves: int = QUIET_LIMIT
) -> Iterator[Ending]:
    """Play won positions with so many pieces, one after the other; `quiet_moves` is the game's option of that name."""
    if not 2 <= pieces <= endgames.pieces:
        raise TableError(
            f"there are {endgames.rules} endgames of 2 to {endgames.pieces} pieces here, not of {pieces}. "
            f"To build them: ludoteca checkers endgames build --rules {endgames.rules} --pieces {pieces}"
        )
    agent = Engine(GAME, EngineSettings(table=TABLE), budget=Budget(nodes=NODES))
    rng = np.random.default_rng(split_seed(seed, "endings", endgames.rules, pieces))
    groups = [material for material in list_materials(pieces) if endgames.results[material][0] > 0]
    for _ in range(games):
        material = groups[rng.integers(len(groups))]
        s = draw_won(endgames, material, rng)
        s.quiet_moves = quiet_moves
        yield play_ending(endgames, agent, material, s)


def draw_won(endgames: Endgames, material: Material, rng: np.random.Generator) -> State:
    """A won position of this material, of the mover, who is White or Black."""
    sets = make_sets(material)
    shape = tuple(map(len, sets))
    begin = int(endgames.offsets[material])
    while True:
        place = int(rng.integers(int(np.prod(shape, dtype=np.int64))))
        men, foe_men, kings, foe_kings = _boards_at(sets, shape, place)
        apart = (men | foe_men | kings | foe_kings).bit_count() == sum(material)
        if apart and endgames.codes[begin + place] == WON:
            return _set_up(endgames.rules, [men, foe_men, kings, foe_kings], int(rng.integers(2)))


def _boards_at(sets: Sets, shape: tuple[int, ...], place: int) -> list[int]:
    """The four boards of a place, in the order of Sets."""
    i, j, k, m = np.unravel_index(place, shape)
    return [int(sets.men[i]), int(sets.foe_men[j]), int(sets.kings[k]), int(sets.foe_kings[m])]


def _set_up(rules: str, boards: list[int], side: int) -> State:
    """A game of this rule set that begins with the boards of White, the mover; or turned, of Black."""
    if side == BLACK:
        boards = [int(f"{board:0{CELLS}b}"[::-1], 2) for board in boards]
    men, foe_men, kings, foe_kings = boards
    s = GAME.start(rules=rules)
    s.men[side], s.men[1 - side], s.kings[side], s.kings[1 - side] = men, foe_men, kings, foe_kings
    s.to_move = side
    return GAME.start(rules=rules, fen=format_fen(s))


class Defence(Agent):
    """In a lost position of some endgames: the move after which the win takes longest."""

    name = "defence"
    summary = "holds out as long as can be, by the endgames"
    endgames: Endgames

    def choose(self, view: State, seat: int, budget: Budget | None, watch: Watch) -> Decision:
        states, moves = new_states(game_rules.STATE, 3), np.zeros((2, MAX_ACTIONS), np.int64)
        states[0] = view
        action = int(resist(self.endgames.codes, self.endgames.offsets, states, moves))
        return Decision(action, Analysis((ActionValue(action),)))


def play_ending(endgames: Endgames, agent: Engine, material: Material, s: State) -> Ending:
    """The agent plays for the mover, the endgames for the other side."""
    winner, defence = GAME.mover(s), Defence(GAME)
    defence.endgames = endgames
    match = OngoingMatch(GAME, [agent, defence] if winner == 0 else [defence, agent], start=s)
    quiet = max(int(turn.state.quiet) for turn in match.turns())
    final = match.finish().final
    return Ending(
        format_material(material), format_fen(s), int(final.winner) == winner, int(final.ply),
        count_plies(endgames, s), max(quiet, int(final.quiet)),
    )  # fmt: skip


def count_plies(endgames: Endgames, s: State) -> int:
    """How long the win takes if both sides play as well as can be."""
    states, moves = new_states(game_rules.STATE, 3), np.zeros((2, MAX_ACTIONS), np.int64)
    states[1] = s
    return int(quickest_win(endgames.codes, endgames.offsets, states, moves))


@compiled
def resist(codes: IntArray, offsets: IntArray, states: States, moves: Actions) -> int:
    """The move of `states[0]`, which is lost, after which the win takes longest; the first of several."""
    best, longest = as_int(moves[0, 0]), as_int(-1)
    for i in range(game_rules.legal_actions(states[0], moves[0])):
        states[1] = states[0]
        game_rules.apply(states[1], as_int(moves[0, i]))
        plies = quickest_win(codes, offsets, states, moves)
        if plies > longest:
            best, longest = as_int(moves[0, i]), plies
    return best
