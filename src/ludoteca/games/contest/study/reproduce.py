"""The thesis on Live Contests repeated: random players, its MCTS player at five strengths, and better players.

Each contest has Speranza and three of five others. The samples: random players; the thesis's player at equal strength;
a strong one against weak ones; a strong one against the console's bot. Win rates and hearts are set beside those of
the thesis. Then players that maximise their own reward, for each of the six contestants.
"""

from dataclasses import dataclass, field
from pathlib import Path

from ludoteca.core.files import write_atomic
from ludoteca.core.progress import Report, silent
from ludoteca.games.contest.levels import IMPROVED_SETTINGS, THESIS, improved_spec
from ludoteca.games.contest.study.charts import draw_charts
from ludoteca.games.contest.study.published import SIX
from ludoteca.games.contest.study.report import write_report
from ludoteca.games.contest.study.samples import (
    LEADER,
    Sample,
    SamplePlan,
    load_or_make_sample,
    sample_players,
    sample_random,
)
from ludoteca.lab.optional_imports import require_lab
from ludoteca.lab.parallel import WorkerPool, open_pool
from ludoteca.lab.report.study import markdown_to_html

CONSOLE = "bot:bot=console"


@dataclass(frozen=True)
class Sizes:
    """How many contests each part has."""

    random: int = 40_000
    sample: int = 500
    led: tuple[int, ...] = (1000, 300, 800, 700, 300, 300)
    """By contestant. Plumy and Macy already do well with the thesis's player: a smaller gain needs more contests."""
    trial: int = 100
    ladder: tuple[int, ...] = (1, 10, 100, 1000, 10_000)
    strong: int = 10_000
    trial_iterations: int = 2_000


QUICK = Sizes(2000, 20, (20, 10, 10, 10, 10, 10), 6, (1, 10, 100), 300, 100)


@dataclass
class Study:
    seed: int
    sizes: Sizes
    out: Path
    samples: dict[str, Sample] = field(default_factory=dict)
    trials: dict[tuple[str, str], Sample] = field(default_factory=dict)
    """Contests led by (contestant, settings) against the thesis's weak players."""
    chosen: dict[str, str] = field(default_factory=dict)
    """The settings of IMPROVED_SETTINGS that won most of the trials, by contestant."""
    led: dict[tuple[str, str], Sample] = field(default_factory=dict)
    """Confirmation on new contests: led by (contestant, "thesis" or "improved"), all at full strength."""


def thesis_spec(iterations: int) -> str:
    return f"{THESIS},iterations={iterations}"


class SampleRunner:
    """Plays samples, keeps them on disk, and reports progress."""

    def __init__(self, study: Study, pool: WorkerPool, report: Report) -> None:
        self.study, self.pool, self.report = study, pool, report

    def play(
        self, name: str, leader_spec: str, other_spec: str, n: int, leader: str = LEADER, mode: str = "thesis"
    ) -> Sample:
        """A sample: from the file that an earlier run left, or played now and kept."""
        plan = SamplePlan(leader_spec, other_spec, self.study.seed, 0, n, leader, mode)

        def make() -> Sample:
            return sample_players(self.pool, plan, lambda done: self.report(name, done, n))

        what = f"{leader} {leader_spec} | others {other_spec} | {mode} | seed {plan.seed} | {n} contests"
        return load_or_make_sample(self.study.out / "contest" / f"{name}.csv", what, make)


def play_published(study: Study, runner: SampleRunner) -> None:
    """The samples of the thesis."""
    sizes, found = study.sizes, study.samples
    runner.report("random", 0, 1)
    found["random"] = sample_random(sizes.random, study.seed)
    for iterations in sizes.ladder:
        spec = thesis_spec(iterations)
        found[f"equal-{iterations}"] = runner.play(f"equal-{iterations}", spec, spec, sizes.sample)
    found["unbalanced"] = runner.play("unbalanced", thesis_spec(sizes.strong), thesis_spec(100), sizes.sample)
    found["console"] = runner.play("console", thesis_spec(sizes.strong), CONSOLE, sizes.sample, mode="game")


def find_settings(study: Study, runner: SampleRunner) -> None:
    """For each contestant, which of the improved settings wins most against the thesis's weak players."""
    sizes = study.sizes
    for leader in SIX:
        for name in IMPROVED_SETTINGS:
            spec = improved_spec(name, sizes.trial_iterations)
            label = f"trial-{leader}-{name}".lower().replace(" ", "-")
            study.trials[leader, name] = runner.play(label, spec, thesis_spec(100), sizes.trial, leader)
        study.chosen[leader] = max(IMPROVED_SETTINGS, key=lambda name: study.trials[leader, name].ranking_key(leader))


def confirm_settings(study: Study, runner: SampleRunner) -> None:
    """New contests at full strength, led by the thesis's player and by the improved one."""
    sizes = study.sizes
    fresh = SampleRunner(Study(study.seed + 1, sizes, study.out), runner.pool, runner.report)
    for leader, n in zip(SIX, sizes.led, strict=True):
        for who, spec in (
            ("thesis", thesis_spec(sizes.strong)),
            ("improved", improved_spec(study.chosen[leader], sizes.strong)),
        ):
            study.led[leader, who] = fresh.play(f"led-{leader}-{who}".lower(), spec, thesis_spec(100), n, leader)


def play_improved(study: Study, runner: SampleRunner) -> None:
    """The thesis's tables once more, with improved players at all seats."""
    sizes = study.sizes
    for iterations in (100, 1000):
        spec = improved_spec(study.chosen[LEADER], iterations)
        name = f"improved-{iterations}"
        study.samples[name] = runner.play(name, spec, spec, sizes.sample)
    strong, weak = (improved_spec(study.chosen[LEADER], n) for n in (sizes.strong, 100))
    study.samples["improved-unbalanced"] = runner.play("improved-unbalanced", strong, weak, sizes.sample)
    study.samples["improved-console"] = runner.play("improved-console", strong, CONSOLE, sizes.sample, mode="game")


def run(quick: bool = False, seed: int = 1, out: Path | str = "docs/results", report: Report = silent) -> Study:
    """Do the whole study and write contest.md, contest.html, the charts and every sample into `out`.

    A run that was stopped is resumed: samples that were finished are read from their files.
    """
    require_lab()
    study = Study(seed, QUICK if quick else Sizes(), Path(out))
    pool = open_pool()
    try:
        runner = SampleRunner(study, pool, report)
        play_published(study, runner)
        find_settings(study, runner)
        confirm_settings(study, runner)
        play_improved(study, runner)
    except BaseException:
        pool.close(at_once=True)
        raise
    pool.close()
    save_report(study, f"ludoteca reproduce contest{' --quick' if quick else ''} --seed {seed}")
    return study


def save_report(study: Study, command: str) -> None:
    """Write the page in Markdown and HTML, and the charts."""
    folder = study.out / "contest"
    folder.mkdir(parents=True, exist_ok=True)
    charts = draw_charts(study)
    text = write_report(study, command, charts)
    for name, chart in charts.items():
        write_atomic(folder / f"{name}.svg", chart)
    write_atomic(study.out / "contest.md", text)
    write_atomic(study.out / "contest.html", markdown_to_html(text, charts, "Live Contests"))
