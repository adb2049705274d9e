"""The data card: what a data set holds, in words and one table, beside its files."""

import json

from ludoteca.lab.datasets.counting import Facts
from ludoteca.training.decisions import Description

COLUMNS = {
    "features": "the features of the mover's view, by the encoder's order",
    "class": "what was chosen, as a class of the encoder",
    "action": "the same as an action of the game",
    "legal": "bits: which classes are legal; the first in the highest bit",
    "game": "the number of the game",
    "ply": "decisions (with agents that are not compiled: actions) before it in its game",
    "seat": "who chose",
    "agent": "which of the agents that was",
    "returns": "what each seat had earned in the end, float32",
    "hash": "64 bits of BLAKE2b of the features: equal for equal features",
    "scores": "what the teacher told of each class, float32; NaN where it told nothing",
    "best": "bits: the classes among which the teacher drew lots",
}


def write_card(about: Description, facts: Facts) -> str:
    """The text of DATA.md."""
    return "\n".join([*_tell_what(about, facts), *_tell_columns(about), *_tell_classes(about, facts), ""])


def command_of(about: Description) -> str:
    """The command that makes these data."""
    options = [f"--set {name}={value}" for name, value in about.setup.items() if value not in (0, "")]
    words = [f"ludoteca dataset make {about.game}", f"--agents {','.join(dict.fromkeys(about.agents))}"]
    if len(set(about.agents)) > 1:
        words[1] = f"--agents {','.join(about.agents)}"
    words += [f"--encoder {about.encoder} --games {about.games} --seed {about.seed}", *options]
    words += [f"--opening {about.opening}"] if about.opening else []
    return " ".join([*words, f"--chunk {about.games_per_chunk} --out FOLDER"])


def _tell_what(about: Description, facts: Facts) -> list[str]:
    return [
        f"# Decisions in {about.game}",
        "",
        f"{facts.rows:,} decisions of {facts.games:,} games between {', '.join(about.agents)}; the mean return of a "
        f"seat is {facts.mean_return:.3f}. Made by",
        "",
        f"    {command_of(about)}",
        "",
        f"Encoder `{about.encoder}`: {about.inputs} features kept as {about.stored} (the value divided by the "
        f"encoder's step, rounded), {about.outputs} classes. The seed decides every game; an agent with a "
        "limit in seconds plays otherwise each time.",
        "",
        f"{facts.duplicates:,} rows have the features of an earlier row; {facts.contradictions:,} such features occur "
        "with several classes. Positions of one game resemble each other: split by game.",
        "",
    ]


def _tell_columns(about: Description) -> list[str]:
    rows = [f"| `{name}` | {column.dtype}{f' x {column.width}' if column.width else ''} | {COLUMNS[name]} |"
            for name, column in about.columns().items()]  # fmt: skip
    return ["| column | numbers a row | meaning |", "|---|---|---|", *rows, ""]


def _tell_classes(about: Description, facts: Facts) -> list[str]:
    used = [(i, count) for i, count in enumerate(facts.classes) if count]
    rows = [f"| {about.name_output(i)} | {count:,} | {count / facts.rows:.2%} |" for i, count in used]
    return ["| class | rows | share |", "|---|---|---|", *rows] if rows else [json.dumps({"rows": 0})]
