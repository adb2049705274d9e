"""Monte Carlo tree search with UCT (Kocsis and Szepesvari 2006), for chance, simultaneous and n-player games too.

One iteration: descend by UCT while every action of a position has been tried; add one untried action, at random;
play out; back up. The child followed maximises `mean + 2 Cp sqrt(2 ln N / n)` with rewards scaled to [0, 1]; equal
maxima are decided at random. The rewards of all seats are backed up and each position maximises that of its own
mover; with `shared` all maximise that of the seat that decides, as some published programs do.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar

import numpy as np

from ludoteca.agents.playouts import NO_CAP, UNIFORM, find_reward
from ludoteca.agents.reuse import LOOK_AHEAD, extract, find_position
from ludoteca.agents.root_statistics import count_root, follow_most_visited
from ludoteca.agents.search_tree import NONE, ROOT, Tree, clear, new_tree
from ludoteca.agents.tree_snapshot import draw_tree
from ludoteca.agents.uct import PLAN, Plan, Workspace, grow
from ludoteca.core.errors import SettingsError, UnknownName
from ludoteca.core.rng import below, new_rng
from ludoteca.protocol import Agent, GameInfo, Settings, State, new_actions, new_states, words_of
from ludoteca.protocol import rules as generic
from ludoteca.protocol.analysis import ActionValue, Analysis, Decision
from ludoteca.protocol.budget import DONE, UNLIMITED, Budget, Watch, new_control, run_search
from ludoteca.protocol.published import find_known_bugs


@dataclass(frozen=True)
class MctsSettings(Settings):
    aliases: ClassVar[Mapping[str, str]] = {"slip": "known_bug"}
    public_limits: ClassVar[Mapping[str, float | str]] = {"threads": 1, "max_nodes": 2_000_000, "snapshot": 200}

    exploration: float = 0.28
    """The Cp of UCT: the weight of the bonus for little-tried actions. 0.7071 is the value of the proof; this one was
    tuned on connect four and checkers."""
    final: str = "visits"
    """How the action is chosen in the end: most visits, or best value. Ties at random."""
    reward: str = "returns"
    """What is maximised: the game's returns, or one of the other rewards that the game names."""
    others_reward: str = ""
    """What the other seats maximise in the tree, if it is something else."""
    shared: bool = False
    """Every seat in the tree maximises the reward of the seat that decides, instead of its own."""
    chance: str = "closed"
    """Chance outcomes have nodes of their own (closed), or are drawn anew at each visit (open)."""
    picks: str = "decoupled"
    """Simultaneous picks: each seat has statistics of its own (decoupled), or sees earlier picks (sequential)."""
    others: str = "search"
    """How the other seats act in the tree: each by its own statistics (search), or as in playouts (playout)."""
    known_bug: str = ""
    """An error of a published program to repeat, by the name that the game gives it; for studies."""
    playout: str = "uniform"
    """Who plays to the end: uniform, or one of the game's own bots by name."""
    cap: int = 0
    """Actions of a playout before the game's evaluation takes over; 0 plays to the end."""
    reuse: bool = False
    """Keep the part of the tree that is still true for the next decision (perfect information, no picks)."""
    threads: int = 1
    """Independent trees grown at once, their counts added up at the root."""
    max_nodes: int = 2_000_000
    """A tree of this size stops growing; iterations go on at its leaves."""
    snapshot: int = 0
    """How many nodes of the tree the analysis shows."""

    def check(self) -> None:
        self.require("exploration", 0.0, 1e6)
        self.require_choice("final", ("visits", "value"))
        self.require_choice("chance", ("closed", "open"))
        self.require_choice("picks", ("decoupled", "sequential"))
        self.require_choice("others", ("search", "playout"))
        self.require("cap", 0, 10**6)
        self.require("threads", 1, 64)
        self.require("max_nodes", 100, 2 * 10**9)
        self.require("snapshot", 0, 10**6)


