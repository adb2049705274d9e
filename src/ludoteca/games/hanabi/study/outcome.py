"""`ludoteca reproduce hanabi-outcome`: what networks learn from nothing but the outcome of their games.

First the network and the cost of Chiappini and Ciruzzi's notes (2018), in their game, for several of its settings.
Then PPO, on the same inputs and outputs; and, for the standard game, on those of the Hanabi Learning Environment.
"""

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ludoteca.core.files import write_atomic
from ludoteca.core.progress import Report, silent
from ludoteca.games.hanabi.study.outcome_charts import draw_charts
from ludoteca.games.hanabi.study.outcome_report import write_report
from ludoteca.games.hanabi.training.outcome import ITERATION, OutcomePlan, learn
from ludoteca.games.hanabi.training.outcome_cost_run import CostPlan, run_cost
from ludoteca.lab.report.study import markdown_to_html

NAME = "hanabi-outcome"
COSTS: dict[str, dict[str, Any]] = {
    "cost": {},
    "cost-eta-0.01": {"eta": 0.01},
    "cost-eta-1": {"eta": 1.0},
    "cost-alpha-0.5": {"alpha": 0.5},
    "cost-alpha-0.1": {"alpha": 0.1},
    "cost-as-written": {"most": 25.0, "full": False},
    "cost-memory": {"memory": True},
}
LONG_BELOW, LONG = 0.2, 5  # with so small an alpha every move of a long game is learned from: fewer games
OUTCOMES: dict[str, dict[str, Any]] = {
    "ppo-split": {},
    "ppo-not-easy": {"easy": 0.0, "decisions": 2_500_000},
    "ppo-integers": {"encoder": "chiappini", "decisions": 500_000},
    "ppo-standard": {"encoder": "hle", "players": 2, "decisions": 15_000_000},
}


@dataclass(frozen=True)
class Sizes:
    cost_games: int = 100_000
    share: float = 1.0
    """Of each PPO run's decisions."""
    points: int = 20
    games: int = 1000
    """To evaluate with."""


QUICK = Sizes(cost_games=100, share=0.0, points=2, games=20)


@dataclass
class Study:
    seed: int
    sizes: Sizes
    costs: dict[str, tuple[CostPlan, list[dict[str, Any]]]] = field(default_factory=dict)
    """The plan and the curve of each run."""
    outcomes: dict[str, tuple[OutcomePlan, list[dict[str, Any]]]] = field(default_factory=dict)

    def cost_plan(self, name: str) -> CostPlan:
        sizes = self.sizes
        common = CostPlan(games=sizes.cost_games, points=sizes.points, evaluation_games=sizes.games, seed=self.seed)
        plan = replace(common, **COSTS[name])
        return replace(plan, games=plan.games // LONG) if plan.alpha < LONG_BELOW else plan

    def outcome_plan(self, name: str) -> OutcomePlan:
        sizes = self.sizes
        plan = OutcomePlan(**{**OUTCOMES[name], "evaluation_games": sizes.games, "points": sizes.points})
        decisions = max(ITERATION, round(sizes.share * plan.decisions))
        return replace(plan, decisions=decisions, seed=self.seed)


def run(quick: bool = False, seed: int = 1, out: Path | str = "docs/results", report: Report = silent) -> Study:
    """Do the whole study and write its page, charts and curves into `out`. A run that was stopped is resumed from
    the checkpoints there."""
    study = Study(seed, QUICK if quick else Sizes())
    folder = Path(out) / NAME
    runs = folder / "runs"
    runs.mkdir(parents=True, exist_ok=True)
    for name in COSTS:
        cost = study.cost_plan(name)
        study.costs[name] = (cost, run_cost(cost, runs / f"{name}.safetensors", report).curve)
    for name in OUTCOMES:
        outcome = study.outcome_plan(name)
        _, curve = learn(outcome, runs / f"{name}.safetensors", report=report)
        study.outcomes[name] = (outcome, curve)
    save_report(study, Path(out), f"ludoteca reproduce {NAME}{' --quick' if quick else ''} --seed {seed}")
    return study


def save_report(study: Study, out: Path, command: str) -> None:
    """Write the page in Markdown and HTML, and the charts."""
    charts = draw_charts(study)
    text = write_report(study, command)
    for name, chart in charts.items():
        write_atomic(out / NAME / f"{name}.svg", chart)
    write_atomic(out / f"{NAME}.md", text)
    write_atomic(out / f"{NAME}.html", markdown_to_html(text, charts, "Hanabi learned from the outcome"))
