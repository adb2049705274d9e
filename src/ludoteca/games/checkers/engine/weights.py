"""The engine's weights: kept in weights.json, one entry a rule set, written by `ludoteca checkers tune`."""

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from ludoteca.core.arrays import IntArray
from ludoteca.games.checkers.board import CELLS, FLYING, RULE_SETS
from ludoteca.games.checkers.engine.evaluation import (
    BRIDGE,
    FEATURES,
    FOE_ATTACKED,
    KING_MOVES,
    KINGS_AT,
    MAN,
    MAN_MOVES,
    MEN_AT,
    OWN_ATTACKED,
    PHASES,
    RUNAWAY_ROWS,
    RUNAWAYS,
    TEMPO,
    TRAPPED,
)

FILE = Path(__file__).parent / "weights.json"
DEFAULT_SLOPE = 0.008  # of the chance to win, per point: used until games have been fitted


def first_guess(rules: int) -> Any:
    """Weights by hand, to play the first games with: int64 [phase, feature]."""
    table = np.zeros((PHASES, FEATURES), np.int64)
    table[:, MEN_AT : MEN_AT + CELLS] = MAN
    table[:, KINGS_AT : KINGS_AT + CELLS] = 3 * MAN if FLYING[rules] else MAN * 3 // 2
    table[0, MEN_AT + CELLS - 4 : MEN_AT + CELLS] += 8  # the back row
    table[1, MEN_AT : MEN_AT + 16] += 10  # men well forward
    for place, weight in {
        MAN_MOVES: 2, KING_MOVES: 3, TRAPPED: -20, BRIDGE: 5, RUNAWAYS: 60, RUNAWAY_ROWS: -8, OWN_ATTACKED: -10,
        FOE_ATTACKED: 30, TEMPO: 3,
    }.items():  # fmt: skip
        table[:, place] = weight
    return table


@lru_cache
def _read_file() -> dict[str, Any]:
    return json.loads(FILE.read_text()) if FILE.exists() else {}


def load_weights(rules: int) -> tuple[Any, float]:
    """The weights of a rule set, int64 [phase, feature], and how fast the chance to win grows with the score."""
    entry = _read_file().get(RULE_SETS[rules])
    if entry is None:
        return first_guess(rules), DEFAULT_SLOPE
    return np.array(entry["weights"], np.int64), float(entry["slope"])


def save_weights(rules: int, table: IntArray, slope: float, origin: dict[str, Any]) -> None:
    """Put a rule set's weights into the file, with what made them."""
    _read_file.cache_clear()
    entries = dict(_read_file())
    entries[RULE_SETS[rules]] = {"origin": origin, "slope": round(slope, 6), "weights": table.tolist()}
    text = ",\n".join(f'"{name}": {json.dumps(entry)}' for name, entry in sorted(entries.items()))
    FILE.write_text("{\n" + text + "\n}\n")
    _read_file.cache_clear()
