"""A game by turns: PettingZoo's AEC environment, one compiled call a step."""

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo.utils.env import AECEnv

from ludoteca.adapters.pettingzoo.observing import action_space, observation_space
from ludoteca.adapters.pictures import FPS, MODES, check_mode, render
from ludoteca.adapters.setting import Setting, read_setting
from ludoteca.adapters.turns import NO_ACTION, make_turn
from ludoteca.core.errors import IllegalAction
from ludoteca.core.rng import new_seed, split_seed
from ludoteca.protocol import MAX_SEATS, Game
from ludoteca.training.ppo_games import new_games


class TurnEnv(AECEnv):  # type: ignore[misc]
    """The agent to act sees {"observation", "action_mask"}; the others keep what they saw when they last acted, with an
    empty mask. A reward is what returns grew by. An illegal action ends the game: the agent gets the game's lowest
    return, the others nothing more."""

    def __init__(self, setting: Setting, render_mode: str | None = None) -> None:
        super().__init__()
        check_mode(render_mode)
        self.setting, self.render_mode = setting, render_mode
        name = setting.game.info.name
        self.metadata = {"name": f"{name}_v0", "render_modes": list(MODES), "is_parallelizable": False}
        self.metadata["render_fps"] = FPS
        self.possible_agents = list(setting.agents)
        self.observation_spaces = {agent: observation_space(setting) for agent in self.possible_agents}
        self.action_spaces = {agent: action_space(setting) for agent in self.possible_agents}
        self.seed = new_seed()
        self.episode = 0
        self._turn = make_turn(setting.encoder)
        self._games = new_games(setting.game, setting.first, 1, self.seed)
        self._moves = np.zeros(setting.outputs, np.int32)
        self._earned, self._before = np.zeros(MAX_SEATS), np.zeros(MAX_SEATS)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    # --- playing ---------------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. The same seed gives the same chance; without one, the next game of the last seed begins."""
        if seed is not None:
            self.seed, self.episode = seed, 0
        self._games.rngs[0, 0] = split_seed(self.seed, "environment", self.episode)
        self.episode += 1
        self._games.states[0] = self.setting.first
        self._games.earned[0] = 0.0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"action_mask": self._no_mask()} for agent in self.agents}
        self._seen = {agent: np.zeros(self.setting.inputs, np.float32) for agent in self.agents}
        self._earned[:] = 0.0
        self._advance(NO_ACTION)
        self._before[:] = self._earned

    def _no_mask(self) -> Any:
        return np.zeros(self.setting.outputs, np.int8)

    def _advance(self, action: int) -> None:
        """Play, and keep what the next agent sees."""
        x, mask = np.empty(self.setting.inputs, np.float32), self._no_mask()
        self._seat = self._turn(self._games, action, x, mask, self._moves, self._earned)
        if self._seat >= 0:
            agent = self.agent_selection = self.possible_agents[self._seat]
            self._seen[agent] = x
            self.infos[agent] = {"action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalAction(f"{agent} is to act: None is only for agents whose game is over")
        mask = self.infos[agent]["action_mask"]
        self._cumulative_rewards[agent] = 0.0
        if not (0 <= action < len(mask) and mask[action]):
            self._forfeit(agent)
            return
        self.infos[agent] = {"action_mask": self._no_mask()}
        self._advance(int(self._moves[action]))
        self._share_rewards()
        if self._seat < 0:
            self._end(agent)
        if self.render_mode == "human":
            self.render()

    def _share_rewards(self) -> None:
        rewards, total, now, before = self.rewards, self._cumulative_rewards, self._earned, self._before
        for seat, agent in enumerate(self.possible_agents):
            reward = float(now[seat] - before[seat])
            rewards[agent] = reward
            total[agent] += reward
        before[:] = now

    def _forfeit(self, agent: str) -> None:
        for other in self.possible_agents:
            self.rewards[other] = 0.0
        seat = self.possible_agents.index(agent)
        lost = float(self.setting.game.info.min_return - self._before[seat])
        self.rewards[agent] = lost
        self._cumulative_rewards[agent] += lost
        self._end(agent)
        self.infos[agent]["illegal"] = True

    def _end(self, agent: str) -> None:
        for other in self.possible_agents:
            self.terminations[other] = True
            self.infos[other] = {"action_mask": self._no_mask()}
        self.agent_selection = self.possible_agents[(self.possible_agents.index(agent) + 1) % len(self.possible_agents)]

    def observe(self, agent: str) -> dict[str, Any]:
        return {"observation": self._seen[agent], "action_mask": self.infos[agent]["action_mask"]}

    def render(self) -> Any:
        seat = self.possible_agents.index(self.agent_selection)
        return render(self.setting.game, self._games.states[0], seat, self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


def raw_env(game: str | Game, *, encoder: str | None = None, render_mode: str | None = None, **options: Any) -> TurnEnv:
    """A game by turns. `encoder` is one of the game's (the first that fits if left out); `options` are the game's."""
    return TurnEnv(read_setting(game, encoder, options), render_mode)


env = raw_env  # legality and order are checked inside: wrappers would only cost time
