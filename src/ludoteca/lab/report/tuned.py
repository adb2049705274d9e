"""A search for settings as Markdown: what was tried, what was left, and what the test on new deals says."""

from itertools import groupby
from pathlib import Path

from ludoteca.core.errors import StoreError
from ludoteca.lab.bench import describe_machine
from ludoteca.lab.statistics import wilson
from ludoteca.lab.tuning import Tuned

ANSWERS = {
    "H1": "confirmed: it is better",
    "H0": "not confirmed: it is no better than the agent as it is",
    "undecided": "undecided: more games would be needed",
}


def tell_verdict(tuned: Tuned) -> str:
    """The confirmation in a sentence."""
    score, games = tuned.score or 0.0, tuned.confirmed_games
    low, high = wilson(round(score * games), games)
    return (
        f"{tuned.spec} scored {score:.1%} (95 %: {low:.1%} to {high:.1%}) of {games} new games against "
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
    lines += [f"| {' | '.join(['round', *settings, 'games', 'score', '95 %'])} |", "|---:" * (len(settings) + 4) + "|"]
    for number, trials in groupby(tuned.history, key=lambda row: row.get("round", row.get("step"))):
        for trial in sorted(trials, key=lambda row: -row["score"]):
            low, high = wilson(round(trial["score"] * trial["games"]), trial["games"])
            tried = [trial["settings"][name] for name in settings]
            shown = [f"{trial['score']:.1%}", f"{low:.1%} to {high:.1%}"]
            lines.append(f"| {' | '.join([str(number + 1), *tried, str(trial['games']), *shown])} |")
    try:
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    except OSError as error:
        raise StoreError(f"cannot write {path}: {error.strerror}") from None
