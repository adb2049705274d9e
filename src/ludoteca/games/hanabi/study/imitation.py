"""`ludoteca reproduce hanabi-imitation`: networks that imitate Bot2, beside those of Crivellari and Varotto (2022).

Games of Bot2, a training for each trial, its classification report, and games of the most important networks with the
bots and with themselves. Data and trainings are kept in a folder beside the page: a study that was stopped goes on
where it was. All figures of the page are kept in `hanabi-imitation/figures.json`: `rewrite` writes it from these.
"""

import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from ludoteca.agents.neural import Policy, list_networks
from ludoteca.core.files import write_atomic
from ludoteca.core.progress import Report, silent
from ludoteca.games.hanabi.encoders.bologna import LENGTHS, SLICES
from ludoteca.games.hanabi.game import GAME
from ludoteca.games.hanabi.state import MAX_HAND
from ludoteca.games.hanabi.study.imitation_best import find_best
from ludoteca.games.hanabi.study.imitation_findings import NAME, Entry, Findings, read_findings, save_findings
from ludoteca.games.hanabi.study.imitation_own import Round, find_rounds
from ludoteca.games.hanabi.study.imitation_page import share_right, write_page
from ludoteca.games.hanabi.study.imitation_play import FallbackPolicy, play_teams
from ludoteca.games.hanabi.study.imitation_players import find_pupils
from ludoteca.lab.bench import describe_machine
from ludoteca.lab.datasets.counting import Ties, count_ties
from ludoteca.lab.datasets.making import Order, make_dataset
from ludoteca.lab.parallel import open_pool
from ludoteca.lab.report.learning import draw_confusion
from ludoteca.networks.files import NetworkFile, load_file
from ludoteca.training.decisions import DecisionData
from ludoteca.training.examples import split_places
from ludoteca.training.grading import grade
from ludoteca.training.loop import LOG, NETWORK, train
from ludoteca.training.plan import Plan
from ludoteca.training.reading import Decisions, open_decisions, take_fraction
from ludoteca.training.sources import plan_for, read_examples

PLANS = Path(__file__).parent.parent / "training" / "imitation"
TEACHER = "bot:bot=bot2"
OWN_SHARE = 6  # one game of its own that a network learns from for so many of Bot2's


@dataclass(frozen=True)
class Trial:
    name: str
    plan: str = ""
    """Of `training/imitation`, if it has another name."""
    encoder: str = "bologna"
    fraction: float = 1.0
    """Of the games to train on, with as many more epochs."""
    collected: float = 1.0
    """Of all games, those that are made for it; with as many more epochs."""
    out_of_step: bool = False
    """Whether the own cards' features are in an order that the labels do not follow."""
    plays: bool = False
    shipped: bool = False
    """It comes with the game, and is only tested."""


TRIALS = (
    Trial("scaled", plays=True),
    Trial("ten_epochs", plays=True),
    Trial("no_dropout", plays=True),
    Trial("by_game", plays=True),
    Trial("net_bot2", "clues", plays=True, shipped=True),
    Trial("short"),
    Trial("published"),
    Trial("quarter", "short", fraction=0.25),
    Trial("tenth", "short", fraction=0.1),
    Trial("no_batch_norm"),
    *map(Trial, ("dropout_00", "dropout_05", "dropout_20", "dropout_30", "add", "deep", "wide")),
    Trial("canonical", encoder="bologna_canonical", collected=0.25),
    Trial("out_of_step", "canonical", "bologna_canonical", collected=0.25, out_of_step=True),
)
EXTRA = (Trial("clues", plays=True),)
"""More for who has the time: how the training of net_bot2 begins."""


def pick_trials(*names: str) -> tuple[Trial, ...]:
    known = {trial.name: trial for trial in (*TRIALS, *EXTRA)}
    return tuple(known[name] for name in names)


@dataclass(frozen=True)
class Size:
    """How large the study is."""

    games: int = 36_000
    played: int = 10_000
    """Games of each team."""
    epochs: int | None = None
    """Of every trial; None: as its plan says."""
    trials: tuple[Trial, ...] = TRIALS
    tested: int = 200
    """Games of three to five players to test networks with."""


QUICK = Size(60, 20, 1, pick_trials("scaled", "net_bot2", "quarter", "out_of_step", "clues"), 10)


def run(quick: bool = False, seed: int = 1, out: Path | str = "docs/results", report: Report = silent) -> None:
    """Do the study and write hanabi-imitation.md."""
    size = QUICK if quick else Size()
    folder = Path(out) / f"{NAME}.work"
    entries = [study(trial, size, seed, folder, report) for trial in size.trials]
    pupils = find_pupils((size.tested, size.played), seed, folder, report)
    rounds = try_own_games(size, seed, folder, report)
    ties, best = find_ties(folder, size.games, report), find_best(size.played, folder, report)
    command = f"ludoteca reproduce {NAME}{' --quick' if quick else ''} --seed {seed}"
    found = Findings(command, describe_machine(), size.games, entries, pupils, rounds, ties, best)
    write_page(Path(out), found)
    save_findings(found, Path(out) / NAME)


def rewrite(out: Path) -> None:
    """Write the page anew from the figures that are kept beside it."""
    write_page(out, read_findings(out / NAME))


