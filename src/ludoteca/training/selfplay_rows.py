"""Finished games of self-play as rows that a network learns from."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any

import numpy as np

from ludoteca.agents.evaluations import count_values
from ludoteca.core.jit import as_int, compiled
from ludoteca.protocol import Encoder, Game, GameInfo, State, new_actions
from ludoteca.protocol.rules import legal_actions, mover
from ludoteca.training.selfplay_games import Played
from ludoteca.training.selfplay_tables import NO_GAME, Records


@dataclass
class Rows:
    """Positions as a network learns from them."""

    x: Any
    """float32 [row, input]"""
    legal: Any
    """bool [row, output]"""
    policy: Any
    """float32 [row, output]"""
    value: Any
    """float32 [row, unit]: on [-1, 1], the mover first."""

    def __len__(self) -> int:
        return len(self.x)

    def take(self, chosen: Any) -> "Rows":
        return Rows(*(getattr(self, item.name)[chosen] for item in fields(self)))


@lru_cache(maxsize=64)
def _writer_of(encoder: Encoder) -> Any:
    fill, output_of = encoder.fill, encoder.output_of

    @compiled
    def write_rows(states: Any, given: Any, out: Any, x: Any, legal: Any, policy: Any, movers: Any) -> None:
        for row in range(len(states)):
            s = states[row]
            movers[row] = mover(s)
            fill(s, x[row])
            for i in range(legal_actions(s, out)):
                output = as_int(output_of(s, as_int(out[i])))
                legal[row, output] = True
                policy[row, output] = given[row, i]

    return write_rows


@compiled
def look_back(records: Records, results: Any, trace: float, weights: Any) -> Any:
    """Of each row what followed it, for each seat on [0, 1]: the result of its game, mixed on the way back with what
    later searches expected. A proof stands for all that comes after it. `weights`: how much of what followed a row
    counts for those before it."""
    used = len(weights)
    ahead = results.copy()
    followed = np.zeros((used, results.shape[1]))
    for row in range(used - 1, -1, -1):
        game = records.game[row]
        if game == NO_GAME:
            continue
        for seat in range(results.shape[1]):
            followed[row, seat] = ahead[game, seat]
            share = 1.0 if records.proven[row] else 1.0 - trace * weights[row]
            ahead[game, seat] = share * np.float64(records.values[row, seat]) + (1.0 - share) * ahead[game, seat]
    return followed


def label_values(played: Played, info: GameInfo, trust: float, trace: float, cut: bool = False) -> Any:
    """What the value is to learn of each row, for each seat on [0, 1]: what followed (`look_back`), mixed with what the
    search expected (`trust` is its share); where there is a proof, it is that. `cut`: what followed an action counts
    the less, the less likely the search found it (tree backup: Precup, Sutton and Singh 2000)."""
    records, n = played.records, int(played.records.used[0])
    results = (played.returns - info.min_return) / (info.max_return - info.min_return)
    weights = records.likely[:n].astype(np.float64) if cut else np.ones(n)
    share = np.where(records.proven[:n], 1.0, 1.0 - (1.0 - trust) * weights)[:, None]
    return share * records.values[:n] + (1.0 - share) * look_back(records, results, trace, weights)


def make_rows(game: Game, encoder: Encoder, played: Played, trust: float, trace: float, cut: bool = False) -> Rows:
    """Rows from finished games."""
    records, n = played.records, int(played.records.used[0])
    first, seats = records.states[0], played.returns.shape[1]
    outputs = encoder.count_outputs(first)
    x = np.zeros((n, encoder.count_inputs(first)), np.float32)
    legal, policy = np.zeros((n, outputs), np.bool_), np.zeros((n, outputs), np.float32)
    movers = np.zeros(n, np.int64)
    _writer_of(encoder)(records.states[:n], records.policy[:n], new_actions(game), x, legal, policy, movers)
    values = 2.0 * label_values(played, game.info, trust, trace, cut) - 1.0
    units = count_values(game.info, seats)
    order = (movers[:, None] + np.arange(units)) % seats
    return Rows(x, legal, policy, np.take_along_axis(values, order, 1).astype(np.float32))


def choose_rows(played: Played, share: float, seed: int) -> Any:
    """bool [row]: which rows are learned from. All that are not proven, this share of the proven ones, and the first
    one of each game: what that is worth the search did not know."""
    n = int(played.records.used[0])
    proven, game = played.records.proven[:n], played.records.game[:n]
    chosen = ~proven | (np.random.default_rng(seed).random(n) < share)
    late = np.flatnonzero(proven & (game != NO_GAME))
    chosen[late[np.unique(game[late], return_index=True)[1]]] = True
    return chosen


def pack_rows(rows: Rows, encoder: Encoder, s: State) -> Rows:
    """The same rows in less space: whole numbers where the encoder says that features are, and half precision."""
    whole = encoder.stored != "float32" and bool((encoder.row_of_steps(s) == 1.0).all())
    x = rows.x.astype(encoder.stored) if whole else rows.x
    return Rows(x, rows.legal, rows.policy.astype(np.float16), rows.value)


def join_rows(parts: Sequence[Rows]) -> Rows:
    return Rows(*(np.concatenate([getattr(part, item.name) for part in parts]) for item in fields(Rows)))
