"""Tree search that is guided by an evaluator: a network, the game's own evaluation, or rollouts.

The evaluator gives a prior for each action and a value for each seat. The tree is searched by PUCT (Rosin 2011; Silver
et al. 2017). The root is as all nodes, or halves its candidates (Gumbel: Danihelka et al. 2022). Sure wins and losses
are backed up as such. See `guided_search.py`. Where seats see different things, the tree is of what they see, and the
others act by their priors: `guided_views.py`.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

import numpy as np

from ludoteca.agents.guided_search import (
    AGAIN,
    EVALUATION,
    NETWORK,
    ROLLOUTS,
    begin_search,
    choose_final,
    estimate,
    receive,
    simulate,
    write_plan,
)
from ludoteca.agents.guided_selection import choose_most_visited
from ludoteca.agents.guided_tree import NONE, ROOT, Forest, count_nodes, new_forest, value_of
from ludoteca.agents.network_evaluator import NetworkEvaluator
from ludoteca.agents.neural import list_networks, load_weights
from ludoteca.agents.playouts import UNIFORM
from ludoteca.core.errors import BudgetError, SettingsError, UnknownName
from ludoteca.core.jit import as_int, compiled
from ludoteca.protocol import (
    ActionValue,
    Agent,
    Analysis,
    Budget,
    Decision,
    GameInfo,
    Settings,
    State,
    Watch,
)
from ludoteca.protocol.budget import DONE, STOP, UNLIMITED, new_control, run_search

EVALUATORS = {"network": NETWORK, "evaluation": EVALUATION, "rollouts": ROLLOUTS}


@dataclass(frozen=True)
class GuidedSettings(Settings):
    evaluator: str = "network"
    """Who judges a position: network, evaluation (the game's own), or rollouts (one random game)."""
    weights: str = ""
    """Of the network: a file, or the name of a network that comes with the game; empty for the first of those."""
    bot: str = ""
    """One of the game's own bots, which advises where there is no network: half of the prior is for its action, and it
    plays the rollouts."""
    exploration: float = 0.7
    """The weight of PUCT's bonus for actions that are likely and little tried; values are on [0, 1]."""
    root: str = "puct"
    """puct: as in all nodes. gumbel: the candidates are halved as in a knockout; it needs a number of iterations."""
    candidates: int = 16
    """Of a Gumbel root: how many actions are tried at first."""
    scale: float = 0.5
    """Of a Gumbel root: how much values weigh beside priors."""
    max_nodes: int = 2_000_000
    """A tree of this size ends the search."""

    public_limits: ClassVar[Mapping[str, float | str]] = {"weights": "", "max_nodes": 2_000_000}

    def check(self) -> None:
        self.require_choice("evaluator", tuple(EVALUATORS))
        self.require_choice("root", ("puct", "gumbel"))
        self.require("exploration", 0.0, 1e6)
        self.require("candidates", 1, 10_000)
        self.require("scale", 0.0, 100.0)
        self.require("max_nodes", 1000, 10**9)
        if self.weights and self.evaluator != "network":
            raise SettingsError(f"weights are for evaluator=network, not for evaluator={self.evaluator}")
        if self.bot and self.evaluator == "network":
            raise SettingsError(
                "bot is for evaluator=evaluation or evaluator=rollouts: a network has priors of its own"
            )


class Guided(Agent):
    name = "guided"
    summary = "tree search guided by a network (or by rules, or by rollouts): PUCT, with sure wins and losses proven"
    Settings = GuidedSettings
    settings: GuidedSettings
    budget: Budget | None = Budget(iterations=200)

    @classmethod
    def stands_alone(cls, info: GameInfo) -> bool:
        """A network is of one size: in a game for two to five it can only be asked for by name."""
        return info.seats[0] == info.seats[1] and bool(list_networks(info.name))

    def prepare(self) -> None:
        settings, info = self.settings, self.game.info
        self.network: NetworkEvaluator | None = None
        if settings.evaluator == "network":
            self.network = NetworkEvaluator(self.game, load_weights(self.game, settings.weights))
        if settings.bot and settings.bot not in (*info.bots, *info.bot_aliases):
            raise UnknownName(f"bot of {info.name}", settings.bot, info.bots)
        if settings.evaluator == "evaluation" and not (self.game.has_evaluation or info.running):
            raise SettingsError(f"{info.name} has no evaluation: use evaluator=rollouts")
        self.plan = self._new_plan()
        self.forest: Forest | None = None

    def use(self, network: NetworkEvaluator) -> None:
        """Take another network as the evaluator: one that is in no file."""
        self.network = network
        self.plan.evaluator, self.plan.policy = NETWORK, UNIFORM

    def _new_plan(self) -> Any:
        settings, info = self.settings, self.game.info
        plan = write_plan(self.game, settings.exploration)
        plan.gumbel, plan.candidates = settings.root == "gumbel", settings.candidates
        plan.scale = settings.scale
        plan.evaluator = EVALUATORS[settings.evaluator]
        plan.policy = info.find_bot(settings.bot) if settings.bot else UNIFORM
        return plan

    def check_budget(self, budget: Budget) -> None:
        super().check_budget(budget)
        if self.settings.root == "gumbel" and budget.iterations is None:
            raise BudgetError("root=gumbel plans how often it tries what: give it iterations, or use root=puct")

    def choose(self, view: State, seat: int, budget: Budget | None, watch: Watch) -> Decision:
        assert budget is not None
        limit = budget.units("iterations")
        forest = self._make_forest(view, limit)
        if self.network:
            self.network.check(view)
        forest.roots[0] = view
        forest.rngs[0] = self.rng
        begin_search(forest, 0, limit)
        control = new_control(limit)
        watch.partial_analysis = lambda: self._explain(forest, NONE)
        run_search([self._make_job(forest, control)], [control], budget.seconds, watch)
        self.rng[:] = forest.rngs[0]
        child = int(choose_final(forest, self.plan, 0))
        explained = self._explain(forest, child)
        assert explained is not None
        return Decision(int(forest.nodes[0, child].action), explained)

    def _make_job(self, forest: Forest, control: Any) -> Callable[[], None]:
        if not self.network:
            return partial(grow, forest, self.plan, control)
        inference = self.network.inference
        room = (np.zeros(inference.declaration.inputs, np.float32), inference.row)
        return partial(
            self.network.functions.grow, forest, self.plan, self.network.heads, inference.program, room, control
        )

    def _make_forest(self, view: State, limit: int) -> Forest:
        """Memory for the search: what there is, if it is large enough."""
        seats, most = self.game.seats(view), self.settings.max_nodes
        capacity = most if limit == UNLIMITED else min(most, count_nodes(self.game, limit))
        planned = limit if self.settings.root == "gumbel" else 1
        kept = self.forest
        if (
            kept is None
            or kept.sums.shape[2] != seats
            or kept.sums.shape[1] < capacity
            or kept.halving.shape[1] < planned
        ):
            self.forest = kept = new_forest(self.game, seats, 1, planned, capacity)
        return kept

    def _explain(self, forest: Forest, best: int) -> Analysis | None:
        """What the tree says so far. Safe while another thread grows it."""
        root = forest.nodes[0, ROOT]
        if root.count == 0:
            return None
        if best == NONE:
            best = int(choose_most_visited(forest, 0))
        told = np.empty((int(root.count), 4))
        describe_children(forest, self.plan, told)
        first = int(root.first)
        places = sorted(range(len(told)), key=lambda i: (first + i != best, -told[i, VISITS], told[i, ACTION]))
        rows = [tell_action(told[i].tolist()) for i in places]
        room = np.empty(forest.path.shape[1], np.int64)
        line: tuple[int, ...] = tuple(room[: follow_line(forest, best, room)].tolist())
        return Analysis(
            tuple(rows), line, rows[0].value, int(forest.used[0]), int(forest.done[0]), len(line),
            proven=bool(root.proven),
        )  # fmt: skip


ACTION, VISITS, PRIOR, VALUE = range(4)  # of what is told of an action


def tell_action(told: list[float]) -> ActionValue:
    value = None if math.isnan(told[VALUE]) else told[VALUE]
    return ActionValue(int(told[ACTION]), value, int(told[VISITS]), told[PRIOR])


@compiled
def describe_children(forest: Forest, plan: Any, told: Any) -> None:
    """Of each action at the root: the action, its visits, its prior, and its value in the game's own units."""
    root = forest.nodes[0, ROOT]
    for i in range(len(told)):
        child = as_int(root.first + i)
        node = forest.nodes[0, child]
        told[i, ACTION], told[i, VISITS], told[i, PRIOR] = node.action, node.visits, node.prior
        told[i, VALUE] = np.nan
        if node.visits > 0 or node.proven:
            told[i, VALUE] = plan.low + plan.span * value_of(forest, 0, child, as_int(root.mover))


@compiled
def grow(forest: Forest, plan: Any, control: Any) -> None:
    """One search with an evaluator of the game's own, until the limit or the stop flag."""
    while control[STOP] == 0 or forest.nodes[0, ROOT].visits == 0:
        node = simulate(forest, plan, 0)
        if node == NONE:
            break
        if node != AGAIN:
            estimate(forest, plan, 0, node)
            receive(forest, plan, 0)
        control[DONE] = forest.done[0]
    control[DONE] = forest.done[0]


@compiled
def follow_line(forest: Forest, child: int, line: Any) -> int:
    """The most visited actions and outcomes, from a child of the root on; returns how many."""
    length = 0
    while child != NONE and length < len(line):
        node = forest.nodes[0, child]
        line[length] = node.action
        length += 1
        child, best = as_int(NONE), 0
        for other in range(node.first, node.first + node.count):
            if forest.nodes[0, other].visits > best:
                best, child = forest.nodes[0, other].visits, as_int(other)
    return length