class Mcts(Agent):
    name = "mcts"
    summary = "Monte Carlo tree search with UCT: plays many games in its head and follows the most promising moves"
    Settings = MctsSettings
    settings: MctsSettings
    budget: Budget | None = Budget(iterations=10_000)

    @classmethod
    def refusal(cls, info: GameInfo) -> str | None:
        if info.hidden:
            return "it needs perfect information; use ismcts, which guesses what it cannot see"
        return None

    def least_budget(self) -> Budget:
        return Budget(iterations=2 * self.settings.threads)

    def prepare(self) -> None:
        info, settings = self.game.info, self.settings
        if settings.playout != "uniform" and settings.playout not in (*info.bots, *info.bot_aliases):
            raise UnknownName(f"playout policy of {info.name}", settings.playout, ("uniform", *info.bots))
        for reward in (settings.reward, settings.others_reward or settings.reward):
            find_reward(info, reward)
        if settings.known_bug and settings.known_bug not in find_known_bugs(self.game):
            raise UnknownName(f"known bug of {info.name}", settings.known_bug, find_known_bugs(self.game))
        mixed = (settings.reward == "returns") != ((settings.others_reward or settings.reward) == "returns")
        if mixed and (info.min_return, info.max_return) != (0.0, 1.0):
            raise SettingsError("returns and another reward cannot be mixed: they are on different scales")
        if settings.cap and not (self.game.has_evaluation or info.running):
            raise SettingsError(f"cap needs an evaluation, and {info.name} has none: use cap=0")
        if settings.others == "playout" and (settings.reuse or (info.chance and settings.chance == "closed")):
            raise SettingsError("others=playout draws what the others do at each visit: it needs chance=open, reuse=no")
        if settings.reuse and (info.hidden or info.simultaneous or (info.chance and settings.chance == "open")):
            raise SettingsError("reuse needs perfect information, no simultaneous picks, and chance=closed")
        self.plan = self.new_plan()
        self.trees: list[Tree] = []
        self.workspaces: list[Workspace] = []
        self.spare_tree: Tree | None = None
        self.grown_for: State | None = None

    def forget(self) -> None:
        self.grown_for = None

    def choose(self, view: State, seat: int, budget: Budget | None, watch: Watch) -> Decision:
        assert budget is not None
        limit = budget.units("iterations")
        root = self.game.copy(view)
        if self.game.info.simultaneous:
            generic.retract(root, seat)
        if self.settings.known_bug:
            find_known_bugs(self.game)[self.settings.known_bug](root)
        plan = self.plan
        plan.seat = seat
        trees = self.allocate_trees(root, limit)
        for workspace in self.workspaces:
            workspace.root[0] = root
        seeds = int(self.rng[0])
        rngs = [self.rng] + [new_rng(seeds, i) for i in range(1, len(trees))]
        shares = _share(limit, len(trees))
        controls = [new_control(share) for share in shares]
        watch.snapshot = lambda size: draw_tree(trees[0], seat, plan.low, plan.span, size)
        watch.partial_analysis = lambda: self.current_analysis(trees, plan, watch.done)
        jobs = [
            partial(grow, tree, plan, workspace, control, rng)
            for tree, workspace, control, rng in zip(trees, self.workspaces, controls, rngs, strict=True)
        ]
        run_search(jobs, controls, budget.seconds, watch)
        self.grown_for = root
        return self.conclude(trees, plan, sum(int(control[DONE]) for control in controls))

    def new_plan(self) -> Any:
        info, settings = self.game.info, self.settings
        plan = new_states(PLAN, 1)[0]
        plan.weight = 2.0 * settings.exploration
        plan.policy = UNIFORM if settings.playout == "uniform" else info.find_bot(settings.playout)
        plan.cap = settings.cap or NO_CAP
        plan.kind = find_reward(info, settings.reward)
        plan.other_kind = find_reward(info, settings.others_reward or settings.reward)
        plan.shared = settings.shared
        plan.closed = settings.chance == "closed"
        plan.modelled = settings.others == "playout"
        plan.decoupled = settings.picks == "decoupled" and not plan.modelled
        scaled = settings.reward == "returns"
        plan.low = info.min_return if scaled else 0.0
        plan.span = info.max_return - info.min_return if scaled else 1.0
        return plan

    def new_workspace(self, seats: int) -> Workspace:
        info = self.game.info
        states = new_states(self.game.state_dtype, 2)
        odds = np.zeros(max(1, info.max_outcomes))
        path = np.zeros(3 * info.longest + 8, np.int32)
        return Workspace(states[:1], states[1:], new_actions(self.game), odds, path, np.zeros(seats))

    # --- trees -----------------------------------------------------------------------------------------------------

    def allocate_trees(self, root: State, limit: int) -> list[Tree]:
        """A tree per thread: the kept ones where they still serve, else empty ones, large enough for the limit."""
        seats, threads = self.game.seats(root), self.settings.threads
        capacity = self.capacity(limit)
        fits = len(self.trees) == threads and all(
            len(tree.nodes) >= capacity and tree.sums.shape[1] == seats for tree in self.trees
        )
        if not fits:
            self.trees, self.spare_tree = [new_tree(capacity, seats) for _ in range(threads)], None
            self.workspaces = [self.new_workspace(seats) for _ in self.trees]
        elif not (self.settings.reuse and self.reuse_trees(root)):
            for tree in self.trees:
                clear(tree)
        return self.trees

    def capacity(self, limit: int) -> int:
        """Nodes that so many iterations can fill at the most, within `max_nodes`."""
        if limit == UNLIMITED or self.settings.reuse:
            return self.settings.max_nodes
        info = self.game.info
        per_iteration = max(info.max_actions, info.max_outcomes) + info.seats[1]
        if info.simultaneous:  # a whole round at once: each picker has children in the tree, and in its bandit
            per_iteration = max(per_iteration, info.seats[1] * (2 * info.max_actions + 1))
        return min(self.settings.max_nodes, limit * per_iteration + per_iteration + 1)

    def reuse_trees(self, root: State) -> bool:
        """Make the node of the new root position the root of each tree; False if it is in none of them."""
        if self.grown_for is None:
            return False
        states = new_states(self.game.state_dtype, LOOK_AHEAD + 2)
        words = words_of(states)
        states[-1] = root
        found = False
        for i, tree in enumerate(self.trees):
            states[0] = self.grown_for
            node = find_position(tree, ROOT, states[:-1], words[:-1], words[-1], 0)
            if node == NONE:
                clear(tree)
                continue
            found = True
            if self.spare_tree is None:
                self.spare_tree = new_tree(len(tree.nodes), tree.sums.shape[1])
            extract(tree, node, self.spare_tree, np.empty(len(tree.nodes), np.int32))
            self.trees[i], self.spare_tree = self.spare_tree, tree
        return found

    # --- the answer ------------------------------------------------------------------------------------------------

    def conclude(self, trees: list[Tree], plan: Plan, iterations: int) -> Decision:
        """Add up the counts at the roots and choose."""
        values = self.count_roots(trees, plan)
        best = self.pick_best(values)
        analysis = self.explain(trees, values, best, iterations)
        if size := self.settings.snapshot:
            picture = draw_tree(trees[0], int(plan.seat), plan.low, plan.span, size)
            analysis = replace(analysis, tree=picture)
        return Decision(best.action, analysis)

    def current_analysis(self, trees: list[Tree], plan: Plan, iterations: int) -> Analysis | None:
        """What the trees say so far. Safe while other threads grow the trees."""
        values = self.count_roots(trees, plan)
        best = max(values, key=self.final_score, default=None)
        return None if best is None else self.explain(trees, values, best, iterations)

    def count_roots(self, trees: list[Tree], plan: Plan) -> list[ActionValue]:
        seat = int(plan.seat)
        visits: dict[int, int] = {}
        sums: dict[int, float] = {}
        for tree in trees:
            for action, n, total in count_root(tree, seat):
                visits[action] = visits.get(action, 0) + n
                sums[action] = sums.get(action, 0.0) + total
        low, span = float(plan.low), float(plan.span)
        return [ActionValue(action, low + span * sums[action] / n if n else None, n) for action, n in visits.items()]

    def explain(self, trees: list[Tree], values: list[ActionValue], best: ActionValue, iterations: int) -> Analysis:
        ordered = sorted(values, key=lambda item: (item is not best, -(item.visits or 0), item.action))
        longest = 0 if self.plan.modelled else self.game.info.longest
        line = follow_most_visited(trees[0], best.action, longest)
        nodes = sum(int(tree.used[0]) for tree in trees)
        return Analysis(tuple(ordered), line, best.value, nodes, iterations, len(line))

    def final_score(self, item: ActionValue) -> float:
        """What the final choice goes by: visits, or value."""
        if self.settings.final == "visits":
            return item.visits or 0
        return -np.inf if item.value is None else item.value

    def pick_best(self, values: list[ActionValue]) -> ActionValue:
        """The final choice; ties at random."""
        top = max(self.final_score(item) for item in values)
        equal = [item for item in values if self.final_score(item) == top]
        return equal[below(self.rng, len(equal))]


def _share(limit: int, parts: int) -> list[int]:
    """Divide a limit into nearly equal parts, none of them zero."""
    if limit == UNLIMITED:
        return [UNLIMITED] * parts
    return [max(1, limit // parts + (i < limit % parts)) for i in range(parts)]
