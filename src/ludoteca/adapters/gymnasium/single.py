"""One seat of a game against chosen agents: a Gymnasium environment."""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from ludoteca.adapters.batch import NEVER
from ludoteca.adapters.gymnasium.engine import Engine
from ludoteca.adapters.pictures import FPS, MODES, check_mode, render
from ludoteca.adapters.setting import Setting, read_setting
from ludoteca.core.errors import IllegalAction
from ludoteca.protocol import Game


class SeatEnv(gymnasium.Env[Any, Any]):
    """An illegal action ends the game with its lowest return, and `info["illegal"]` says so. After the end the
    observation is zeros."""

    def __init__(
        self, setting: Setting, opponents: str | Sequence[str], seat: int | None, render_mode: str | None = None
    ) -> None:
        check_mode(render_mode)
        self.setting, self.render_mode = setting, render_mode
        self.metadata = {"render_modes": list(MODES), "render_fps": FPS}
        self.observation_space = observation_space(setting)
        self.action_space = spaces.Discrete(setting.outputs)
        self.engine = Engine(setting, 1, opponents, seat)
        self._rewards, self._over = np.zeros(1), np.zeros(1, np.bool_)
        self._chosen = np.zeros(1, np.int64)
        self._running = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        if seed is not None:
            self.engine.reseed(seed)
        x = self.engine.observations()
        self.engine.begin(x)
        self._running = True
        return x[0], self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if not self._running:
            raise IllegalAction("the game is over: reset() begins another")
        x = self.engine.observations()
        self._chosen[0] = action
        self.engine.step(self._chosen, NEVER, x, self._rewards, self._over)
        over = bool(self._over[0])
        self._running = not over
        if self.render_mode == "human":
            self.render()
        return x[0], float(self._rewards[0]), over, False, self._info()

    def _info(self) -> dict[str, Any]:
        info = {"action_mask": self.engine.lanes.mask[0].copy(), "seat": int(self.engine.lanes.seat[0])}
        return info | ({"illegal": True} if self.engine.lanes.illegal[0] else {})

    def action_masks(self) -> Any:
        """bool [action]: what is legal now, as sb3-contrib asks for it."""
        return self.engine.lanes.mask[0].astype(np.bool_)

    def render(self) -> Any:
        engine = self.engine
        return render(self.setting.game, engine.games.states[0], int(engine.lanes.seat[0]), self.render_mode)


def observation_space(setting: Setting) -> spaces.Box:
    low, high = setting.bounds()
    return spaces.Box(low, high, dtype=np.float32)


def env(
    game: str | Game,
    *,
    opponents: str | Sequence[str] = "random",
    seat: int | None = None,
    encoder: str | None = None,
    render_mode: str | None = None,
    **options: Any,
) -> SeatEnv:
    """One seat of a game. `opponents` are agents as on the command line: one for all other seats, or one for each seat.
    `seat` is the caller's: any, drawn for each game, if left out. `options` are the game's."""
    return SeatEnv(read_setting(game, encoder, options), opponents, seat, render_mode)
