"""A game with simultaneous picks: PettingZoo's parallel environment, a step a round."""

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo.utils.env import ParallelEnv

from ludoteca.adapters.pettingzoo.observing import action_space, observation_space
from ludoteca.adapters.pictures import FPS, MODES, check_mode, render
from ludoteca.adapters.setting import Setting, read_setting
from ludoteca.adapters.turns import make_round, play_round
from ludoteca.core.errors import IllegalAction, UnsupportedGame
from ludoteca.core.rng import new_seed, split_seed
from ludoteca.protocol import MAX_SEATS, Game
from ludoteca.training.ppo_games import new_games

IGNORED = 0  # what an agent that does not pick in this round is allowed to say

Answers = tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]


class RoundEnv(ParallelEnv):  # type: ignore[misc]
    """All agents pick at once. One that has no pick in this round keeps what it last saw, its mask allows only 0, which
    is ignored, and its info says `to_act: False`. An illegal pick ends the game, as in `TurnEnv`."""

    def __init__(self, setting: Setting, render_mode: str | None = None) -> None:
        check_mode(render_mode)
        info = setting.game.info
        if not info.simultaneous:
            raise UnsupportedGame(f"{info.name} is played by turns: use env({info.name!r}) instead of parallel_env")
        self.setting, self.render_mode = setting, render_mode
        self.metadata = {"name": f"{info.name}_v0", "render_modes": list(MODES), "render_fps": FPS}
        self.possible_agents = list(setting.agents)
        self.observation_spaces = {agent: observation_space(setting) for agent in self.possible_agents}
        self.action_spaces = {agent: action_space(setting) for agent in self.possible_agents}
        self.agents: list[str] = []
        self.seed, self.episode = new_seed(), 0
        self._look = make_round(setting.encoder)
        self._games = new_games(setting.game, setting.first, 1, self.seed)
        self._acting = np.zeros(setting.seats, np.bool_)
        self._moves = np.zeros((setting.seats, setting.outputs), np.int32)
        self._x = np.zeros((setting.seats, setting.inputs), np.float32)
        self._mask = np.zeros((setting.seats, setting.outputs), np.int8)
        self._earned = np.zeros(MAX_SEATS)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, Any]:
        """Begin a game. The same seed gives the same chance; without one, the next game of the last seed begins."""
        if seed is not None:
            self.seed, self.episode = seed, 0
        self._games.rngs[0, 0] = split_seed(self.seed, "environment", self.episode)
        self.episode += 1
        self._games.states[0] = self.setting.first
        self.agents = list(self.possible_agents)
        self._x[:] = 0.0
        self._advance()
        return self._observations(), self._infos()

    def _advance(self) -> bool:
        """Let chance act and look at the round that follows; whether the game is over."""
        self._mask[:] = 0
        who = self._look(self._games, self._acting, self._x, self._mask, self._moves, self._earned)
        self._mask[~self._acting, IGNORED] = 1
        return bool(who < 0)

    def _observations(self) -> dict[str, Any]:
        return {
            agent: {"observation": self._x[seat].copy(), "action_mask": self._mask[seat].copy()}
            for seat, agent in enumerate(self.possible_agents)
        }

    def _infos(self) -> dict[str, Any]:
        return {
            agent: {"action_mask": self._mask[seat].copy(), "to_act": bool(self._acting[seat])}
            for seat, agent in enumerate(self.possible_agents)
        }

    def step(self, actions: dict[str, int]) -> Answers:
        if not self.agents:
            raise IllegalAction("the game is over: reset() begins another")
        before, picks = self._earned.copy(), np.zeros(MAX_SEATS, np.int64)
        illegal = self._read_picks(actions, picks)
        if illegal:
            self._earned[illegal] = self.setting.game.info.min_return
            over = True
        else:
            play_round(self._games, picks)
            over = self._advance()
        rewards = {agent: float(self._earned[i] - before[i]) for i, agent in enumerate(self.possible_agents)}
        if over:
            self._acting[:] = False
            self.agents = []
        if self.render_mode == "human":
            self.render()
        ended = dict.fromkeys(self.possible_agents, over)
        return self._observations(), rewards, ended, dict.fromkeys(self.possible_agents, False), self._infos()

    def _read_picks(self, actions: dict[str, int], picks: Any) -> list[int]:
        """The picks of the agents that have one, as the game's own actions; and the seats whose pick is illegal."""
        illegal = []
        for seat in np.flatnonzero(self._acting).tolist():
            agent = self.possible_agents[seat]
            if agent not in actions:
                raise IllegalAction(f"{agent} has to pick in this round, and there is no action of it")
            pick = int(actions[agent])
            if not (0 <= pick < self.setting.outputs and self._mask[seat, pick]):
                illegal.append(seat)
            else:
                picks[seat] = self._moves[seat, pick]
        return illegal

    def render(self) -> Any:
        """As a spectator sees it: each agent has its own view, and none of them may see the others'."""
        game, s = self.setting.game, self._games.states[0]
        shown = s if game.is_over(s) else game.spectate(s)
        return render(game, shown, 0, self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


def parallel_env(
    game: str | Game, *, encoder: str | None = None, render_mode: str | None = None, **options: Any
) -> RoundEnv:
    """A game with simultaneous picks. `encoder` is one of the game's; `options` are the game's."""
    return RoundEnv(read_setting(game, encoder, options), render_mode)
