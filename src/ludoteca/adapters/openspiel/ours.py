"""Our games as Python games of OpenSpiel, registered as ludoteca_NAME; their options are its parameters.

Simultaneous picks are made one after the other and hidden until all are made. Actions are numbered by the encoder.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel

from ludoteca import games
from ludoteca.adapters.openspiel.nodes import Node, find_table
from ludoteca.adapters.setting import Setting
from ludoteca.agents.playouts import UNIFORM, play_out
from ludoteca.core.plugins import usable_plugins
from ludoteca.core.rng import new_rng
from ludoteca.protocol import CHANCE, OVER, Game, GameInfo, new_actions

PREFIX = "ludoteca_"
UTILITY = {
    "zero-sum": pyspiel.GameType.Utility.ZERO_SUM,
    "constant-sum": pyspiel.GameType.Utility.CONSTANT_SUM,
    "general": pyspiel.GameType.Utility.GENERAL_SUM,
    "co-operative": pyspiel.GameType.Utility.IDENTICAL,
}


class OurState(pyspiel.State):  # type: ignore[misc]
    """A pointer to a node. Cloning copies the pointer."""

    def __init__(self, game: "OurGame") -> None:
        super().__init__(game)
        self.node: Node = game.table.root

    def current_player(self) -> int:
        who = self.node.who
        if who == OVER:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if who == CHANCE else who

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.node.actions) if player == self.node.who else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return list(enumerate(self.node.odds))

    def _apply_action(self, action: int) -> None:
        self.node = self.node.child(action)

    def _action_to_string(self, player: int, action: int) -> str:
        node = self.node
        if action not in node.actions:
            return f"action {action}"
        return node.table.setting.game.format_action(node.state, node.actions[action])

    def is_terminal(self) -> bool:
        return self.node.who == OVER

    def returns(self) -> list[float]:
        return self.node.earned

    def rewards(self) -> list[float]:
        return self.node.rewards

    def information_state_string(self, player: int | None = None) -> str:
        return name_information(self.node, self.node.who if player is None else player)

    def __str__(self) -> str:
        return self.node.table.setting.game.draw(self.node.state)


def name_information(node: Node, seat: int) -> str:
    return f"{seat}:{node.information(seat).hex()}"


class OurObserver:
    """The encoder's numbers for the seat to act; zeros for the others, since encoders read decisions only."""

    def __init__(self, setting: Setting, recall: bool) -> None:
        self.setting, self.recall = setting, recall
        self.tensor = np.zeros(setting.inputs, np.float32)
        self.dict = {name: self.tensor[place] for name, place in setting.encoder.find_slices(setting.first).items()}

    def set_from(self, state: OurState, player: int) -> None:
        self.tensor[:] = 0.0
        if state.node.who == player:
            self.setting.encoder.fill(state.node.view(player).view(np.recarray)[0], self.tensor)

    def string_from(self, state: OurState, player: int) -> str:
        """What the seat has seen since the beginning, as a hash, where that is asked for; or what it sees now."""
        if self.recall:
            return name_information(state.node, player)
        return f"{player}:\n{self.setting.game.draw(state.node.view(player).view(np.recarray)[0])}"


class OurGame(pyspiel.Game):  # type: ignore[misc]
    def __init__(self, game: Game, encoder: str | None, params: Mapping[str, Any] | None = None) -> None:
        given = {option.name: option.default for option in game.info.options} | dict(params or {})
        self.table = find_table(game, encoder, given)
        self.setting = self.table.setting
        super().__init__(describe_type(game.info), describe_sizes(self.setting), given)

    def new_initial_state(self, state: str | None = None) -> OurState:
        return OurState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> OurObserver:
        if params:
            raise ValueError(f"an observation of {self.setting.game.info.name} takes no parameters: {params}")
        return OurObserver(self.setting, recall=iig_obs_type is not None and iig_obs_type.perfect_recall)


def describe_type(info: GameInfo) -> Any:
    kinds = pyspiel.GameType
    hidden = info.hidden or info.simultaneous
    return kinds(
        short_name=PREFIX + info.name,
        long_name=info.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if info.chance else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if hidden else kinds.Information.PERFECT_INFORMATION,
        utility=UTILITY[info.utility],
        reward_model=kinds.RewardModel.REWARDS if info.running else kinds.RewardModel.TERMINAL,
        min_num_players=info.seats[0],
        max_num_players=info.seats[1],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={option.name: option.default for option in info.options},
    )


def describe_sizes(setting: Setting) -> Any:
    info = setting.game.info
    sums = {"zero-sum": 0.0, "constant-sum": sum_returns(setting) if info.utility == "constant-sum" else None}
    return pyspiel.GameInfo(
        num_distinct_actions=setting.outputs,
        max_chance_outcomes=info.max_outcomes,
        num_players=setting.seats,
        min_utility=float(info.min_return),
        max_utility=float(info.max_return),
        utility_sum=sums.get(info.utility),
        max_game_length=info.longest,
    )


def sum_returns(setting: Setting) -> float:
    """What the returns of any game sum to: those of a random one."""
    game, s = setting.game, setting.game.copy(setting.first)
    play_out(s, UNIFORM, 2**31 - 1, new_actions(game), np.zeros(max(1, game.info.max_outcomes)), new_rng(1))
    return sum(game.returns(s))


def load_ours(game: str | Game, encoder: str | None = None, **options: Any) -> OurGame:
    """A game of ours as one of OpenSpiel's, with the options given."""
    found = games.load(game) if isinstance(game, str) else game
    register(found)
    return OurGame(found, encoder, options)


def register_all() -> list[str]:
    """Make every installed game known to `pyspiel.load_game`; return the names."""
    return [register(games.load(name)) for name in usable_plugins()]


def register(game: Game) -> str:
    """Make a game known to `pyspiel.load_game`, if it is not yet; return its name there."""
    name = PREFIX + game.info.name
    if name not in pyspiel.registered_names():
        pyspiel.register_game(describe_type(game.info), make_class(game))
    return name


def make_class(game: Game) -> type[OurGame]:
    """OpenSpiel keeps what it is given until after Python's end: a class outlives that, a function would crash."""

    class Registered(OurGame):
        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            super().__init__(game, None, params)

    return Registered
