"""`ludoteca reproduce hanabi-outcome`: what networks learn from nothing but the outcome of their games.

First the network and the cost of Chiappini and Ciruzzi's notes (2018), in their game, for several of its settings.
Then PPO, on the same inputs and outputs; and, for the standard game, on those of the Hanabi Learning Environment.

The curves of the runs are kept in `hanabi-outcome/runs`, and all else that the page tells in
`hanabi-outcome/figures.json`: `rewrite` writes the page from these.
"""

import json
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ludoteca.core.errors import SetupError
from ludoteca.core.files import write_atomic
from ludoteca.core.progress import Report, silent
from ludoteca.games.hanabi.study.outcome_charts import draw_charts
from ludoteca.games.hanabi.study.outcome_report import write_report
from ludoteca.games.hanabi.training.outcome import ITERATION, OutcomePlan, evaluate_last, learn
from ludoteca.games.hanabi.training.outcome_cost_run import CostPlan, run_cost
from ludoteca.lab.bench import describe_machine
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
    "ppo-standard": {"encoder": "hle", "players": 2, "easy": 0.0, "decisions": 100_000_000},
    "ppo-cards": {
        "encoder": "hle",
        "players": 2,
        "shape": "cards",
        "easy": 0.2,
        "entropy": 0.03,
        "decisions": 20_000_000,
    },
    "ppo-stacks": {"encoder": "hle_stacks", "players": 2, "easy": 0.0, "decisions": 20_000_000},
}
FIGURES = "figures.json"


@dataclass(frozen=True)
class Sizes:
    cost_games: int = 100_000
    share: float = 1.0
    """Of each PPO run's decisions."""
    points: int = 20
    games: int = 1000
    """To evaluate with."""
    last_games: int = 10_000
    """To evaluate the last networks with, on decks that the curves do not have."""


QUICK = Sizes(cost_games=100, share=0.0, points=2, games=20, last_games=20)


@dataclass
class Study:
    seed: int
    quick: bool = False
    machine: str = field(default_factory=describe_machine)
    """Where and when it was made."""
    costs: dict[str, tuple[CostPlan, list[dict[str, Any]]]] = field(default_factory=dict)
    """The plan and the curve of each run."""
    outcomes: dict[str, tuple[OutcomePlan, list[dict[str, Any]]]] = field(default_factory=dict)
    last: dict[str, dict[str, Any]] = field(default_factory=dict)
    """The last network of each PPO run, on other decks; left out: only its curve is known."""
    notes: list[str] = field(default_factory=list)
    """What else was tried, and what the figures do not say by themselves."""

    @property
    def sizes(self) -> Sizes:
        return QUICK if self.quick else Sizes()

    def last_of(self, name: str) -> dict[str, Any]:
        """The last network of a run: on other decks, or as the curve has it."""
        return self.last.get(name) or {"decks": self.sizes.games, **self.outcomes[name][1][-1]}

    @property
    def command(self) -> str:
        return f"ludoteca reproduce {NAME}{' --quick' if self.quick else ''} --seed {self.seed}"

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
    study, folder = Study(seed, quick), Path(out) / NAME
    runs = folder / "runs"
    runs.mkdir(parents=True, exist_ok=True)
    for name in COSTS:
        cost = study.cost_plan(name)
        study.costs[name] = (cost, run_cost(cost, runs / f"{name}.safetensors", report).curve)
    for name in OUTCOMES:
        outcome = study.outcome_plan(name)
        learner, curve = learn(outcome, runs / f"{name}.safetensors", report=report)
        study.outcomes[name] = (outcome, curve)
        study.last[name] = evaluate_last(learner, study.sizes.last_games, seed)
    save_figures(study, folder)
    save_report(study, Path(out))
    return study


def save_figures(study: Study, folder: Path) -> None:
    """What the page tells beside the curves."""
    told = {"seed": study.seed, "quick": study.quick, "machine": study.machine, "last": study.last}
    told["notes"] = study.notes
    write_atomic(folder / FIGURES, json.dumps(told, indent=1) + "\n")


def rewrite(out: Path) -> None:
    """Write the page anew from the curves and figures that are kept, finished or not."""
    save_report(read_study(out), out)


def read_study(out: Path) -> Study:
    folder = out / NAME
    try:
        told = json.loads((folder / FIGURES).read_text(encoding="utf-8"))
        study = Study(**told)
        for name in COSTS:
            study.costs[name] = (study.cost_plan(name), _read_curve(folder, name))
        for name in OUTCOMES:
            study.outcomes[name] = (study.outcome_plan(name), _read_curve(folder, name))
    except (OSError, ValueError, TypeError) as error:
        raise SetupError(f"{folder} lacks figures of the study ({error}): ludoteca reproduce {NAME}") from None
    return study


def _read_curve(folder: Path, name: str) -> list[dict[str, Any]]:
    lines = (folder / "runs" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def save_report(study: Study, out: Path) -> None:
    """Write the page in Markdown and HTML, and the charts."""
    charts = draw_charts(study)
    text = write_report(study)
    for name, chart in charts.items():
        write_atomic(out / NAME / f"{name}.svg", chart)
    write_atomic(out / f"{NAME}.md", text)
    write_atomic(out / f"{NAME}.html", markdown_to_html(text, charts, "Hanabi learned from the outcome"))
