"""Many games at once, stepped in compiled code: a vector environment of Gymnasium."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ludoteca.adapters.batch import NEXT_STEP, SAME_STEP, draw_actions
from ludoteca.adapters.gymnasium.engine import Engine
from ludoteca.adapters.gymnasium.single import observation_space
from ludoteca.adapters.pictures import FPS, MODES, check_mode, render
from ludoteca.adapters.setting import Setting, read_setting
from ludoteca.core.errors import SetupError, UnknownName
from ludoteca.protocol import Game

AUTORESET = {AutoresetMode.NEXT_STEP: NEXT_STEP, AutoresetMode.SAME_STEP: SAME_STEP}


class BatchEnv(VectorEnv[Any, Any, Any]):
    """`step_into` writes into arrays of the caller; `step` makes new ones. Rivals that are agents, and not random play
    or a bot of the game, are asked one by one, in Python."""

    def __init__(
        self,
        setting: Setting,
        num_envs: int,
        opponents: str | Sequence[str] | None,
        seat: int | None,
        autoreset: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
    ) -> None:
        check_mode(render_mode)
        self.setting, self.num_envs, self.render_mode = setting, num_envs, render_mode
        self.autoreset = read_mode(autoreset)
        self.metadata = {"autoreset_mode": self.autoreset, "render_modes": list(MODES), "render_fps": FPS}
        self.single_observation_space = observation_space(setting)
        self.single_action_space = spaces.Discrete(setting.outputs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.engine = Engine(setting, num_envs, opponents, seat)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        if seed is not None:
            self.engine.reseed(seed)
        x = self.engine.observations()
        self.engine.begin(x)
        return x, self._info()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        x, rewards = self.engine.observations(), np.empty(self.num_envs)
        over, cut = np.empty(self.num_envs, np.bool_), np.zeros(self.num_envs, np.bool_)
        self.step_into(actions, x, rewards, over)
        info = self._info() | {"rewards": self.engine.lanes.gains.copy()}
        if self.autoreset == AutoresetMode.SAME_STEP and over.any():
            info |= {"final_obs": np.zeros_like(x), "_final_obs": over.copy()}
        return x, rewards, over, cut, info

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.engine.lanes.mask.copy(), "seat": self.engine.lanes.seat.copy()}

    def step_into(self, actions: Any, observations: Any, rewards: Any, terminations: Any) -> None:
        """A step that writes into arrays: float32 [game, input], float64 [game], bool [game]. Nothing is ever cut off.
        `action_mask` is the mask that goes with them."""
        shapes = {"actions": (self.num_envs,), "observations": (self.num_envs, self.setting.inputs)}
        for name, array in (("actions", actions), ("observations", observations)):
            if np.shape(array) != shapes[name]:
                raise SetupError(f"{name} must have the shape {shapes[name]}, not {np.shape(array)}")
        chosen = np.ascontiguousarray(actions, np.int64)
        self.engine.step(chosen, AUTORESET[self.autoreset], observations, rewards, terminations)

    def draw_actions(self) -> Any:
        """int64 [game]: any legal action in each game, drawn in compiled code by the games' own generators."""
        chosen = np.zeros(self.num_envs, np.int64)
        draw_actions(self.engine.games, self.engine.lanes, chosen)
        return chosen

    @property
    def action_mask(self) -> Any:
        """int8 [game, action]: what is legal now. The next step overwrites it."""
        return self.engine.lanes.mask

    def action_masks(self) -> Any:
        """bool [game, action]: the same, as sb3-contrib asks for it; a copy."""
        return self.engine.lanes.mask.astype(np.bool_)

    def render(self) -> tuple[Any, ...] | None:
        frames = [
            render(self.setting.game, s, int(seat), self.render_mode)
            for s, seat in zip(self.engine.games.states, self.engine.lanes.seat, strict=True)
        ]
        return None if self.render_mode == "human" else tuple(frames)


def read_mode(mode: AutoresetMode | str) -> AutoresetMode:
    names = {known.value: known for known in AUTORESET}
    found = names.get(mode) if isinstance(mode, str) else mode
    if found not in AUTORESET:
        raise UnknownName("autoreset mode", mode, names)
    return found


def vector_env(
    game: str | Game,
    num_envs: int = 1,
    *,
    opponents: str | Sequence[str] | None = "random",
    seat: int | None = None,
    encoder: str | None = None,
    autoreset: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    render_mode: str | None = None,
    **options: Any,
) -> BatchEnv:
    """`num_envs` games at once; the rest as in `env`. A game that ended begins anew in the next step, or in the same
    (`autoreset="SameStep"`). With `opponents=None` the caller plays every seat in its turn: a reward is that of the
    seat that acted, `info["rewards"]` has those of all, `info["seat"]` tells who is to act."""
    return BatchEnv(read_setting(game, encoder, options), num_envs, opponents, seat, autoreset, render_mode)
