"""The page of the imitation study: our figures beside the published ones."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ludoteca.core.files import write_atomic
from ludoteca.games.hanabi.study import imitation_published as published
from ludoteca.games.hanabi.study.imitation_best import tell_best
from ludoteca.games.hanabi.study.imitation_classes import tell_classes
from ludoteca.games.hanabi.study.imitation_findings import NAME, Entry, Findings, chart_of
from ludoteca.games.hanabi.study.imitation_own import tell_rounds
from ludoteca.games.hanabi.study.imitation_play import PARTNERS
from ludoteca.games.hanabi.study.imitation_players import tell_pupils
from ludoteca.lab.charts.lines import BOTTOM_LEFT, draw_lines
from ludoteca.lab.datasets.counting import Ties
from ludoteca.lab.report.study import markdown_to_html
from ludoteca.lab.tables import markdown_table

KINDS = {"play": "PLAY", "discard": "DISCARD", "clue": "HINT"}  # and how the names of their classes begin
MEANINGS = {
    "scaled": "the published network; inputs scaled by fixed numbers",
    "ten_epochs": "the same, ten epochs",
    "no_dropout": "ten epochs without dropout",
    "by_game": "ten epochs, split by game",
    "net_bot2": "one network for all clues of a kind, and one for own cards; split by game",
    "clues": "its plan",
    "short": "the published network, short budget",
    "published": "inputs as they come",
    "quarter": "a quarter of the games, as many steps",
    "tenth": "a tenth of the games, as many steps",
    "no_batch_norm": "no batch normalisation",
    "dropout_00": "dropout 0",
    "dropout_05": "dropout 5 %",
    "dropout_20": "dropout 20 %",
    "dropout_30": "dropout 30 %",
    "add": "Add",
    "deep": "every layer twice",
    "wide": "512-128-32",
    "canonical": "colours in a canonical order, a quarter of the games",
    "out_of_step": "and own slots in an order that labels do not follow",
}


NET_BOT2 = (
    "`net_bot2` was trained with `clues.toml` of `games/hanabi/training/imitation`, stopped after 1.3 of 4 epochs, and",
    "then with `clues_end.toml` on 30 % of the games: 3.9 million positions in all, about 11 CPU-minutes, seed 1. It",
    "is tested with the games that neither had:",
    "",
    "    ludoteca dataset make hanabi --agents bot2 --encoder bologna --games 36000 --seed 1 --out bot2",
    "    ludoteca learn bot2 --plan clues.toml --out first",
    "    ludoteca learn bot2 --plan clues_end.toml --start-from first --fractions 0.3 --out second",
)
DATA_COST = (
    "The data set, with `--workers 2`: 139 CPU-seconds in all processes (135 user, 4 system), 780 MB resident in all",
    "of them together at the most (515 MB, if what they share is counted once), 394 MB of files. 108 of its 2,735,843",
    "rows repeat the features of an earlier one (`ludoteca dataset info bot2`). Measured once.",
)


def write_page(out: Path, found: Findings) -> None:
    """Write the page in Markdown and HTML, and the charts."""
    entries = found.entries
    charts = draw_charts(entries)
    lines = ["# Networks that imitate Bot2", "", _headline(entries, found.games), ""]
    lines += [f"Made by `{found.command}`. {found.machine}", "", *_tell_origins(found)]
    lines += [*_tell_networks(entries), *_tell_games(entries), *tell_pupils(found.pupils), *tell_best(found.best)]
    lines += [*_tell_variants(entries), *tell_rounds(found.rounds), *_tell_ties(found.ties)]
    lines += [*tell_classes(entries[0].report), *(f"![{name}]({NAME}/{name}.svg)\n" for name in charts)]
    text = "\n".join(lines) + "\n"
    (out / NAME).mkdir(parents=True, exist_ok=True)
    for name, chart in charts.items():
        write_atomic(out / NAME / f"{name}.svg", chart)
    write_atomic(out / f"{NAME}.md", text)
    write_atomic(out / f"{NAME}.html", markdown_to_html(text, charts, "Networks that imitate Bot2"))


def _tell_origins(found: Findings) -> list[str]:
    """Only where not all came from one run."""
    if not found.origins:
        return []
    return ["Not all of it came from one run:", "", *(f"- {origin}" for origin in found.origins), ""]


def draw_charts(entries: Sequence[Entry]) -> dict[str, str]:
    long = [entry for entry in entries if entry.scores]
    lines = {entry.name: [(i + 1, 100 * right) for i, right in enumerate(entry.curve)] for entry in long}
    charts = {"accuracy": draw_lines("Accuracy on the check positions", lines, "epoch", "% right", names=BOTTOM_LEFT)}
    return charts | {chart_of(entry): entry.confusion for entry in long}


def _headline(entries: Sequence[Entry], games: int) -> str:
    first = entries[0]
    text = (
        f"The published network names Bot2's action in {_percent(first)} of {first.tested:,} positions; its authors "
        f"report {published.ACCURACY} %. {games:,} games of Bot2 with itself."
    )
    for entry in entries:
        if entry.name == "net_bot2":
            text += (
                f" `net_bot2`, which comes with the game, names it in {_percent(entry)} of {entry.tested:,}; it shares "
                "its weights between all clues of a kind."
            )
    return text


def _percent(entry: Entry) -> str:
    low, high = (100 * end for end in entry.interval)
    return f"{100 * entry.accuracy:.2f} % ({low:.2f} to {high:.2f})"


def _tell_networks(entries: Sequence[Entry]) -> list[str]:
    rows = [_row(entry) for entry in entries if entry.scores]
    return [
        "## Accuracy",
        "",
        f"Crivellari and Varotto (Bologna 2022): {published.GAMES:,} games, {published.STATES:,} states, 100 epochs, a",
        f"loss of {published.LOSS}. Their data leaked the mover's cards into the other hand's numbers; ours do not. In",
        "brackets 95 % intervals, by game. Time is by the clock on a core that others used, too.",
        "",
        *markdown_table(["network", "", "parameters", "epochs", "min", "% right", "reported", *KINDS], rows),
        "",
        *NET_BOT2,
        "",
        *DATA_COST,
        "",
    ]


def _row(entry: Entry) -> list[str]:
    kinds = [f"{100 * value:.1f}" for value in entry.kinds]
    told = published.REPORTED.get(entry.name, "-")
    spent = [str(entry.epochs), f"{entry.seconds / 60:.1f}"] if entry.seconds else ["below", ""]
    named = [entry.name, MEANINGS[entry.name], f"{entry.parameters:,}"]
    return [*named, *spent, _percent(entry), told, *kinds]


def share_right(report: dict[str, Any]) -> list[float]:
    """By kind of action: the share of decisions that the network names."""
    found = []
    for start in KINDS.values():
        classes = [values for name, values in report.items() if name.startswith(start)]
        total = sum(values["support"] for values in classes)
        found.append(sum(values["recall"] * values["support"] for values in classes) / max(1.0, total))
    return found


def _tell_games(entries: Sequence[Entry]) -> list[str]:
    rows = []
    for entry in entries:
        for way, scores in (("legal only", entry.scores), ("their rule", entry.fallback)):
            if scores:
                played = [_score(scores[partner]) for partner in PARTNERS]
                rows.append([entry.name, way, *played, f"{scores['itself']['illegal']:.2%}"])
    theirs = [f"{mean:.2f} ± {1.96 * sd / published.SCORE_GAMES**0.5:.2f}" for mean, sd in published.SCORES.values()]
    games = next((entry.scores["itself"]["games"] for entry in entries if entry.scores), 0)
    return [
        "## Games",
        "",
        f"Mean scores of {games:,} games with their 95 % intervals; a strike-out keeps its points (second number: it",
        "scores 0). *Legal only* plays the largest output among the legal actions; *their rule* plays the largest of",
        "all, and what the project put in place of an illegal one. *Illegal*: how often that was needed, with itself.",
        "",
        *markdown_table(["network", "illegal choices", "with bot2", "with bot1", "with itself", "illegal"], rows),
        "",
        f"Their table 2 has means of {published.SCORE_GAMES} games, here with the 95 % intervals that their standard",
        f"deviations give: {' / '.join(theirs)}, and Bot2 with itself {published.TEACHER[0]}. `net_bot2` was trained",
        "with the mask and never learned what is illegal; over the bridge the features tell it (`legal_of`).",
        "",
    ]


def _score(found: dict[str, float]) -> str:
    half = 1.96 * found["error"]
    return f"{found['mean']:.2f} ({found['mean'] - half:.2f} to {found['mean'] + half:.2f}); {found['zero']:.2f}"


def _tell_variants(entries: Sequence[Entry]) -> list[str]:
    rows = [_row(entry) for entry in entries if not entry.scores]
    return [
        "## Variants",
        "",
        "Every variant has the same short budget: one epoch of all games, or as many steps. That is a hundredth of",
        "theirs, so compare them with `short`, not with what they report. Apart from `published`, inputs are scaled.",
        "`out_of_step` repeats what the project's sorting did: the own cards' features moved, the labels did not.",
        "We put them in a random order; theirs was that of the true cards. Compare these two with `quarter`.",
        "",
        *markdown_table(["variant", "", "parameters", "epochs", "min", "% right", "reported", *KINDS], rows),
        "",
    ]


def _tell_ties(ties: Sequence[Ties]) -> list[str]:
    rows = [[row.kind, f"{row.rows:,}", f"{row.tied / row.rows:.2%}", _cap(row)] for row in ties]
    return [
        "## What is possible",
        "",
        "Bot2 draws lots between clues that tell as much. So nobody can exceed (95 % intervals, by game;",
        "`ludoteca dataset ties`):",
        "",
        *markdown_table(["decisions", "", "with a tie", "best accuracy"], rows),
        "",
    ]


def _cap(ties: Ties) -> str:
    low, high = ties.cap_95
    return f"{ties.cap:.2%} ({low:.2%} to {high:.2%})" if ties.tied else f"{ties.cap:.2%}"
