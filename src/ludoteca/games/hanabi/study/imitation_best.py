"""The best network of all, `net_best`: measured beside `smart_net`, from which it began, and what was tried for it."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from ludoteca.core.files import write_atomic
from ludoteca.core.progress import Report
from ludoteca.games.hanabi.study.imitation_players import standard_error
from ludoteca.games.hanabi.study.network_teams import play_network_team
from ludoteca.games.hanabi.study.simulation import play_bots
from ludoteca.lab.tables import markdown_table

NETWORK, FIRST = "net_best", "smart_net"
DECKS = 20261118  # the seed of decks that no choice has used
AIM, GOAL = 24.25, 24.4
ATTEMPTS = (
    (
        "policy gradient (rate 0.001, 6 epochs) with 141 more features of the position (every card, every firework), "
        "10 of what a move leads to, 32 hidden units",
        "100,000",
        "-0.0172 (0.0076)",
    ),
    ("half of the way there", "100,000", "-0.0063 (0.0064)"),
    ("a quarter of the way there", "100,000", "-0.0034 (0.0048)"),
    ("advantages by regression, `smart_net`'s features, added with weight 0.5", "200,000", "+0.0031 (0.0018)"),
    ("weight 1", "200,000", "+0.0032 (0.0022)"),
    ("weight 2", "200,000", "+0.0070 (0.0033)"),
    ("weight 4", "200,000", "+0.0138 (0.0042)"),
    ("weight 8", "200,000", "+0.0145 (0.0052)"),
    ("weight 16", "200,000", "+0.0042 (0.0065)"),
    ("weight 4", "300,000", "+0.0084 (0.0040)"),
    ("weight 8", "300,000", "+0.0091 (0.0051)"),
    ("both regressions, weight 3 each: `net_best`", "300,000", "**+0.0168 (0.0046)**"),
)
"""Weights, samples, and the difference to `smart_net` on 20,000 selection decks: measured once."""
METHOD = (
    "What was tried, with differences to `smart_net` deck by deck (20,000 selection decks, on which `smart_net` has",
    "24.263; standard errors in brackets). Samples are those of [decision 11](../decisions/011-lessons.md), seed 9001:",
    "50,000 to the end of the game for the predictor (92 CPU-seconds with its fit), then 300,000 short ones (50",
    "CPU-seconds per 100,000).",
)
LESSONS = (
    "The last was confirmed on 20,000 other decks: 24.2648 to 24.2709, +0.0061 (0.0045). These, not the selection",
    "decks, say what to expect, since the selection decks chose among twelve. A third of the samples came from the",
    "first row's player, who differs from `smart_net` in 5 % of its choices.",
    "",
    "- More features did not pay with so few samples. Fitted to 160,000 samples, a regression explains 36.1 % of the",
    "  variance of gains in the other 40,000 with `smart_net`'s features, and 34.9 % with all: they only overfit. They",
    "  were not kept.",
    "- Policy gradients from `smart_net` on: fitted to one half of 200,000 samples and tested on the other (gain a",
    "  game, both ways averaged), nine settings (rates, temperatures, all weights or only some) have -0.014 to +0.004",
    "  with standard errors of 0.002 to 0.013, and 0.01 to 0.16 on the half they were fitted to. `smart_net` is at a",
    "  plateau of that method.",
    "- All of this took about 8 CPU-minutes, on a machine that gave no more. More samples are the next thing to try:",
    "  `ludoteca hanabi train-best --samples 3000000 --out net.safetensors`.",
)


@dataclass(frozen=True)
class Best:
    """Games of `net_best` with itself, and of `smart_net` on the same decks; a strike-out scores 0."""

    games: int
    mean: float
    error: float
    perfect: float
    """The share of games with all points."""
    first: float
    first_error: float
    difference: float
    """`net_best` less `smart_net`, deck by deck."""
    difference_error: float


def find_best(games: int, folder: Path, report: Report) -> Best:
    """What is there is not done again."""
    path = folder / f"best-{games}.json"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        write_atomic(path, json.dumps(asdict(measure_best(games, report))))
    return Best(**json.loads(path.read_text()))


def measure_best(games: int, report: Report) -> Best:
    first = play_bots([FIRST] * 2, games, DECKS).zero
    played = play_network_team([NETWORK] * 2, games, DECKS, lambda done: report(NETWORK, done, games))
    apart = played.zero - first
    return Best(
        games, float(played.zero.mean()), standard_error(played.zero), float(np.mean(played.zero == played.most)),
        float(first.mean()), standard_error(first), float(apart.mean()), standard_error(apart),
    )  # fmt: skip


def tell_best(best: Best) -> list[str]:
    """The section of the page."""
    half = 1.96 * best.difference_error
    spread = f"{best.difference:+.4f} ({best.difference - half:.4f} to {best.difference + half:.4f})"
    reached = "is" if best.mean >= AIM else "is not"
    goal = "is" if best.mean >= GOAL else "is not"
    return [
        "## The best network of all",
        "",
        f"`{NETWORK}` (two players) began as `{FIRST}`, which has {best.first:.3f} (standard error"
        f" {best.first_error:.3f}) over {best.games:,} decks.",
        f"It now has **{best.mean:.3f} ({best.error:.3f})**, {best.perfect:.1%} perfect, on these decks, which no",
        f"choice has used: {spread} deck by deck, 95 % interval. The aim of {AIM} {reached} reached; the goal,",
        f"{GOAL}, {goal}.",
        "",
        f"    ludoteca hanabi score --bots {NETWORK},{NETWORK} --games {best.games} --seed {DECKS}",
        "",
        *METHOD,
        "",
        *markdown_table(("weights", "samples", "selection decks"), ATTEMPTS),
        "",
        *LESSONS,
        "",
    ]
