"""The measurements of the study: what each form of the search costs, the engine's cost, a match, answer times."""

import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from ludoteca import agents
from ludoteca.core.errors import WorkError
from ludoteca.core.progress import Report
from ludoteca.core.rng import Rng, below, new_rng
from ludoteca.games.checkers.game import GAME
from ludoteca.games.checkers.levels import LEVELS, PLAIN
from ludoteca.lab.match import Conditions, Match, OngoingMatch, Streams, play_match
from ludoteca.protocol import Agent, Budget, Decision, State, Watch

FORMS = ("minimax", "alpha-beta", "captures first")
OPENING = 4  # random plies before a match game
ENGINE_PLIES = 80  # of the games along which the engine's cost is measured
UNLIMITED = 10**11  # nodes: the depth decides


@dataclass
class Cost:
    """What the moves of one form at one depth took."""

    nodes: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def add(self, nodes: int, seconds: float) -> None:
        self.nodes.append(nodes)
        self.seconds.append(seconds)

    @property
    def mean_nodes(self) -> float:
        return sum(self.nodes) / len(self.nodes)

    @property
    def mean_seconds(self) -> float:
        return sum(self.seconds) / len(self.seconds)

    def percentile(self, part: float) -> float:
        return sorted(self.seconds)[min(len(self.seconds) - 1, int(part * len(self.seconds)))]


@dataclass
class Study:
    """The plan of the study and, as it goes on, what was measured."""

    seed: int
    games: int
    costs: dict[int, dict[str, Cost]] = field(default_factory=dict)
    """By depth and form."""
    draws: dict[int, int] = field(default_factory=dict)
    mismatches: int = 0
    """Positions where the three forms did not agree on the value."""
    engine: dict[int, Cost] = field(default_factory=dict)
    levels: dict[str, Cost] = field(default_factory=dict)
    match: list[float] = field(default_factory=list)
    """Results of the engine against Hard, +1, 0 or -1."""
    openings: int = 0
    seconds: float = 0.2
    note: str = ""
    """Anything about the run that a reader should know."""

    def save_percent(self, depth: int, measure: str) -> tuple[float, float, float]:
        """The three savings at a depth, in per cent of `mean_nodes` or `mean_seconds`."""
        plain, pruned, ordered = (getattr(self.costs[depth][form], measure) for form in FORMS)
        return 100 * (1 - pruned / plain), 100 * (1 - ordered / pruned), 100 * (1 - ordered / plain)


# --- players -------------------------------------------------------------------------------------------------------


class Counted:
    """An agent whose nodes and CPU time are added up."""

    def __init__(self, agent: Agent, cost: Cost, budget: Budget | None = None) -> None:
        self.agent, self.cost, self.budget = agent, cost, budget

    def decide(self, view: State, budget: Any = None, watch: Watch | None = None) -> Decision:
        started = time.process_time()
        decision = self.agent.decide(view, self.budget, watch)
        self.cost.add(decision.analysis.nodes, time.process_time() - started)
        return decision

    def forget(self) -> None:
        self.agent.forget()


class Compared:
    """Asks every form of the search at every position, and plays the move of the last one."""

    def __init__(self, forms: dict[str, Counted]) -> None:
        self.forms = forms
        self.mismatches = 0

    def decide(self, view: State, budget: Any = None, watch: Watch | None = None) -> Decision:
        decisions = [form.decide(view) for form in self.forms.values()]
        values = [decision.analysis.value for decision in decisions]
        self.mismatches += len({None if value is None else round(value, 9) for value in values}) > 1
        return decisions[-1]


def make_form(form: str, depth: int, seed: int) -> Agent:
    if form == "minimax":
        return agents.make("minimax", GAME, seed, depth=depth, random_ties="yes", nodes=UNLIMITED)
    _, options = agents.parse_spec(f"alphabeta:{PLAIN}")
    options |= {"nodes": str(UNLIMITED), "priorities": "yes" if form == "captures first" else "no"}
    return agents.make("alphabeta", GAME, seed, depth=depth, **options)