def study(trial: Trial, size: Size, seed: int, folder: Path, report: Report) -> Entry:
    """Train one network, grade it and let it play; what is there already is not done again."""
    path = folder / trial.name / "entry.json"
    wanted = {"seed": seed, "games": size.games, "played": size.played, "epochs": size.epochs}
    if path.exists():
        kept = json.loads(path.read_text())
        if kept["size"] == wanted:
            return Entry(**kept["entry"])
    data = collect(trial.encoder, round(size.games * trial.collected), seed, folder, report)
    plan = plan_for(PLANS / f"{trial.plan or trial.name}.toml", data, {"seed": seed})
    plan = replace(plan, epochs=size.epochs or round(plan.epochs / trial.fraction / trial.collected))
    network, entry = train_and_grade(trial, plan, data, folder / trial.name, report)
    if trial.plays:
        scores = play_teams(Policy(GAME, network), size.played, seed, report)
        fallback = play_teams(FallbackPolicy(GAME, network), size.played, seed, report)
        entry = replace(entry, scores=scores, fallback=fallback)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomic(path, json.dumps({"size": wanted, "entry": vars(entry)}, indent=1))
    return entry


def try_own_games(size: Size, seed: int, folder: Path, report: Report) -> list[Round]:
    """What DAgger adds to the first trial."""
    data = collect("bologna", size.games, seed, folder, report)
    plan = plan_for(PLANS / "own.toml", data, {"seed": seed})
    sizes = size.games // OWN_SHARE, size.played
    return find_rounds(folder / TRIALS[0].name, plan, read_examples(data, plan), sizes, report)


def find_ties(folder: Path, games: int, report: Report) -> list[Ties]:
    """Where Bot2 draws lots; counted once."""
    path = folder / f"ceiling-{games}.json"
    if not path.exists():
        found = count_ties(DecisionData(folder / "data-bologna"), report)
        write_atomic(path, json.dumps([asdict(row) for row in found]))
    return [Ties(**row) for row in json.loads(path.read_text())]


def collect(encoder: str, games: int, seed: int, folder: Path, report: Report) -> Decisions:
    """The games of Bot2 with itself, as features of this encoder; its scores only where a plan learns from them."""
    folder.mkdir(parents=True, exist_ok=True)
    order = Order(GAME.info.name, (TEACHER, TEACHER), encoder, games, seed, scores=encoder == "bologna")
    with open_pool(1) as pool:
        make_dataset(order, folder / f"data-{encoder}", pool, report)
    return open_decisions(folder / f"data-{encoder}", report=report)


def train_and_grade(
    trial: Trial, plan: Plan, data: Decisions, folder: Path, report: Report
) -> tuple[NetworkFile, Entry]:
    """The network, and how good it is on the positions for the test."""
    examples = read_examples(data, plan)
    if trial.out_of_step:
        examples = replace(examples, features=OutOfStep(examples.features, plan.seed))
    first, check, test = split_places(examples, plan.split)
    if trial.fraction < 1.0:
        first = take_fraction(data, first, trial.fraction, plan.seed)
    if trial.shipped:
        network = load_file(list_networks(GAME.info.name)[trial.name])
    else:
        train(plan, examples, (first, check), folder, lambda what, *rest: report(f"{trial.name}: {what}", *rest))
        network = load_file(folder / NETWORK)
    grades = grade(network, examples, test, tuple(data.about.output_names), report)
    history = network.record["history"]
    parameters = (network.declaration if trial.shipped else plan.network).count_parameters()
    entry = Entry(
        trial.name, parameters, len(history), len(first), sum(read_seconds(folder)), grades.accuracy,
        grades.interval(), len(test), share_right(grades.report()), grades.report(),
        [epoch["check accuracy"] for epoch in history],
        draw_confusion(grades) if trial.plays else "",
    )  # fmt: skip
    return network, entry


def read_seconds(folder: Path) -> list[float]:
    """Of every epoch of a run; nothing if there was none."""
    if not (folder / LOG).exists():
        return []
    return [json.loads(line)["seconds"] for line in (folder / LOG).read_text().splitlines()]


class OutOfStep:
    """Features in which the mover's slots are in another order in each position, while labels keep the true one. The
    project sorted hands by the cards' true colours and values before it looked up the slot of the action in them."""

    def __init__(self, features: Any, seed: int) -> None:
        self.features, self.shape, self.dtype, self.ndim = features, features.shape, features.dtype, features.ndim
        self.orders = np.array([move_slots(np.random.default_rng([seed, i])) for i in range(120)])
        self.chosen = np.random.default_rng(seed).integers(0, len(self.orders), len(features))

    def __len__(self) -> int:
        return len(self.features)

    def __getitem__(self, places: Any) -> Any:
        return np.take_along_axis(np.asarray(self.features[places]), self.orders[self.chosen[places]], axis=1)


def move_slots(rng: Any) -> Any:
    """Places of all features with the mover's slots in a random order."""
    found, order = np.arange(sum(LENGTHS.values())), rng.permutation(MAX_HAND)
    for name in LENGTHS:
        if name.startswith("current_"):
            part = SLICES[name]
            found[part] = found[part].reshape(MAX_HAND, -1)[order].ravel()
    return found
