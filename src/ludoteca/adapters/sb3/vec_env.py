"""A `VecEnv` over the batch. Its `env_method("action_masks")` gives the whole matrix: one row a game."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode
from stable_baselines3.common.vec_env import VecEnv

from ludoteca.adapters.gymnasium.vector import BatchEnv, vector_env
from ludoteca.core.errors import UnknownName
from ludoteca.protocol import Game

METHODS = ("action_masks",)


class BatchVecEnv(VecEnv):
    """Games that end begin anew in the same step, as Stable-Baselines3 expects."""

    def __init__(self, batch: BatchEnv) -> None:
        if batch.autoreset != AutoresetMode.SAME_STEP:
            raise UnknownName("autoreset mode of Stable-Baselines3", batch.autoreset.value, ["SameStep"])
        self.batch = batch
        self.render_mode = batch.render_mode
        super().__init__(batch.num_envs, batch.single_observation_space, batch.single_action_space)
        self._lengths = np.zeros(batch.num_envs, np.int64)
        self._sums = np.zeros(batch.num_envs)

    def reset(self) -> Any:
        x, _ = self.batch.reset(seed=self._seeds[0])
        self._reset_seeds()
        self._lengths[:], self._sums[:] = 0, 0.0
        self.reset_infos = [{} for _ in range(self.num_envs)]
        return x

    def step_async(self, actions: Any) -> None:
        self._actions = actions

    def step_wait(self) -> tuple[Any, Any, Any, list[dict[str, Any]]]:
        x, rewards, over, _, info = self.batch.step(self._actions)
        self._lengths += 1
        self._sums += rewards
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for i in np.flatnonzero(over).tolist():
            episode = {"r": float(self._sums[i]), "l": int(self._lengths[i]), "t": 0.0}
            infos[i] = {"terminal_observation": info["final_obs"][i], "TimeLimit.truncated": False, "episode": episode}
        self._lengths[over], self._sums[over] = 0, 0.0
        return x, rewards.astype(np.float32), over, infos

    def action_masks(self) -> Any:
        """bool [game, action]: what is legal now."""
        return self.batch.action_masks()

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        if method_name not in METHODS:
            raise UnknownName("method of a game in a batch", method_name, METHODS)
        masks = self.action_masks()
        return [masks[i] for i in self._get_indices(indices)]

    def has_attr(self, attr_name: str) -> bool:
        return attr_name in METHODS or hasattr(self.batch, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """The same for all: the games of a batch are no objects of their own."""
        owner: Any = self if attr_name in METHODS else self.batch
        return [getattr(owner, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise UnknownName("attribute that can be set", attr_name, [])

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False for _ in self._get_indices(indices)]

    def _get_indices(self, indices: int | Iterable[int] | None) -> Iterable[int]:
        if indices is None:
            return range(self.num_envs)
        return [indices] if isinstance(indices, int) else indices

    def get_images(self) -> Sequence[Any]:
        return self.batch.render() or ()

    def close(self) -> None:
        self.batch.close()


def vec_env(game: str | Game, num_envs: int = 64, **others: Any) -> BatchVecEnv:
    """So many games of one kind: `opponents`, `seat`, `encoder` and the game's options as in `gymnasium.vector_env`."""
    return BatchVecEnv(vector_env(game, num_envs, autoreset=AutoresetMode.SAME_STEP, **others))
