"""The experiment of UNISACheckers repeated: what pruning and captures first save, depth by depth.

Ten games a depth, both sides at the same depth. At every position of a game the three forms of the search are run and
counted (plain minimax, alpha-beta, alpha-beta with captures first); the last one's move is played. Then the engine: its
cost by depth, a match against the strongest level of the original program, and the answer times of every level.
"""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ludoteca import __version__, agents
from ludoteca.core.rng import below, new_rng
from ludoteca.games import load
from ludoteca.games.checkers.levels import LEVELS, PLAIN, find_level
from ludoteca.lab.charts import draw_lines
from ludoteca.lab.report.study import markdown_to_html
from ludoteca.protocol import Agent, Budget

FORMS = ("minimax", "alpha-beta", "captures first")
PUBLISHED = (89.8, 64.0, 96.4)  # per cent saved at depth 6: pruning, then order, then both
SAVINGS = ("alpha-beta instead of minimax", "captures first instead of alpha-beta", "both instead of minimax")
OPENING = 4  # random plies before a match game
Report = Callable[[str, int, int], None]
"""`report(what, done, total)`: the place for a progress bar."""


@dataclass
class Cost:
    """What the moves of one form at one depth took."""

    nodes: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

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


# --- measuring -----------------------------------------------------------------------------------------------------


def make_form(form: str, depth: int, seed: int) -> Agent:
    game = load("checkers")
    if form == "minimax":
        return agents.make("minimax", game, seed, depth=depth, random_ties="yes", nodes=10**11)
    _, options = agents.parse_spec(f"alphabeta:{PLAIN}")
    options |= {"nodes": str(10**11), "priorities": "yes" if form == "captures first" else "no"}
    return agents.make("alphabeta", game, seed, depth=depth, **options)


def decide_and_count(agent: Agent, s: Any, cost: Cost, budget: Budget | None = None) -> Any:
    started = time.process_time()
    decision = agent.decide(s, budget)
    cost.seconds.append(time.process_time() - started)
    cost.nodes.append(decision.analysis.nodes)
    return decision


def measure_depth(study: Study, depth: int, report: Report) -> None:
    """The games of one depth."""
    game = load("checkers")
    made = {form: make_form(form, depth, study.seed) for form in FORMS}
    for agent in made.values():
        agent.warm_up(game.start())
        agent.decide(game.start(), Budget(nodes=10_000))
    costs = study.costs[depth] = {form: Cost() for form in FORMS}
    study.draws[depth] = 0
    for number in range(study.games):
        report(f"depth {depth}", number, study.games)
        made["captures first"].reseed(study.seed + number)
        s = game.start(repetition="off")
        while not game.is_over(s):
            decisions = {form: decide_and_count(agent, s, costs[form]) for form, agent in made.items()}
            values = {round(decision.analysis.value, 9) for decision in decisions.values()}
            study.mismatches += len(values) > 1
            game.play(s, decisions["captures first"].action)
        study.draws[depth] += game.returns(s)[0] == 0