def keep_seeds(opening: Rng) -> Streams:
    """Agents keep their random numbers; the opening is drawn from this generator."""
    return Streams(0, opening, opening, (None, None))


def require_played(match: Match) -> Match:
    """A study measures agents that play: a forfeit would be counted as a result."""
    if match.result is not None and match.result.forfeit is not None:
        raise WorkError(f"a game of the study was not played to its end: {match.result.reason}")
    return match


# --- measuring -----------------------------------------------------------------------------------------------------


def measure_depth(study: Study, depth: int, report: Report) -> None:
    """The games of one depth, all forms at every position."""
    made = {form: make_form(form, depth, study.seed) for form in FORMS}
    for agent in made.values():
        agent.warm_up(GAME.start())
        agent.decide(GAME.start(), Budget(nodes=10_000))
    costs = study.costs[depth] = {form: Cost() for form in FORMS}
    player = Compared({form: Counted(agent, costs[form]) for form, agent in made.items()})
    study.draws[depth] = 0
    for number in range(study.games):
        report(f"depth {depth}", number, study.games)
        made[FORMS[-1]].reseed(study.seed + number)
        streams = keep_seeds(new_rng(study.seed, "opening", number))
        match = require_played(play_match(GAME, [player, player], streams, {"repetition": "off"}))
        study.draws[depth] += GAME.returns(match.final)[0] == 0
    study.mismatches += player.mismatches


def measure_engine(study: Study, depths: Iterable[int], report: Report) -> None:
    """The engine's cost by depth, along games that it plays against itself."""
    games = max(1, study.games // 5)
    for depth in depths:
        agent = agents.make("checkers_engine", GAME, depth=depth)
        agent.warm_up(GAME.start())
        player = Counted(agent, Cost(), Budget(nodes=UNLIMITED))
        study.engine[depth] = player.cost
        for number in range(games):
            report(f"engine, depth {depth}", number, games)
            streams = keep_seeds(new_rng(study.seed, "engine", number))
            ongoing = OngoingMatch(GAME, [player, player], streams, conditions=Conditions(opening=OPENING))
            for turn in ongoing.turns():
                if turn.ply + 1 >= ENGINE_PLIES:
                    break
            require_played(ongoing.finish())


def play_hard(study: Study, report: Report) -> None:
    """The engine against the strongest level of the original program: each opening with both colours."""
    hard = agents.make_from_spec("Hard", GAME, study.seed)
    engine = agents.make("checkers_engine", GAME, study.seed, seconds=study.seconds)
    for agent in (hard, engine):
        agent.warm_up(GAME.start())
    for opening in range(study.openings):
        for seat in (0, 1):
            report("engine against Hard", 2 * opening + seat, 2 * study.openings)
            players = [engine, hard] if seat == 0 else [hard, engine]
            streams = keep_seeds(new_rng(study.seed, "opening", opening))
            match = require_played(play_match(GAME, players, streams, None, Conditions(opening=OPENING)))
            study.match.append(GAME.returns(match.final)[seat])


def time_levels(study: Study, positions: int, report: Report) -> None:
    """How long each level thinks (by the clock), over positions from games of random moves."""
    for level in LEVELS:
        agent = agents.make_from_spec(level.agent, GAME, study.seed)
        agent.warm_up(GAME.start())
        agent.decide(GAME.start())
        cost = study.levels[level.name] = Cost()
        rng = new_rng(study.seed, "positions")
        while len(cost.seconds) < positions:
            report(level.name, len(cost.seconds), positions)
            decision = decide_after(agent, below(rng, 60), rng)
            if decision is not None:
                cost.add(decision.analysis.nodes, decision.analysis.seconds)


def decide_after(agent: Agent, plies: int, rng: Rng) -> Decision | None:
    """The agent's decision after so many random plies; None if the game is over by then."""
    ongoing = OngoingMatch(GAME, [agent, agent], keep_seeds(rng), conditions=Conditions(opening=plies))
    for turn in ongoing.turns():
        if turn.decision is not None:
            return turn.decision
    require_played(ongoing.finish())
    return None
