"""`ludoteca reproduce hanabi-imitation`: networks that imitate Bot2, beside those of Crivellari and Varotto (2022).

Games of Bot2, a training for each plan of `training/imitation`, the classification report of each, and games of each
network with the bots and with itself. Data and trainings are kept in a folder beside the page's: a study that was
stopped goes on where it was.
"""

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ludoteca.agents.neural import Policy
from ludoteca.core.files import write_atomic
from ludoteca.core.progress import Report, silent
from ludoteca.games.hanabi.game import GAME
from ludoteca.games.hanabi.study.imitation_page import Entry, write_page
from ludoteca.lab.datasets.making import Order, make_dataset
from ludoteca.lab.match import list_returns, new_rngs, repeat_states
from ludoteca.lab.match.networks import play_networks
from ludoteca.lab.parallel import open_pool
from ludoteca.networks.files import NetworkFile, load_file
from ludoteca.training.examples import split_places
from ludoteca.training.grading import grade
from ludoteca.training.loop import NETWORK, train
from ludoteca.training.reading import Decisions, open_decisions
from ludoteca.training.sources import plan_for, read_examples

PLANS = Path(__file__).parent.parent / "training" / "imitation"
NAMES = (
    "published", "scaled", "by_game", "no_batch_norm", "dropout_05", "dropout_20", "add", "deep", "wide", "canonical",
    "slot",
)  # fmt: skip
TEACHER = "bot:bot=bot2"


@dataclass(frozen=True)
class Size:
    """How large the study is."""

    games: int = 36_000
    epochs: int = 20
    """The report says 100 epochs; the project's own script runs 20, after which little changes."""
    trials: int = 10_000
    """Games of each team."""
    names: tuple[str, ...] = NAMES


QUICK = Size(60, 1, 20, ("published", "canonical", "slot"))


def run(quick: bool = False, seed: int = 1, out: Path | str = "docs/results", report: Report = silent) -> None:
    """Do the study and write hanabi-imitation.md."""
    size = QUICK if quick else Size()
    folder = Path(out) / "hanabi-imitation.work"
    entries = [study_plan(name, size, seed, folder, report) for name in size.names]
    write_page(Path(out) / "hanabi-imitation.md", entries, size.games, size.epochs, size.trials, seed)


def study_plan(name: str, size: Size, seed: int, folder: Path, report: Report) -> Entry:
    """Train one plan, grade it and let it play; what is there already is not done again."""
    path = folder / name / "entry.json"
    wanted = {"seed": seed, "games": size.games, "epochs": size.epochs, "trials": size.trials}
    if path.exists():
        kept = json.loads(path.read_text())
        if kept["size"] == wanted:
            return Entry(**kept["entry"])
    encoder = "bologna_canonical" if name == "canonical" else "bologna"
    data = collect(encoder, size.games, seed, folder, report)
    plan = replace(plan_for(PLANS / f"{name}.toml", data), epochs=size.epochs, seed=seed)
    examples = read_examples(data, plan)
    first, check, test = split_places(examples, plan.split)
    train(plan, examples, (first, check), folder / name, lambda what, *rest: report(f"{name}: {what}", *rest))
    network = load_file(folder / name / NETWORK)
    grades = grade(network, examples, test, tuple(data.about.output_names), report)
    scores = play_teams(network, size.trials, seed, report)
    parameters = plan.network.count_parameters()
    entry = Entry(name, parameters, grades.accuracy, grades.interval(), len(test), grades.report(), scores)
    write_atomic(path, json.dumps({"size": wanted, "entry": vars(entry)}, indent=1))
    return entry


def collect(encoder: str, games: int, seed: int, folder: Path, report: Report) -> Decisions:
    """The games of Bot2 with itself, as features of this encoder."""
    folder.mkdir(parents=True, exist_ok=True)
    order = Order(GAME.info.name, (TEACHER, TEACHER), encoder, games, seed)
    with open_pool(1) as pool:
        make_dataset(order, folder / f"data-{encoder}", pool, report)
    return open_decisions(folder / f"data-{encoder}", report=report)


def play_teams(network: NetworkFile, games: int, seed: int, report: Report) -> dict[str, Any]:
    """Mean score and its standard error with Bot2, with Bot1 and with itself; the first two from both seats."""
    policy = Policy(GAME, network)
    found = {}
    for partner, player in (("bot2", "bot2"), ("bot1", "bot1"), ("itself", policy)):
        teams: list[list[Policy | str]] = (
            [[policy, player]] if partner == "itself" else [[policy, player], [player, policy]]
        )
        scores: list[float] = []
        decisions, illegal = 0, 0
        for number, team in enumerate(teams):
            states = repeat_states(GAME, [GAME.start()], games // len(teams))
            rngs = new_rngs(seed, f"imitation {number}", len(states))
            choices = play_networks(GAME, states, team, rngs, report=report)
            scores += list_returns(GAME, states)[:, 0].tolist()
            decisions, illegal = decisions + sum(choices.decisions), illegal + sum(choices.illegal)
        mean = sum(scores) / len(scores)
        spread = (sum((score - mean) ** 2 for score in scores) / max(1, len(scores) - 1)) ** 0.5
        found[partner] = {"mean": mean, "error": spread / len(scores) ** 0.5, "illegal": illegal / max(1, decisions)}
    return found
