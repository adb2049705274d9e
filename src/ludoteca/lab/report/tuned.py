"""A search for settings as Markdown: what was tried, what was left, and what the test on new deals says."""

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from ludoteca.core.errors import StoreError
from ludoteca.core.files import write_atomic
from ludoteca.lab.bench import describe_machine
from ludoteca.lab.tables import markdown_table
from ludoteca.lab.tuning import Tuned

ANSWERS = {
    "H1": "confirmed: it is better",
    "H0": "not confirmed: it is no better than the agent as it is",
    "undecided": "undecided: more games would be needed",
}


def tell_verdict(tuned: Tuned) -> str:
    """The confirmation in a sentence."""
    (low, high), games = tuned.score_95 or (0.0, 1.0), tuned.confirmed_games
    return (
        f"{tuned.spec} scored {tuned.score or 0.0:.1%} (95 %: {low:.1%} to {high:.1%}) of {games} new games against "
        f"{tuned.reference}: {ANSWERS[tuned.verdict]} (log-likelihood ratio {tuned.llr:.2f})."
    )


def write_tuning(tuned: Tuned, game: str, method: str, path: Path, command: str) -> None:
    """Write the page."""
    settings = list(tuned.settings)
    lines = [f"# {game}: {tuned.reference} tuned", "", tell_verdict(tuned), ""]
    lines += [f"Made by `{command}`.", describe_machine(), ""]
    rival = "the agent as it was" if method == "halving" else "the opposite of the step"
    lines += [
        f"The search, by {method}, took {tuned.games:,} games.",
        f"A score is the share of points taken from {rival}.",
        "",
    ]
    lines += markdown_table(["round", *settings, "games", "score", "95 %"], _list_trials(tuned, settings))
    try:
        write_atomic(path, "\n".join(lines) + "\n")
    except OSError as error:
        raise StoreError(f"cannot write {path}: {error.strerror}") from None


def _list_trials(tuned: Tuned, settings: list[str]) -> Iterator[list[str]]:
    """A row for each trial, the best of a round first."""
    for number, trials in groupby(tuned.history, key=lambda row: row.get("round", row.get("step"))):
        for trial in sorted(trials, key=lambda row: -row["score"]):
            low, high = trial["score_95"]
            tried = [trial["settings"][name] for name in settings]
            shown = [f"{trial['score']:.1%}", f"{low:.1%} to {high:.1%}"]
            yield [str(number + 1), *tried, str(trial["games"]), *shown]
