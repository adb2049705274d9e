"""Recording decisions inside compiled code: a policy that plays the game's bots and writes a row for each decision.

Compiled code finds the functions of an encoder by the type of a marker, as it finds a game's rules by the type of a
state: so it is specialised for the encoder, and its machine code is cached.
"""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from ludoteca.core.jit import as_int, compiled
from ludoteca.core.rng import below
from ludoteca.lab.match.compiled import STOP, Bots, choose
from ludoteca.protocol import Encoder, Game, State, new_actions, new_states, state_dtype
from ludoteca.protocol.dispatch import dispatched, register, rule_of
from ludoteca.protocol.rules import legal_actions, observe
from ludoteca.protocol.teachers import NOBODY, Teacher
from ludoteca.training.decisions import Columns, Description

COUNT, GAME, PLY, ERROR = 0, 1, 2, 3  # places in `notes`
FULL, OUT_OF_RANGE = 1, 2  # errors


@dispatched
def fill_features(marker: Any, view: State, out: Any) -> None:
    """`Encoder.fill` of the marked encoder."""
    rule_of(marker, "fill_features")(marker, view, out)


@dispatched
def class_of(marker: Any, view: State, action: int) -> int:
    """`Encoder.output_of` of the marked encoder."""
    return rule_of(marker, "class_of")(marker, view, action)  # type: ignore[no-any-return]


@dispatched
def tell_scores(marker: Any, view: State, bot: int, scores: Any, best: Any) -> None:
    """`Teacher.score` of the marked game."""
    rule_of(marker, "tell_scores")(marker, view, bot, scores, best)


class Tools(NamedTuple):
    """What a row is written with."""

    markers: Any
    """One record, whose type stands for the encoder and the teacher."""
    steps: Any
    """float32 [inputs]"""
    most: float
    """The largest number that can be kept; 0 where features are kept as they are."""
    views: Any
    """Two scratch states: the view, and a copy that a teacher may change."""
    row: Any
    legal: Any
    scores: Any
    """float32 [action]"""
    best: Any
    """int8 [action]"""


class Rows(NamedTuple):
    """The columns of a chunk, with room for so many rows."""

    features: Any
    classes: Any
    actions: Any
    legal: Any
    games: Any
    plies: Any
    seats: Any
    scores: Any
    best: Any


def _marked(function: Any, parameters: int) -> Any:
    """The function with a marker before its other arguments, of which there are so many."""
    if parameters == 2:

        @compiled
        def two(marker: Any, a: Any, b: Any) -> Any:
            return function(a, b)

        return two

    @compiled
    def four(marker: Any, a: Any, b: Any, c: Any, d: Any) -> Any:
        return function(a, b, c, d)

    return four


@lru_cache
def mark(game: Game, encoder: Encoder, teacher: Teacher) -> Any:
    """The dtype that stands for an encoder and a teacher of a game, made known to compiled code."""
    name = f"{game.info.name}_{encoder.name}_{'_'.join(teacher.bots)}"
    dtype = state_dtype((f"marks_{name}", np.int8))
    register(
        name,
        dtype,
        {
            "fill_features": _marked(encoder.fill, 2),
            "class_of": _marked(encoder.output_of, 2),
            "tell_scores": _marked(teacher.score, 4),
        },
    )
    return dtype


def new_tools(game: Game, encoder: Encoder, s: State, teacher: Teacher = NOBODY) -> Tools:
    """The tools for games of the size of `s`."""
    encoder.check(s)
    most = 0.0 if encoder.stored == "float32" else float(np.iinfo(encoder.stored).max)
    actions = max(1, teacher.actions)
    return Tools(
        new_states(mark(game, encoder, teacher), 1), encoder.row_of_steps(s), most, new_states(game.state_dtype, 2),
        np.zeros(encoder.count_inputs(s), np.float32), new_actions(game), np.zeros(actions, np.float32),
        np.zeros(actions, np.int8),
    )  # fmt: skip


def new_rows(about: Description, rows: int) -> Rows:
    """Room for so many rows; one row of scores where there are none."""
    made = {name: column.empty(rows) for name, column in about.columns().items() if name not in ("hash", "returns")}
    scores = made.get("scores", np.zeros((1, 1), np.float32))
    scores[:] = np.nan
    return Rows(
        made["features"], made["class"], made["action"], made["legal"], made["game"], made["ply"], made["seat"],
        scores, made.get("best", np.zeros((1, 1), np.uint8)),
    )  # fmt: skip


