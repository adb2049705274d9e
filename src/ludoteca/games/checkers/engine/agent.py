"""The engine as an agent: `checkers_engine`."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from ludoteca.core.errors import SettingsError
from ludoteca.core.jit import as_int
from ludoteca.core.rng import split_seed
from ludoteca.games.checkers.board import BLACK, CELLS, RULE_SETS, SQUARES, WHITE
from ludoteca.games.checkers.book.reading import draw, find_moves, weigh
from ludoteca.games.checkers.draws import NEAR, REMEMBERED, quiet_limit
from ludoteca.games.checkers.endgames.files import Endgames
from ludoteca.games.checkers.endgames.finding import load_endgames, load_file
from ludoteca.games.checkers.engine.network import load_network, make_network
from ludoteca.games.checkers.engine.team import Team
from ludoteca.games.checkers.engine.transpositions import AGES, WAYS, new_table
from ludoteca.games.checkers.engine.weights import load_weights
from ludoteca.games.checkers.engine.workspace import CERTAIN, Memory, hash_boards
from ludoteca.networks.files import load_file as load_network_file
from ludoteca.protocol import Agent, GameInfo, Settings, State
from ludoteca.protocol.analysis import ActionValue, Analysis, Decision
from ludoteca.protocol.budget import Budget, Watch

NO_CODES = np.frombuffer(b"", np.uint8)  # read-only like those from a file: one compiled search serves both
NETWORK, FEATURES = "network", "features"  # evaluations
KEY_SEED = 32  # of the Zobrist keys: any number would do


@dataclass(frozen=True)
class EngineSettings(Settings):
    public_limits: ClassVar[Mapping[str, float | str]] = {
        "table": 20, "threads": 1, "endgame_file": "", "network": "",
    }  # fmt: skip

    depth: int = 99
    """Moves to look ahead at the most, captures beyond that not counted."""
    table: int = 20
    """The transposition table holds 2 to the power of this many positions."""
    endgames: bool = True
    """Look up positions with few pieces, where the rule set has solved endgames."""
    endgame_file: str = ""
    """A file of endgames to use instead of those in the data folder or the package."""
    reductions: bool = True
    """Search late quiet moves less deeply, and cut what is far above the window."""
    threads: int = 1
    """Searches at the same time, on a core each, that share the table. With one, equal nodes give equal answers."""
    evaluation: str = "network"
    """What a position is worth: network, learned from games; or features, a weighted sum of what the eye counts."""
    book: bool = False
    """Play the first moves from the opening book, where the rule set has one: a choice among good ones."""
    network: str = ""
    """A network of one's own instead of the one in the package: a file that `ludoteca checkers fit` wrote."""

    def check(self) -> None:
        self.require("depth", 1, 99)
        self.require("table", 4, 26)
        self.require("threads", 1, 64)
        if self.evaluation not in (NETWORK, FEATURES):
            raise SettingsError(f"evaluation must be {NETWORK} or {FEATURES}, not {self.evaluation!r}")


