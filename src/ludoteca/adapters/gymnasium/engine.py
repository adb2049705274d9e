"""A batch of games with rivals: what the single environment and the vector form share."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ludoteca.adapters.batch import ANY_SEAT, NO_SEAT, make_batch, new_lanes
from ludoteca.adapters.rivals import Rivals
from ludoteca.adapters.setting import Setting
from ludoteca.core.errors import SetupError
from ludoteca.core.rng import new_seed, split_seed
from ludoteca.training.ppo_games import new_games


class Engine:
    """So many games. `seat` is the one that the caller plays; None draws another for each game. Without opponents the
    caller plays every seat in its turn."""

    def __init__(self, setting: Setting, count: int, opponents: str | Sequence[str] | None, seat: int | None) -> None:
        if seat is not None and not 0 <= seat < setting.seats:
            raise SetupError(f"seat must be from 0 to {setting.seats - 1}, or None for any, not {seat}")
        if count < 1:
            raise SetupError(f"there must be at least one game, not {count}")
        self.setting, self.count = setting, count
        if opponents is None and seat is not None:
            raise SetupError("without opponents the caller plays every seat: leave out `seat`")
        self.seat = NO_SEAT if opponents is None else ANY_SEAT if seat is None else seat
        self.seed = new_seed()
        self.rivals = Rivals(setting, opponents, self.seed)
        self.games = new_games(setting.game, setting.first, count, self.seed)
        self.lanes = new_lanes(setting, count, self.rivals.policies)
        self.batch = make_batch(setting.encoder, self.rivals.has_bots)

    def reseed(self, seed: int) -> None:
        self.seed = seed
        self.rivals.reseed(seed)
        for i in range(self.count):
            self.games.rngs[i] = split_seed(seed, "chance", i), split_seed(seed, "players", i)

    def begin(self, x: Any) -> None:
        """Begin every game, and write what the caller's seats see."""
        batch, games, lanes = self.batch, self.games, self.lanes
        batch.begin_all(games, lanes, self.seat)
        self.rivals.play(games, lanes, batch.play_on)
        batch.look(games, lanes, x)

    def step(self, chosen: Any, mode: int, x: Any, rewards: Any, over: Any) -> None:
        """Play a class in each game, and write what came of it into the arrays given."""
        lowest = float(self.setting.game.info.min_return)
        batch, games, lanes = self.batch, self.games, self.lanes
        batch.act(games, lanes, chosen, mode, self.seat)
        self.rivals.play(games, lanes, batch.play_on)
        batch.close(games, lanes, mode, self.seat, lowest, rewards, over)
        self.rivals.play(games, lanes, batch.play_on)
        batch.look(games, lanes, x)

    def observations(self) -> Any:
        return np.empty((self.count, self.setting.inputs), np.float32)
