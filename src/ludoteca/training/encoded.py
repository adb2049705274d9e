"""Plans whose network is declared for an encoder: what the encoder knows need not be written.

[network]
encoder = "bologna"                         # inputs and scales follow
scaled = true                               # false: inputs as they come
heads = [{ name = "policy" }]               # units: the classes of actions
blocks = [{ count = 5, slices = ["other_playability", "other_colour"], context = ["fireworks"], layers = [...] }]

A block may have axes instead: see `axes.py`. A head that reads blocks reads them one after the other from unit 0 on,
unless `at` says where. Flags are inputs that equal a value, and have a slice of their own:

flags = [{ name = "fireworks_is", slice = "fireworks", values = [0, 1, 2, 3, 4, 5] }]
"""

from typing import Any

from ludoteca.core.errors import PlanError, near_misses
from ludoteca.protocol import Encoder, State
from ludoteca.training.axes import expand
from ludoteca.training.plan import Plan, read_plan


def complete_plan(table: dict[str, Any], encoder: Encoder, s: State, where: str = "plan") -> Plan:
    """The plan of a table, with the sizes that the encoder has in a game such as `s`."""
    network = table.get("network")
    if not isinstance(network, dict):
        raise PlanError(f"{where} needs a table [network]")
    network = dict(network)
    named = network.setdefault("encoder", encoder.name)
    if named != encoder.name:
        raise PlanError(f"{where}: the network is for the encoder {named!r}, the data are of {encoder.name!r}")
    _fill_in(network, "inputs", encoder.count_inputs(s), where)
    scaled = network.pop("scaled", True)
    if type(scaled) is not bool:
        raise PlanError(f"{where}: network.scaled must be true or false, not {scaled!r}")
    if scaled and "scales" not in network:
        network["scales"] = (1.0 / encoder.row_of_scales(s)).tolist()
    slices = {name: [place.start, place.stop] for name, place in encoder.find_slices(s).items()}
    network["flags"] = _place_flags(_list(network, "flags", where), slices, network["inputs"], f"{where}.network.flags")
    network["blocks"] = [_name_slices(block, slices, f"{where}.network") for block in _list(network, "blocks", where)]
    groups = {block.get("name"): block.get("groups", 1) for block in network["blocks"] if isinstance(block, dict)}
    network["heads"] = [_size_head(head, encoder.count_outputs(s), groups) for head in _list(network, "heads", where)]
    return read_plan({**table, "network": network}, where)


def _list(network: dict[str, Any], key: str, where: str) -> list[Any]:
    found = network.get(key, [])
    if not isinstance(found, list):
        raise PlanError(f"{where}.network.{key} must be a list of tables")
    return found


def _fill_in(network: dict[str, Any], key: str, value: int, where: str) -> None:
    if network.setdefault(key, value) != value:
        raise PlanError(f"{where}: network.{key} is {network[key]!r}; the encoder has {value}")


def _size_head(head: Any, outputs: int, groups: dict[Any, Any]) -> Any:
    """A policy, and what is told of every action, have a unit for each class of actions. What a head reads follows what
    it read before, unless `at` says where it belongs."""
    if not isinstance(head, dict):
        return head
    found = {"units": outputs, **head}
    if isinstance(head.get("reads"), list):
        at, found["reads"] = 0, []
        for reading in head["reads"]:
            placed = {"at": at, **reading} if isinstance(reading, dict) else reading
            found["reads"].append(placed)
            if isinstance(placed, dict) and type(placed["at"]) is int:
                count = groups.get(placed.get("block"), 1)
                at = placed["at"] + (count if type(count) is int else 1)
    return found


def _name_slices(block: Any, slices: dict[str, list[int]], where: str) -> Any:
    """A block with numbers in the place of the names of slices."""
    if not isinstance(block, dict):
        return block
    if "axes" in block:
        return expand(block, slices, f"{where}.blocks")
    found = dict(block)
    for key in ("slices", "context"):
        if isinstance(block.get(key), list):
            found[key] = [_find(item, slices, f"{where}.blocks.{key}") for item in block[key]]
    return found


def _place_flags(flags: list[Any], slices: dict[str, list[int]], at: int, where: str) -> list[Any]:
    """Flags with spans in the place of names of slices; their own names become slices that blocks can see."""
    found = []
    for item in flags:
        if not isinstance(item, dict) or not isinstance(item.get("values"), list) or "slice" not in item:
            raise PlanError(f"{where}: each needs a slice and values, as in {{ slice = 'fuse', values = [1, 2, 3] }}")
        rest = dict(item)
        span, name = _find(rest.pop("slice"), slices, where), rest.pop("name", "")
        size = (span[1] - span[0]) * len(item["values"])
        if name in slices:
            raise PlanError(f"{where}: there is already a slice called {name!r}")
        slices |= {name: [at, at + size]} if name else {}
        at += size
        found.append({**rest, "span": span})
    return found


def _find(item: Any, slices: dict[str, list[int]], where: str) -> Any:
    if isinstance(item, str) and item not in slices:
        raise PlanError(f"{where}: the encoder has no slice {item!r}; {near_misses(item, slices)}")
    return slices[item] if isinstance(item, str) else item