@compiled
def write_row(tools: Tools, rows: Rows, n: int, s: Any, seat: int, action: int) -> bool:
    """Row n: the features of the seat's view, the class of the action, and which classes are legal. False if a feature
    is out of the range that can be kept."""
    view = tools.views[0]
    tools.views[0] = s
    observe(view, seat)
    fill_features(tools.markers[0], view, tools.row)
    fits: Any = True
    for i in range(len(tools.row)):
        value = tools.row[i]
        if tools.most > 0.0:
            value = np.float32(np.floor(value / tools.steps[i] + np.float32(0.5)))
            fits = fits and 0.0 <= value <= tools.most
        rows.features[n, i] = value
    rows.classes[n] = class_of(tools.markers[0], view, action)
    rows.actions[n], rows.seats[n] = action, seat
    rows.legal[n, :] = 0
    for i in range(legal_actions(view, tools.legal)):
        output = as_int(class_of(tools.markers[0], view, as_int(tools.legal[i])))
        rows.legal[n, output >> 3] |= np.uint8(128 >> (output & 7))
    return fits  # type: ignore[no-any-return]


@compiled
def write_scores(tools: Tools, rows: Rows, n: int, bot: int) -> None:
    """What the teacher tells of row n, by class. `tools.views[0]` holds the view, `tools.legal` its actions; a
    negative `bot` tells nothing, and only its action counts as best."""
    rows.best[n, :] = 0
    rows.scores[n, :] = np.nan
    view = tools.views[0]
    if bot < 0:
        output = as_int(rows.classes[n])
        rows.best[n, output >> 3] |= np.uint8(128 >> (output & 7))
        return
    tools.scores[:] = np.nan
    tools.best[:] = 0
    tools.views[1] = view
    tell_scores(tools.markers[0], tools.views[1], bot, tools.scores, tools.best)
    for i in range(legal_actions(view, tools.legal)):
        action = as_int(tools.legal[i])
        output = as_int(class_of(tools.markers[0], view, action))
        rows.scores[n, output] = tools.scores[action]
        if tools.best[action]:
            rows.best[n, output >> 3] |= np.uint8(128 >> (output & 7))


class Recorder(NamedTuple):
    """The game's own bots, each decision of which is written down."""

    bots: Bots
    tools: Tools
    rows: Rows
    notes: Any
    """int64 [4]: rows so far, the game under way, decisions in it, an error."""
    tells: Any
    """int8 [bot + 1]: whether a bot tells its scores; the last for UNIFORM."""
    first: int
    """The number of the batch's first game."""
    opening: int
    scores: bool

    @compiled
    def choose(self, game: int, s: Any, seat: int, rng: Any) -> int:
        notes = self.notes
        if game != notes[GAME]:
            notes[GAME], notes[PLY] = game, 0
        ply, n = as_int(notes[PLY]), as_int(notes[COUNT])
        notes[PLY] = ply + 1
        if ply < self.opening:
            return as_int(self.tools.legal[below(rng, legal_actions(s, self.tools.legal))])
        if n == len(self.rows.classes):
            notes[ERROR] = FULL
        if notes[ERROR]:
            return STOP
        action = as_int(choose(self.bots, game, s, seat, rng))
        if not write_row(self.tools, self.rows, n, s, seat, action):
            notes[ERROR] = OUT_OF_RANGE
        self.rows.games[n], self.rows.plies[n] = self.first + game, ply
        if self.scores:
            bot = as_int(self.bots.places[game % len(self.bots.places), seat])
            write_scores(self.tools, self.rows, n, bot if self.tells[bot] else -1)
        notes[COUNT] = n + 1
        return action


def cut_rows(rows: Rows, n: int, about: Description) -> Columns:
    """The first n rows as columns."""
    found = {
        "features": rows.features, "class": rows.classes, "action": rows.actions, "legal": rows.legal,
        "game": rows.games, "ply": rows.plies, "seat": rows.seats, "scores": rows.scores, "best": rows.best,
    }  # fmt: skip
    return {name: values[:n] for name, values in found.items() if name in about.columns()}
