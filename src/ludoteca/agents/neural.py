"""A policy network as an agent, for any game with an encoder. It needs no torch.

The weights are a file that `ludoteca learn` wrote, or the name of a network that the game's plugin ships. Illegal
actions are left out; how often the network's first choice was one of them is counted in the analysis.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from ludoteca import games
from ludoteca.agents.encoding import Choice, choose_outputs, rows_of
from ludoteca.core.errors import WeightsError, near_misses
from ludoteca.core.plugins import load_plugin, plugin_names
from ludoteca.networks.files import NetworkFile, load_file
from ludoteca.protocol import (
    ActionValue,
    Agent,
    Analysis,
    Budget,
    Decision,
    Encoder,
    Game,
    GameInfo,
    Settings,
    State,
    Watch,
    new_actions,
    new_states,
)

SUFFIX = ".safetensors"


@dataclass(frozen=True)
class NeuralSettings(Settings):
    weights: str = ""
    """A file, or the name of a network that comes with the game; empty for the first of those."""
    sample: bool = False
    """Whether to draw the action by its probability instead of taking the most probable."""
    temperature: float = 1.0
    """Above 1 the probabilities come closer to each other, below 1 they go apart."""

    public_limits: ClassVar = {"weights": ""}

    def check(self) -> None:
        self.require("temperature", 0.01, 100.0)


class Neural(Agent):
    name = "neural"
    summary = "a policy network: plays what it holds most probable"
    Settings = NeuralSettings
    settings: NeuralSettings

    @classmethod
    def stands_alone(cls, info: GameInfo) -> bool:
        """A network is of one size: in a game for two to five it can only be asked for by name."""
        return info.seats[0] == info.seats[1] and bool(list_networks(info.name))

    def prepare(self) -> None:
        self.policy = Policy(self.game, load_weights(self.game, self.settings.weights))
        self.choice = Choice(self.settings.sample, self.settings.temperature)
        self.illegal_choices = 0
        self.room = new_states(self.game.state_dtype, 2)

    def forget(self) -> None:
        self.illegal_choices = 0

    def choose(self, view: State, seat: int, budget: Budget | None, watch: Watch) -> Decision:
        policy = self.policy
        policy.check(view)
        self.room[0] = view
        x, legal = policy.look(self.room, np.zeros(1, np.int64), self.room[1:])
        answers = policy.inference.run(x[0])
        chosen, odds = np.zeros(1, np.int64), np.zeros((1, policy.units))
        output = answers[policy.head][None, :]
        self.illegal_choices += choose_outputs(output, legal, self.choice, self.rng[None, :], chosen, odds)
        actions = [
            ActionValue(int(policy.encoder.action_of(view, int(i))), probability=float(odds[0, i]))
            for i in np.flatnonzero(legal[0])
        ]
        action = int(policy.encoder.action_of(view, int(chosen[0])))
        actions.sort(key=lambda row: (row.action != action, -(row.probability or 0.0)))
        value = float(answers["value"][0]) if policy.has_value else None
        analysis = Analysis(tuple(actions), (action,), value, nodes=1, illegal_choices=self.illegal_choices)
        return Decision(action, analysis)


class Policy:
    """A network with the encoder that it was trained for, in a game."""

    def __init__(self, game: Game, network: NetworkFile) -> None:
        self.game, self.network = game, network
        self.encoder = find_encoder(game, network)
        declaration = network.declaration
        heads = [head for head in declaration.heads if head.kind == "policy"]
        if not heads:
            raise WeightsError(f"this network has no policy, only {', '.join(head.name for head in declaration.heads)}")
        self.head, self.units = heads[0].name, heads[0].units
        self.has_value = any(head.name == "value" and head.units == 1 for head in declaration.heads)
        self._check_sizes()
        self.inference = network.start()
        self.rows = rows_of(self.encoder)
        self.out = new_actions(game)
        self._x = np.zeros((0, declaration.inputs), np.float32)
        self._legal = np.zeros((0, self.units), np.bool_)

    def _check_sizes(self) -> None:
        """Where the encoder has one size in all games, see at once whether it is the network's."""
        encoder, inputs = self.encoder, self.network.declaration.inputs
        if not callable(encoder.inputs) and encoder.inputs != inputs:
            raise WeightsError(f"this network takes {inputs} inputs; the encoder {encoder.name} makes {encoder.inputs}")
        if not callable(encoder.outputs) and encoder.outputs != self.units:
            raise WeightsError(f"this network has {self.units} outputs; {encoder.name} has {encoder.outputs}")

    def check(self, view: State) -> None:
        """Refuse a game of another size than the network's."""
        self.encoder.check(view)
        found = self.encoder.count_inputs(view), self.encoder.count_outputs(view)
        if found != (self.network.declaration.inputs, self.units):
            raise WeightsError(
                f"this network is for games with {self.network.declaration.inputs} inputs and {self.units} outputs; a "
                f"game of this size has {found[0]} and {found[1]}"
            )

    def look(self, states: Any, places: Any, views: Any) -> tuple[Any, Any]:
        """The features and the legal outputs of the states at `places`; `views` gets what their movers see."""
        n = len(places)
        if n > len(self._x):
            self._x = np.zeros((n, self._x.shape[1]), np.float32)
            self._legal = np.zeros((n, self.units), np.bool_)
        self.rows.look(states, places, views, self._x[:n], self._legal[:n], self.out)
        return self._x[:n], self._legal[:n]

    def choose(self, x: Any, legal: Any, views: Any, choice: Choice, rngs: Any) -> tuple[Any, int]:
        """A legal output for each row that `look` has made, and how often the largest was an illegal one."""
        chosen, odds = np.zeros(len(x), np.int64), np.zeros((len(x), self.units))
        outputs = self.inference.run_batch(x)[self.head]
        return chosen, int(choose_outputs(outputs, legal, choice, rngs, chosen, odds))


# --- finding weights -----------------------------------------------------------------------------------------------


def list_networks(game: str) -> dict[str, Path]:
    """The networks that come with a game, by name."""
    if game not in plugin_names():
        return {}
    plugin = load_plugin(game)
    return {name: plugin.folder / file for name, file in plugin.networks.items()}


def load_weights(game: Game, text: str) -> NetworkFile:
    """A network by its name or its file; WeightsError says what is wrong."""
    known = list_networks(game.info.name)
    if not text:
        if not known:
            raise WeightsError(
                f"no network comes with {game.info.name}: name a file, as in neural:weights=FILE{SUFFIX}"
            )
        text = next(iter(known))
    if text in known:
        path = known[text]
    elif text.endswith(SUFFIX) or Path(text).exists():
        path = Path(text)
    else:
        hint = f"; {near_misses(text, known)}" if known else ""
        raise WeightsError(f"there is no file {text!r}, and no network of that name comes with {game.info.name}{hint}")
    network = load_file(path)
    home = network.record.get("game", game.info.name)
    if home != game.info.name:
        raise WeightsError(f"{path} is a network for {home}, not for {game.info.name}")
    return network


def find_encoder(game: Game, network: NetworkFile) -> Encoder:
    known = games.encoders_of(game)
    name = network.declaration.encoder
    if name not in known:
        raise WeightsError(
            f"this network was trained for the encoder {name!r} of {game.info.name}, which there is not; "
            f"{near_misses(name, known)}"
        )
    return known[name]
