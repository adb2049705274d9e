"""How runs of `ludoteca train connect_four` have learned: the mistakes of each network that was the best of its time,
bare and with a search, against the CPU-time that it took."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ludoteca import agents
from ludoteca.core.errors import WeightsError
from ludoteca.core.files import write_atomic
from ludoteca.games.connect_four.game import GAME
from ludoteca.games.connect_four.study.mistakes import find_mistakes
from ludoteca.games.connect_four.study.positions import TestPosition
from ludoteca.lab.charts.lines import TOP_RIGHT, draw_lines
from ludoteca.lab.selfplay.files import LOG, RUNGS
from ludoteca.lab.statistics import Interval, wilson
from ludoteca.lab.tables import markdown_table

SIMULATIONS = 200
MOST_LABELS = 8


@dataclass(frozen=True)
class Stage:
    """A network on the way."""

    run: str
    iteration: int
    cpu_minutes: float
    positions: int
    bare: int
    """Mistakes of the network alone."""
    searched: int
    """Mistakes with so many simulations."""

    def interval(self, mistakes: int) -> Interval:
        return wilson(mistakes, self.positions)

    def to_json(self) -> dict[str, Any]:
        told = {"bare_interval": self.interval(self.bare), "searched_interval": self.interval(self.searched)}
        return asdict(self) | {name: [round(bound, 6) for bound in bounds] for name, bounds in told.items()}


def list_rungs(run: Path) -> list[tuple[int, float, Path]]:
    """Iteration, CPU-minutes until then and the file of each network that a run has kept."""
    try:
        log = [json.loads(line) for line in (run / LOG).read_text("utf-8").splitlines()]
        minutes = {entry["iteration"]: entry["cpu_seconds"] / 60.0 for entry in log}
        found = [(int(path.stem), path) for path in sorted((run / RUNGS).glob("*.safetensors"))]
        rungs = [(iteration, minutes[iteration], path) for iteration, path in found]
    except OSError as error:
        raise WeightsError(f"{run} is no run of `ludoteca train`: {LOG}: {error.strerror}") from None
    except (ValueError, KeyError, TypeError):
        raise WeightsError(f"{run} is damaged: {LOG} does not tell when the networks in {RUNGS} were made") from None
    if not rungs:
        raise WeightsError(f"{run} has no network yet that has passed a test")
    return rungs


def measure_run(run: Path, positions: Sequence[TestPosition]) -> list[Stage]:
    """The mistakes of every network of a run."""
    stages = []
    for iteration, minutes, path in list_rungs(run):
        bare = agents.make("neural", GAME, weights=str(path))
        guided = agents.make("guided", GAME, weights=str(path), iterations=SIMULATIONS)
        counts = [sum(find_mistakes(player, positions)) for player in (bare, guided)]
        stages.append(Stage(run.name, iteration, round(minutes, 2), len(positions), *counts))
    return stages


def tell_stages(stages: Sequence[Stage]) -> list[str]:
    """A table in Markdown."""
    head = ["run", "iteration", "CPU-minutes", "bare", f"{SIMULATIONS} simulations"]
    rows = []
    for stage in stages:
        cells = [f"{count / stage.positions:.2%} ({count})" for count in (stage.bare, stage.searched)]
        rows.append([stage.run, str(stage.iteration), f"{stage.cpu_minutes:.1f}", *cells])
    return markdown_table(head, rows)


def draw_stages(stages: Sequence[Stage]) -> dict[str, str]:
    """Two charts by their names in a file: the networks alone, and with a search. A line for each run."""
    title = f"Connect four: mistakes of {stages[0].positions:,} positions"
    minutes = sorted({round(stage.cpu_minutes) for stage in stages if stage.run == stages[0].run})
    labels = minutes[:: -(-len(minutes) // MOST_LABELS)]
    charts = {}
    for name, told in (("bare", "bare network"), ("searched", f"{SIMULATIONS} simulations")):
        series: dict[str, list[tuple[float, float]]] = {}
        for stage in stages:
            share = 100.0 * getattr(stage, name) / stage.positions
            series.setdefault(stage.run, []).append((stage.cpu_minutes, share))
        charts[f"connect-four-{name}.svg"] = draw_lines(
            f"{title}, {told}", series, "CPU-minutes", "mistakes, %", names=TOP_RIGHT, labels=labels
        )
    return charts


def write_stages(stages: Sequence[Stage], folder: Path) -> None:
    """The charts and the figures, as files in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    write_atomic(folder / "connect-four.json", json.dumps([stage.to_json() for stage in stages], indent=1) + "\n")
    for name, chart in draw_stages(stages).items():
        write_atomic(folder / name, chart)
