"""The thesis on Live Contests repeated: random players, its MCTS player at five strengths, and better ones.

Speranza and three of five others, five turns each. Samples of contests between random players, between players of the
thesis at equal strength, of a strong one against weak ones, and against habits of the console; win rates and hearts
beside the published ones. Then players that each maximise their own success, for every one of the six.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from ludoteca.games.contest.levels import IMPROVED_SETTINGS, THESIS, improved_spec
from ludoteca.games.contest.study.published import SIX
from ludoteca.games.contest.study.report import draw_charts, write_report
from ludoteca.games.contest.study.samples import LEADER, Sample, keep_sample, sample_players, sample_random
from ludoteca.lab.parallel import WorkerPool, open_pool
from ludoteca.lab.report.study import markdown_to_html

Report = Callable[[str, int, int], None]
"""`report(what, done, total)`: the place for a progress bar."""
CONSOLE = "bot:bot=console"


@dataclass(frozen=True)
class Sizes:
    """How many contests each part has."""

    random: int = 40_000
    sample: int = 500
    led: tuple[int, ...] = (1000, 300, 800, 700, 300, 300)
    """By contestant: Plumy and Macy do well under the thesis's player already; a smaller gain needs more contests."""
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


def thesis(iterations: int) -> str:
    return f"{THESIS},iterations={iterations}"


class _Player:
    """Plays samples, keeps them on disk, and tells how far it is."""

    def __init__(self, study: Study, engine: WorkerPool, report: Report) -> None:
        self.study, self.engine, self.report = study, engine, report

    def play(
        self, name: str, leader_spec: str, other_spec: str, n: int, leader: str = LEADER, mode: str = "thesis"
    ) -> Sample:
        """A sample: from the file that an earlier run left, or played now and kept."""

        def make(kept: Sample) -> Sample:
            sample = kept
            for done, so_far in sample_players(self.engine, leader_spec, other_spec, n, seed, leader, mode):
                self.report(name, done, n)
                sample = so_far
            return sample

        seed = self.study.seed
        what = f"{leader} {leader_spec} | others {other_spec} | {mode} | seed {seed} | {n} contests"
        return keep_sample(self.study.out / "contest" / f"{name}.csv", what, make)


def play_published(study: Study, player: _Player) -> None:
    """The samples of the thesis."""
    sizes, found = study.sizes, study.samples
    player.report("random", 0, 1)
    found["random"] = sample_random(sizes.random, study.seed)
    for iterations in sizes.ladder:
        spec = thesis(iterations)
        found[f"equal-{iterations}"] = player.play(f"equal-{iterations}", spec, spec, sizes.sample)
    found["unbalanced"] = player.play("unbalanced", thesis(sizes.strong), thesis(100), sizes.sample)
    found["console"] = player.play("console", thesis(sizes.strong), CONSOLE, sizes.sample, mode="game")


def find_settings(study: Study, player: _Player) -> None:
    """For each contestant, which of the improved settings wins most against the thesis's weak players."""
    sizes = study.sizes
    for leader in SIX:
        for name in IMPROVED_SETTINGS:
            spec = improved_spec(name, sizes.trial_iterations)
            label = f"trial-{leader}-{name}".lower().replace(" ", "-")
            study.trials[leader, name] = player.play(label, spec, thesis(100), sizes.trial, leader)
        study.chosen[leader] = max(IMPROVED_SETTINGS, key=lambda name: study.trials[leader, name].merit(leader))


def confirm_settings(study: Study, player: _Player) -> None:
    """New contests at full strength: the thesis's player leads, and the improved one."""
    sizes = study.sizes
    fresh = _Player(Study(study.seed + 1, sizes, study.out), player.engine, player.report)
    for leader, n in zip(SIX, sizes.led, strict=True):
        for who, spec in (
            ("thesis", thesis(sizes.strong)),
            ("improved", improved_spec(study.chosen[leader], sizes.strong)),
        ):
            study.led[leader, who] = fresh.play(f"led-{leader}-{who}".lower(), spec, thesis(100), n, leader)


def play_improved(study: Study, player: _Player) -> None:
    """The thesis's tables once more, with improved players at all seats."""
    sizes = study.sizes
    for iterations in (100, 1000):
        spec = improved_spec(study.chosen[LEADER], iterations)
        name = f"improved-{iterations}"
        study.samples[name] = player.play(name, spec, spec, sizes.sample)
    strong, weak = (improved_spec(study.chosen[LEADER], n) for n in (sizes.strong, 100))
    study.samples["improved-unbalanced"] = player.play("improved-unbalanced", strong, weak, sizes.sample)
    study.samples["improved-console"] = player.play("improved-console", strong, CONSOLE, sizes.sample, mode="game")


def _silent(what: str, done: int, total: int) -> None:
    pass


def run(quick: bool = False, seed: int = 1, out: Path | str = "docs/results", report: Report = _silent) -> Study:
    """Do the whole study and write contest.md, contest.html, the charts and every sample into `out`.

    A run that was stopped goes on where it was: samples that are there already are read.
    """
    study = Study(seed, QUICK if quick else Sizes(), Path(out))
    engine = open_pool()
    try:
        player = _Player(study, engine, report)
        play_published(study, player)
        find_settings(study, player)
        confirm_settings(study, player)
        play_improved(study, player)
    except BaseException:
        engine.close(at_once=True)
        raise
    engine.close()
    save_report(study, f"ludoteca reproduce contest{' --quick' if quick else ''} --seed {seed}")
    return study


def save_report(study: Study, command: str) -> None:
    folder = study.out / "contest"
    folder.mkdir(parents=True, exist_ok=True)
    text, charts = write_report(study, command), draw_charts(study)
    for name, chart in charts.items():
        (folder / f"{name}.svg").write_text(chart, encoding="utf-8")
    (study.out / "contest.md").write_text(text, encoding="utf-8")
    (study.out / "contest.html").write_text(markdown_to_html(text, charts, "Live Contests"), encoding="utf-8")