class Engine(Agent):
    name = "checkers_engine"
    summary = "the checkers engine: its own compiled search and tuned evaluation"
    Settings = EngineSettings
    settings: EngineSettings
    budget: Budget | None = Budget(seconds=0.2)
    budget_unit = "nodes"
    quick: ClassVar = {"table": 10}

    @classmethod
    def refusal(cls, info: GameInfo) -> str | None:
        return None if info.name == "checkers" else "it plays only checkers; use alphabeta or mcts"

    def prepare(self) -> None:
        self.team = Team(self.settings.threads)
        self.memory: Memory = self.team.lead
        self.memory.keys, self.memory.turn_key = _make_keys()
        self.memory.draw_keys = _make_draw_keys()
        self.memory.reductions = self.settings.reductions
        self.table = new_table(self.settings.table)
        self.memory.table_mask = 2**self.settings.table // WAYS - 1
        self.slope = 0.0
        self.loaded_rules = -1
        self.limit = 0
        """A depth for the next decisions, less than the setting; 0 for none."""
        self.codes = NO_CODES

    def forget(self) -> None:
        self.table[:] = 0

    def choose(self, view: State, seat: int, budget: Budget | None, watch: Watch) -> Decision:
        assert budget is not None
        memory = self.memory
        self._set_up(view)
        if self.settings.book and (known := self._look_up(view)):
            return known
        memory.age = (memory.age + 1) % AGES
        memory.max_depth = min(self.settings.depth, self.limit or self.settings.depth)
        for each in self.team.memories:
            each.depth = 0
        watch.partial_analysis = lambda: self._explain() if self.team.best.depth > 0 else None
        self.team.search(self.table, self.codes, budget.units("nodes"), budget.seconds, watch)
        return self._conclude()

    def _look_up(self, s: State) -> Decision | None:
        """A move of the opening book, by chance; None where the book ends."""
        scores = find_moves(s, self.game.legal_actions(s))
        if not scores:
            return None
        moves = sorted(scores, key=lambda move: -scores[move])
        chances = weigh([scores[move] for move in moves])
        rows = [
            ActionValue(move, self._as_return(scores[move]), probability=chances[i]) for i, move in enumerate(moves)
        ]
        chosen = rows[draw(self.rng, chances)]
        return Decision(chosen.action, Analysis(tuple(rows), (chosen.action,), chosen.value))

    def peek(self) -> tuple[int, int, int]:
        """Depth, score in points and nodes of the last search, or of the one that runs in another thread."""
        memory = self.team.best
        return int(memory.depth), int(memory.score), self.team.nodes

    def _set_up(self, s: State) -> None:
        """Write the position and its past into the memory."""
        memory, rules = self.memory, int(s.rules)
        if rules != self.loaded_rules:
            memory.weights, self.slope = load_weights(rules)
            self.loaded_rules = rules
            self._load_network(rules)
            self._load_endgames(rules)
            self.forget()  # what it holds are values of another game
        memory.rules, memory.side = rules, s.to_move
        memory.men, memory.kings = s.men, s.kings
        memory.quiet, memory.repetition = s.quiet, s.repetition
        memory.quiet_limit = quiet_limit(as_int(rules), as_int(s.quiet_moves), as_int(s.federation_draws))
        memory.federation_draws, memory.unchanged[0] = s.federation_draws, s.unchanged
        memory.past[:] = 0
        for back in range(min(int(s.quiet), REMEMBERED - 1) + 1):
            packed = int(s.past[(int(s.quiet) - back) % REMEMBERED]) if back else 0
            kings = _unpack_kings(packed) if back else s.kings
            side = int(s.to_move) ^ (back & 1)
            memory.past[REMEMBERED - back] = _hash(memory, side, s.men, kings)
        memory.hash = memory.past[REMEMBERED]

    def _load_network(self, rules: int) -> None:
        own = self.settings.network
        found = load_network_file(Path(own)) if own else load_network(rules)
        self.memory.networked = found is not None and self.settings.evaluation == NETWORK
        if found is not None:
            self.team.set_network(make_network(found, self.slope))

    def _load_endgames(self, rules: int) -> None:
        found = self._find_endgames(RULE_SETS[rules]) if self.settings.endgames else None
        self.codes = NO_CODES if found is None else found.codes
        self.memory.endgame_pieces = 0 if found is None else found.pieces
        if found is not None:
            self.memory.offsets = found.offsets

    def _find_endgames(self, rules: str) -> Endgames | None:
        own = self.settings.endgame_file
        return load_file(Path(own), rules) if own else load_endgames(rules)

    def _conclude(self) -> Decision:
        analysis = self._explain()
        return Decision(analysis.actions[0].action, analysis)

    def _explain(self) -> Analysis:
        """The root as it stands. Safe while another thread searches."""
        memory = self.team.best
        moves = memory.root_moves[: int(memory.root_count)].tolist()
        line = tuple(memory.line[0, : int(memory.length[0])].tolist())
        if not line or line[0] != moves[0]:
            line = (moves[0],)
        score = int(memory.score)
        known = int(memory.depth) > 0
        value = self._as_return(score) if known else None
        rows = (ActionValue(moves[0], value), *(ActionValue(move) for move in moves[1:]))
        return Analysis(
            rows, line, value, self.team.nodes, depth=int(memory.depth), proven=known and abs(score) > CERTAIN
        )

    def _as_return(self, score: int) -> float:
        """Points as an expected result from -1 to 1."""
        if abs(score) > CERTAIN:
            return math.copysign(1.0, score)
        return 2.0 / (1.0 + math.exp(-self.slope * score)) - 1.0


def _make_keys() -> tuple[Any, int]:
    """Zobrist keys: fixed, so that equal searches are equal everywhere."""
    keys = np.zeros((2, 2, CELLS), np.int64)
    for index in np.ndindex(keys.shape):
        keys[index] = split_seed(KEY_SEED, *index) >> 1
    return keys, split_seed(KEY_SEED, "turn") >> 1


def _make_draw_keys() -> Any:
    """Keys by how near each kind of draw is; none for those that are far off."""
    keys = np.zeros((2, NEAR + 1), np.int64)
    for kind, left in np.ndindex(2, NEAR):
        keys[kind, left] = split_seed(KEY_SEED, "draw", kind, left) >> 1
    return keys


def _hash(memory: Memory, side: int, men: Any, kings: Any) -> int:
    boards = np.array([[int(men[WHITE]), int(men[BLACK])], [int(kings[WHITE]), int(kings[BLACK])]], np.int64)
    return int(hash_boards(memory.keys, as_int(memory.turn_key), as_int(side), boards))


def _unpack_kings(packed: int) -> tuple[int, int]:
    """The boards of both sides' kings from a word of `past` (see `draws.pack_boards`)."""
    word = packed % 2**64
    boards = [sum(1 << cell for i, cell in enumerate(SQUARES) if half >> i & 1) for half in (word, word >> 32)]
    return boards[0], boards[1]


__all__ = ["Engine", "EngineSettings"]
