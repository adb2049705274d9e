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
from ludoteca.core.errors import DatasetError, PlanError
from ludoteca.core.reading import read_toml
from ludoteca.networks.declaration import Head
from ludoteca.networks.files import NetworkFile
from ludoteca.training.encoded import complete_plan
from ludoteca.training.examples import Examples
from ludoteca.training.plan import Plan
from ludoteca.training.reading import Decisions

TOLD = ("scores", "best", "returns", "value")  # heads that are no policy, by the name of what they learn


def plan_for(path: Path, data: Decisions, changes: dict[str, Any] | None = None) -> Plan:
    """The plan in a TOML file, completed for a data set; `changes` take the place of what the file says."""
    about = data.about
    encoder = games.encoder(about.game, about.encoder)
    s = games.load(about.game).start(dict(about.setup))
    return complete_plan({**read_tables(path), **(changes or {})}, encoder, s, path.name)


def read_tables(path: Path) -> dict[str, Any]:
    """What a plan says. `network = "clues.toml"`: the network of that plan, which lies beside it."""
    table = read_toml(path)
    other = table.get("network")
    if not isinstance(other, str):
        return table
    if Path(other).name != other:
        raise PlanError(
            f"{path.name}: network must be a table, or the name of a plan in the same folder; not {other!r}"
        )
    network = read_toml(path.parent / other).get("network")
    if not isinstance(network, dict):
        raise PlanError(f"{path.name}: {other} has no table [network]")
    return {**table, "network": network}


def read_examples(data: Decisions, plan: Plan) -> Examples:
    """All positions of a data set with the targets of a plan's heads."""
    about = data.about
    targets = {head.name: find_target(head, data) for head in plan.network.heads}
    told = {
        "game": about.game, "setup": dict(about.setup), "encoder": about.encoder, "agents": list(about.agents),
        "games": about.games, "data_seed": about.seed, "output_names": list(about.output_names),
    }  # fmt: skip
    return Examples(data.features, targets, np.asarray(data.groups), data.column("legal"), told, data.steps)


def check_source(data: Decisions, network: NetworkFile) -> None:
    """Refuse data that a network was not trained on: its test positions could be among those."""
    about, record = data.about, network.record
    for key, found in (("game", about.game), ("games", about.games), ("data_seed", about.seed),
                       ("agents", list(about.agents))):  # fmt: skip
        if record.get(key) != found:
            raise DatasetError(f"the network was trained on other data: {key} was {record.get(key)!r}, not {found!r}")


def find_target(head: Head, data: Decisions) -> Any:
    if head.kind == "policy":
        return data.labels
    if head.name not in TOLD or (head.name in ("scores", "best") and not data.about.scores):
        known = TOLD if data.about.scores else TOLD[2:]
        raise DatasetError(f"these data tell nothing for the head {head.name!r}; they have {', '.join(known)}")
    everything = np.arange(len(data))
    if head.name == "best":
        return data.best(everything)
    return data.returns(everything)[:, None] if head.name == "value" else data.column(head.name)
