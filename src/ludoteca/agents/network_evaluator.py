"""A network that evaluates the leaves of guided searches: of one tree or of many at once."""

from typing import Any

import numpy as np

from ludoteca.agents.evaluations import Heads, count_values, evaluations_of
from ludoteca.agents.guided_search import Plan
from ludoteca.agents.guided_tree import Forest
from ludoteca.agents.neural import Policy
from ludoteca.core.errors import WeightsError
from ludoteca.networks.batches import Inference
from ludoteca.networks.files import NetworkFile
from ludoteca.networks.program import build_plan
from ludoteca.protocol import Game, State

VALUE = "value"


class NetworkEvaluator:
    """A network with the heads `policy` and `value` for a game of so many seats. `check` refuses others."""

    def __init__(self, game: Game, network: NetworkFile, batches: Inference | None = None) -> None:
        """`batches`: who answers many positions at once, if not the network as it is played."""
        self.policy = Policy(game, network)
        self.functions = evaluations_of(self.policy.encoder)
        self.inference = self.policy.inference
        self.batches = batches or self.inference
        self.team = game.info.co_operative
        declaration = network.declaration
        units = [head.units for head in declaration.heads if head.name == VALUE and head.kind == "numbers"]
        if not units:
            raise WeightsError(
                "this network has no value: a search needs the heads policy and value, as `ludoteca train` makes them; "
                "the agent neural plays it without a search"
            )
        places = build_plan(declaration, network.tensors).outputs
        self.heads = Heads(places[self.policy.head][0], places[VALUE][0], units[0], self.team)
        self._x = np.zeros((1, declaration.inputs), np.float32)

    def check(self, s: State) -> None:
        """Refuse a game of another size than the network's."""
        self.policy.check(s)
        game = self.policy.game
        wanted = count_values(game.info, game.seats(s))
        if self.heads.values not in (1, wanted) or (wanted > 1 and self.heads.values == 1):
            raise WeightsError(
                f"the value of this network has {self.heads.values} units; a game of {game.seats(s)} seats of "
                f"{game.info.name} needs {wanted}"
            )

    def answer(self, forest: Forest, plan: Plan, trees: Any, nodes: Any) -> None:
        """Evaluate the leaves of these trees in one batch, and let the searches go on."""
        n = len(trees)
        if n > len(self._x):
            self._x = np.zeros((n, self._x.shape[1]), np.float32)
        x = self._x[:n]
        self.functions.collect(forest, trees, x)
        found = self.batches.run_batch(x)
        policy, values = found[self.policy.head], found[VALUE]
        self.functions.scatter(forest, plan, trees, nodes, policy, values, self.team)
