"""What DAgger adds: the network plays, and Bot2 says what it would have done in each of those positions.

A round of it starts from the published network and goes on for two epochs, half of them on positions of its own games;
the other arm has as many more positions of Bot2's games instead.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from ludoteca.agents.encoding import Choice
from ludoteca.agents.neural import Policy
from ludoteca.core.files import write_atomic
from ludoteca.core.jit import as_int, compiled
from ludoteca.core.progress import Report
from ludoteca.core.rng import split_seed
from ludoteca.games.hanabi.bots.bologna import bologna2
from ludoteca.games.hanabi.encoders.bologna import COLOUR_ORDER, permute_action
from ludoteca.games.hanabi.game import GAME
from ludoteca.games.hanabi.study.imitation_play import play_team
from ludoteca.games.hanabi.study.simulation import deal_decks
from ludoteca.lab.match.networks import play_networks
from ludoteca.lab.tables import markdown_table
from ludoteca.networks.files import NetworkFile, load_file
from ludoteca.training.checkpoints import read_start
from ludoteca.training.examples import Examples, split_places
from ludoteca.training.grading import grade
from ludoteca.training.loop import NETWORK, train
from ludoteca.training.plan import Plan

BEFORE, MORE, OWN = "before", "more of Bot2's games", "own games"


@compiled
def label(views: Any, rng: Any, labels: Any) -> None:
    """The output for what Bot2 would do in each view."""
    for i in range(len(views)):
        view = views[i]
        labels[i] = permute_action(as_int(bologna2(view, as_int(view.turn), rng)), COLOUR_ORDER)


class RecordingPolicy(Policy):
    """Keeps every position that it is asked about, with Bot2's choice there."""

    def __init__(self, network: NetworkFile, seed: int) -> None:
        super().__init__(GAME, network)
        self.rng = np.array([split_seed(seed, "labels")], np.uint64)
        self.kept: list[tuple[Any, Any, Any]] = []
        self.steps = self.encoder.row_of_steps(GAME.start())

    def choose(self, x: Any, legal: Any, views: Any, choice: Choice, rngs: Any) -> tuple[Any, int]:
        labels = np.zeros(len(x), np.int16)
        label(views, self.rng, labels)
        self.kept.append((np.rint(x / self.steps).astype(np.uint16), labels, np.packbits(legal, axis=1)))
        return super().choose(x, legal, views, choice, rngs)


@dataclass(frozen=True)
class Round:
    """What was found of one arm."""

    name: str
    accuracy: tuple[float, float]
    """On positions of Bot2's games, and on those of the first network's own."""
    tested: tuple[int, int]
    mean: float
    error: float
    games: int
    """With itself."""


def find_rounds(first: Path, plan: Plan, teacher: Examples, size: tuple[int, int], report: Report) -> list[Round]:
    """Beginning with the run in the folder `first`; `size`: games to collect, and games to play. What is there is not
    done again."""
    path = first.parent / f"own-{size[0]}-{size[1]}-{plan.seed}.json"
    if not path.exists():
        found = [asdict(arm) for arm in study_rounds(first, plan, teacher, size, report)]
        write_atomic(path, json.dumps(found))
    return [Round(**row) for row in json.loads(path.read_text())]


def study_rounds(first: Path, plan: Plan, teacher: Examples, size: tuple[int, int], report: Report) -> list[Round]:
    before = load_file(first / NETWORK)
    train_on, check, test = split_places(teacher, plan.split)
    own, own_test = (play_and_label(before, max(2, size[0] // part), plan.seed + part) for part in (1, 10))
    tests = [pick(teacher, test[: len(own_test)]), own_test]
    chosen = np.sort(np.random.default_rng(plan.seed).permutation(train_on)[: 2 * len(own)])
    checked = pick(teacher, check[:50_000])
    arms = {BEFORE: before}
    for name, parts in ((MORE, [pick(teacher, chosen)]), (OWN, [pick(teacher, chosen[::2]), own])):
        examples = join([*parts, checked], {**teacher.about, "arm": name})
        places = np.arange(len(examples))
        sides = places[: -len(checked)], places[-len(checked) :]
        folder = first.parent / name.replace(" ", "_").replace("'", "")
        train(plan, examples, sides, folder, report, read_start(first))
        arms[name] = load_file(folder / NETWORK)
    return [judge(name, network, tests, size[1], plan.seed, report) for name, network in arms.items()]


def play_and_label(network: NetworkFile, games: int, seed: int) -> Examples:
    """The positions of games that the network plays with itself, with Bot2's choices."""
    policy = RecordingPolicy(network, seed)
    states, rngs = deal_decks(GAME.start(), games, split_seed(seed, "own games"))
    play_networks(GAME, states, [policy, policy], rngs)
    features, labels, legal = (np.concatenate(part) for part in zip(*policy.kept, strict=True))
    return Examples(features, {policy.head: labels}, np.zeros(len(labels), np.int64), legal, {}, policy.steps)


def pick(examples: Examples, places: Any) -> Examples:
    """Some positions, in memory."""
    targets = {name: np.asarray(target[places]) for name, target in examples.targets.items()}
    return replace(
        examples, features=np.asarray(examples.features[places]), targets=targets,
        groups=np.asarray(examples.groups[places]), legal=np.asarray(examples.legal[places]),
    )  # fmt: skip


def join(parts: Sequence[Examples], about: dict[str, Any]) -> Examples:
    targets = {name: np.concatenate([part.targets[name] for part in parts]) for name in parts[0].targets}
    features, groups, legal = (
        np.concatenate([getattr(part, name) for part in parts]) for name in ("features", "groups", "legal")
    )
    return Examples(features, targets, groups, legal, about, parts[0].steps)


def judge(
    name: str, network: NetworkFile, tests: Sequence[Examples], games: int, seed: int, report: Report
) -> Round:  # fmt: skip
    grades = [grade(network, test, np.arange(len(test)), (), report).accuracy for test in tests]
    policy = Policy(GAME, network)
    scores = play_team([policy, policy], games, seed, 0, report)[0]
    error = float(scores.std(ddof=1)) / len(scores) ** 0.5
    return Round(
        name, (grades[0], grades[1]), (len(tests[0]), len(tests[1])), float(scores.mean()), error, len(scores)
    )  # fmt: skip


def tell_rounds(rounds: Sequence[Round]) -> list[str]:
    """The section of the page, if there are any."""
    if not rounds:
        return []
    rows = []
    for arm in rounds:
        half = 1.96 * arm.error
        spread = f"{arm.mean:.2f} ({arm.mean - half:.2f} to {arm.mean + half:.2f})"
        rows.append([arm.name, *(f"{share:.2%}" for share in arm.accuracy), spread])
    first = rounds[0]
    return [
        "## DAgger",
        "",
        "`scaled` plays with itself, and Bot2 says what it would have done there. Two more epochs (`own.toml`), half",
        "of the positions from these games, beside as many from Bot2's games only. Tested with",
        f"{first.tested[0]:,} positions of Bot2's games and {first.tested[1]:,} of the network's own;",
        f"{first.games:,} games with itself, 95 % intervals.",
        "",
        *markdown_table(["trained on", "right in Bot2's games", "in own games", "with itself"], rows),
        "",
    ]
