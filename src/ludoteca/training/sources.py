"""Data sets of decisions as examples for a plan: each head finds its target among the columns.

| head | learns |
|---|---|
| kind policy | `class`: what was chosen |
| `scores` | what the teacher told of every action, where it told something |
| `best` | the actions among which the teacher draws lots (flags) |
| `returns` | what every seat earned in the end |
| `value` | what the seat to act earned in the end |
"""

from pathlib import Path
from typing import Any

import numpy as np

from ludoteca import games
from ludoteca.core.errors import DatasetError
from ludoteca.core.reading import read_toml
from ludoteca.networks.declaration import Head
from ludoteca.protocol import Encoder, State
from ludoteca.training.encoded import complete_plan
from ludoteca.training.examples import Examples
from ludoteca.training.plan import Plan


def plan_for(path: Path, data: Any) -> Plan:
    """The plan in a TOML file, completed for a data set."""
    encoder, s = _find_encoder(data)
    return complete_plan(read_toml(path), encoder, s, path.name)


def _find_encoder(data: Any) -> tuple[Encoder, State]:
    about = data.describe()
    return games.encoder(about.game, about.encoder), games.load(about.game).start(dict(about.setup))


def read_examples(data: Any, plan: Plan) -> Examples:
    """All positions of a data set with the targets of a plan's heads."""
    about = data.describe()
    encoder, s = _find_encoder(data)
    columns = data.open()
    targets = {head.name: _find_target(head, columns) for head in plan.network.heads}
    steps = None if about.stored == "float32" else np.asarray(encoder.row_of_steps(s), np.float32)
    told = {
        "game": about.game, "setup": dict(about.setup), "encoder": about.encoder, "agents": list(about.agents),
        "games": about.games, "data_seed": about.seed, "output_names": list(about.output_names),
    }  # fmt: skip
    return Examples(columns["features"], targets, columns["game"], columns["legal"], told, steps)


def _find_target(head: Head, columns: Any) -> Any:
    if head.kind == "policy":
        return columns["class"]
    if head.name == "value" and "returns" in columns:
        return np.take_along_axis(columns["returns"], columns["seat"].astype(np.int64)[:, None], axis=1)
    if head.name not in ("scores", "best", "returns") or head.name not in columns:
        known = [name for name in ("scores", "best", "returns", "value") if name in columns or name == "value"]
        raise DatasetError(f"these data tell nothing for the head {head.name!r}; they have {', '.join(known)}")
    found = columns[head.name]
    return np.unpackbits(found, axis=1, count=head.units) if head.name == "best" else found