def measure_engine(study: Study, depths: Iterable[int], report: Report) -> None:
    """The engine's cost by depth, along games that it plays against itself."""
    game = load("checkers")
    for depth in depths:
        agent = agents.make("checkers_engine", game, depth=depth)
        agent.warm_up(game.start())
        cost = study.engine[depth] = Cost()
        for number in range(max(1, study.games // 5)):
            report(f"engine, depth {depth}", number, max(1, study.games // 5))
            agent.forget()
            rng = new_rng(study.seed, "engine", number)
            s = game.start()
            while not game.is_over(s) and s.ply < 80:
                legal = game.legal_actions(s)
                if s.ply < OPENING:
                    action = legal[below(rng, len(legal))]
                else:
                    action = decide_and_count(agent, s, cost, Budget(nodes=10**10)).action
                game.play(s, action)


def play_hard(study: Study, report: Report) -> None:
    """The engine against the strongest level of the original program: each opening with both colours."""
    game = load("checkers")
    name, options = agents.parse_spec(find_level("Hard").agent)
    hard = agents.make(name, game, study.seed, **options)
    engine = agents.make("checkers_engine", game, study.seed, seconds=study.seconds)
    for agent in (hard, engine):
        agent.warm_up(game.start())
    for opening in range(study.openings):
        for seat in (0, 1):
            report("engine against Hard", 2 * opening + seat, 2 * study.openings)
            rng = new_rng(study.seed, "opening", opening)
            engine.forget()
            s = game.start()
            while not game.is_over(s):
                legal = game.legal_actions(s)
                if s.ply < OPENING:
                    action = legal[below(rng, len(legal))]
                else:
                    action = (engine if game.mover(s) == seat else hard).decide(s).action
                game.play(s, action)
            study.match.append(game.returns(s)[seat])


def time_levels(study: Study, positions: int, report: Report) -> None:
    """How long each level thinks (by the clock), over positions from games of random moves."""
    game = load("checkers")
    for level in LEVELS:
        name, options = agents.parse_spec(level.agent)
        agent = agents.make(name, game, study.seed, **options)
        agent.warm_up(game.start())
        agent.decide(game.start())
        cost = study.levels[level.name] = Cost()
        rng = new_rng(study.seed, "positions")
        while len(cost.seconds) < positions:
            report(level.name, len(cost.seconds), positions)
            s = game.start()
            for _ in range(below(rng, 60)):
                legal = game.legal_actions(s)
                if legal:
                    game.play(s, legal[below(rng, len(legal))])
            if not game.is_over(s):
                analysis = agent.decide(s).analysis
                cost.seconds.append(analysis.seconds)
                cost.nodes.append(analysis.nodes)


# --- telling -------------------------------------------------------------------------------------------------------


def draw_charts(study: Study) -> dict[str, str]:
    """The charts of the original report, and the engine's, by file name."""
    depths = sorted(study.costs)

    def line(form: str) -> list[tuple[float, float]]:
        return [(depth, 1000 * study.costs[depth][form].mean_seconds) for depth in depths]

    across, up = "depth", "CPU-milliseconds a move"
    lines = {form: line(form) for form in FORMS}
    charts = {
        "minimax": draw_lines("Minimax", {"minimax": lines["minimax"]}, across, up),
        "alpha-beta": draw_lines("With alpha-beta pruning", {k: lines[k] for k in FORMS[:2]}, across, up),
        "captures-first": draw_lines("With captures first", {k: lines[k] for k in FORMS[1:]}, across, up),
        "logarithmic": draw_lines("All three, logarithmic", lines, across, up, logarithmic=True),
    }
    if len(study.engine) > 1:
        engine = [(depth, max(1.0, cost.mean_nodes)) for depth, cost in sorted(study.engine.items())]
        plain = [(depth, study.costs[depth]["captures first"].mean_nodes) for depth in depths]
        charts["engine"] = draw_lines(
            "Nodes a move: the engine and the original search", {"engine": engine, "captures first": plain}, across,
            "nodes a move", logarithmic=True,
        )  # fmt: skip
    return charts


def _table(head: list[str], rows: Iterable[Iterable[str]]) -> list[str]:
    return ["| " + " | ".join(head) + " |", "|" + "---|" * len(head), *("| " + " | ".join(row) + " |" for row in rows)]


def _cost_rows(study: Study) -> Iterable[list[str]]:
    for depth, costs in sorted(study.costs.items()):
        nodes = [f"{costs[form].mean_nodes:,.0f}" for form in FORMS]
        times = [f"{1000 * costs[form].mean_seconds:.2f}" for form in FORMS]
        worst = f"{1000 * max(costs['minimax'].seconds):.1f}", f"{1000 * max(costs['captures first'].seconds):.1f}"
        yield [str(depth), *nodes, *times, *worst, f"{study.draws[depth]} of {study.games}"]


def _saving_rows(study: Study) -> Iterable[list[str]]:
    deepest = max(study.costs)
    for i, name in enumerate(SAVINGS):
        nodes, seconds = (study.save_percent(deepest, measure)[i] for measure in ("mean_nodes", "mean_seconds"))
        yield [name, f"{PUBLISHED[i]} %", f"{nodes:.1f} %", f"{seconds:.1f} %"]


def write_report(study: Study, command: str) -> str:
    """The report in Markdown."""
    deepest = max(study.costs)
    lines = [
        "# Checkers: the experiment of UNISACheckers repeated",
        "",
        f"Made by `{command}` with Ludoteca {__version__}. {study.games} games a depth, both sides at the same depth,",
        "rule set `unisa`, a draw after 40 moves each without a capture or a man's move. Times are CPU time.",
        *([study.note] if study.note else []),
        "",
        f"## What is saved at depth {deepest}",
        "",
        *_table(["", "published (depth 6, time)", "here, in nodes", "here, in time"], _saving_rows(study)),
        "",
        f"The three forms gave different values at {study.mismatches} positions.",
        "",
        "## Cost of a move by depth",
        "",
        *_table(
            ["depth", *(f"nodes, {form}" for form in FORMS), *(f"ms, {form}" for form in FORMS), "worst ms, minimax",
             "worst ms, captures first", "draws"], _cost_rows(study),
        ),
        "",
        *(f"![{name}](checkers/{name}.svg)" for name in draw_charts(study)),
    ]  # fmt: skip
    return "\n".join([*lines, *_tell_engine(study), ""])


def _tell_engine(study: Study) -> list[str]:
    lines = []
    if study.engine:
        rows = (
            [str(depth), f"{cost.mean_nodes:,.0f}", f"{1000 * cost.mean_seconds:.2f}"]
            for depth, cost in sorted(study.engine.items())
        )
        lines += ["", "## The engine", "", *_table(["depth", "nodes a move", "ms a move"], rows)]
    if study.match:
        wins, draws, losses = (study.match.count(result) for result in (1.0, 0.0, -1.0))
        lines += [
            "",
            f"Against Hard at {study.seconds} s a move, {study.openings} openings of {OPENING} random plies with both",
            f"colours: {wins} won, {draws} drawn, {losses} lost ({100 * wins / len(study.match):.1f} % won).",
        ]
    if study.levels:
        rows = ([name, *(f"{1000 * seconds:.1f}" for seconds in _spread(cost))] for name, cost in study.levels.items())
        head = ["level", "mean ms", "99th percentile ms", "worst ms"]
        lines += ["", "Answer times by the clock:", "", *_table(head, rows)]
    return lines


def _spread(cost: Cost) -> tuple[float, float, float]:
    return cost.mean_seconds, cost.percentile(0.99), max(cost.seconds)


def write_html(study: Study, command: str) -> str:
    """The report as one page, charts inside."""
    return markdown_to_html(write_report(study, command), draw_charts(study), "Checkers")


def _silent(what: str, done: int, total: int) -> None:
    pass


def run(quick: bool = False, seed: int = 1, out: Path | str = "docs/results", report: Report = _silent) -> Study:
    """Do the whole study and write checkers.md, checkers.html and the charts into `out`."""
    study = Study(seed, games=2 if quick else 10, openings=3 if quick else 100, seconds=0.02 if quick else 0.2)
    for depth in range(1, 4 if quick else 7):
        measure_depth(study, depth, report)
    measure_engine(study, range(1, 5 if quick else 13), report)
    time_levels(study, 3 if quick else 100, report)
    play_hard(study, report)
    save_report(study, f"ludoteca reproduce checkers{' --quick' if quick else ''} --seed {seed}", Path(out))
    return study


def save_report(study: Study, command: str, out: Path) -> None:
    (out / "checkers").mkdir(parents=True, exist_ok=True)
    (out / "checkers.md").write_text(write_report(study, command))
    (out / "checkers.html").write_text(write_html(study, command))
    for name, chart in draw_charts(study).items():
        (out / "checkers" / f"{name}.svg").write_text(chart)
