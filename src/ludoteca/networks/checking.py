"""What makes no sense in the declaration of a network, in words."""

from typing import TYPE_CHECKING

from ludoteca.core.errors import near_misses

if TYPE_CHECKING:
    from ludoteca.networks.declaration import Block, Declaration, Head, Layer

ACTIVATIONS = ("none", "relu", "sigmoid", "tanh")
NORMS = ("none", "batch", "layer")
PLACES = ("sums", "values")
POOLS = ("sum", "max")
KINDS = ("policy", "numbers", "flags")
MOST_UNITS, MOST_LAYERS, MOST_PARAMETERS = 65_536, 64, 200_000_000


def find_complaints(d: "Declaration") -> list[str]:
    found = _check_sizes(d) + _check_names(d)
    for i, block in enumerate(d.blocks if not found else ()):
        found += _check_block(f"blocks[{i}]", block, d.width)
    found += _check_boards(d)
    found += _check_layers("layers", d.layers, 0 if found else d.trunk_inputs)
    for head in d.heads:
        found += _check_head(head)
        found += _check_layers(f"the head {head.name}", head.layers, 0 if found else d.trunk_outputs)
    if not found and d.count_parameters() > MOST_PARAMETERS:
        found.append(f"it has {d.count_parameters():,} parameters; at most {MOST_PARAMETERS:,} are allowed")
    return found


def _check_boards(d: "Declaration") -> list[str]:
    if not d.boards:
        return []
    if len(d.boards) > 1 or d.blocks or d.flags:
        return ["there can be one board, and no blocks or flags beside it"]
    board = d.boards[0]
    if not all(1 <= size <= 64 for size in (board.planes, board.height, board.width)):
        return ["a board must have from 1 to 64 planes, rows and columns"]
    if board.inputs > d.inputs or not board.layers:
        return [f"a board of {board.inputs} inputs needs layers, and as many of the {d.inputs} inputs"]
    found = _check_layers("board", board.layers, board.planes)
    if any(layer.normalise == "layer" or layer.normalise_at != "sums" for layer in board.layers):
        found.append("board: normalisation is by batch, at the sums")
    return found


def _check_sizes(d: "Declaration") -> list[str]:
    names = [head.name for head in d.heads]
    complaints = {
        f"inputs must be from 1 to {MOST_UNITS}, not {d.inputs}": not 1 <= d.inputs <= MOST_UNITS,
        "it needs at least one head": not d.heads,
        "at least one head must not be auxiliary": bool(d.heads) and all(head.auxiliary for head in d.heads),
        f"two heads have the same name: {', '.join(names)}": len(set(names)) < len(names),
        f"there are {len(d.scales)} scales for {d.inputs} inputs": len(d.scales) not in (0, d.inputs),
        "skip_input needs blocks": d.skip_input and not d.blocks,
    }
    for start, stop in (flags.span for flags in d.flags):
        complaints[f"flags: [{start}, {stop}] is no part of {d.inputs} inputs"] = not 0 <= start < stop <= d.inputs
    most = sum(len(flags.values) for flags in d.flags) * d.inputs
    complaints[f"there can be at most {MOST_UNITS} flags"] = most > MOST_UNITS
    complaints["flags need values"] = any(not flags.values for flags in d.flags)
    return [text for text, applies in complaints.items() if applies]


def _check_names(d: "Declaration") -> list[str]:
    """Of blocks, and of what heads read off them."""
    named = {block.name: block for block in d.blocks if block.name}
    found = [] if len(named) == sum(bool(block.name) for block in d.blocks) else ["two blocks have the same name"]
    for head in d.heads:
        for reading in head.reads:
            where = f"the head {head.name} reads the block {reading.block!r}"
            if reading.block not in named:
                found.append(f"{where}, which there is not; {near_misses(reading.block, named)}")
            elif not 0 <= reading.at <= head.units - named[reading.block].groups:
                found.append(f"{where} at {reading.at}: {named[reading.block].groups} groups do not fit there")
        if head.reads and head.activation != "none":
            found.append(f"the head {head.name} reads blocks, so it can have no activation")
    return found


def _check_head(head: "Head") -> list[str]:
    found = []
    if not head.name.isidentifier() or head.name in ("trunk", "board") or head.name.startswith("block"):
        found.append(f"a head cannot be called {head.name!r}: a name is letters and digits, not trunk, board or block")
    if head.kind not in KINDS:
        found.append(f"the head {head.name} has the kind {head.kind!r}; {near_misses(head.kind, KINDS)}")
    found += _check_units(f"the head {head.name}", head.units, head.activation)
    if head.kind != "numbers" and head.activation != "none":
        found.append(f"the head {head.name} is one of {head.kind}, which has its own activation: leave it out")
    if not 0 < head.weight <= 1e6:
        found.append(f"the head {head.name} needs a weight above 0, not {head.weight}")
    return found


def _check_block(where: str, block: "Block", inputs: int) -> list[str]:
    if not 1 <= block.count <= 1024:
        return [f"{where} must have from 1 to 1024 slots, not {block.count}"]
    if not (block.slices or block.seen) or not block.layers:
        return [f"{where} needs slices and layers"]
    found = _check_seen(where, block, inputs) + _check_members(where, block, inputs) + _check_groups(where, block)
    for start, stop in (*block.slices, *block.context):
        if not 0 <= start < stop <= inputs:
            found.append(f"{where}: [{start}, {stop}] is no part of {inputs} inputs")
    for start, stop in block.slices:
        if (stop - start) % block.count:
            found.append(f"{where}: the {stop - start} inputs [{start}, {stop}] are no {block.count} equal pieces")
    for pool in block.pools:
        if pool not in POOLS:
            found.append(f"{where} has the pool {pool!r}; {near_misses(pool, POOLS)}")
    if not block.pools or len(set(block.pools)) < len(block.pools):
        found.append(f"{where} needs pools, each once: {', '.join(POOLS)}")
    if block.layers[-1].normalise == "batch" and block.layers[-1].normalise_at == "values":
        found.append(f"{where}: after the activation of a block's last layer batch normalisation cannot be folded")
    found += _check_layers(f"{where}.layers", block.layers, block.inputs)
    return found + _check_layers(f"{where}.then", block.then, block.pooled)


def _check_seen(where: str, block: "Block", inputs: int) -> list[str]:
    if not block.seen:
        return []
    if block.slices or block.context:
        return [f"{where} has seen, which takes the place of slices and context"]
    if len(block.seen) != block.count or len({len(row) for row in block.seen}) > 1 or not block.seen[0]:
        return [f"{where}.seen needs a row for each of {block.count} slots, all of one length"]
    if any(not -2 <= i < inputs for row in block.seen for i in row):
        return [f"{where}.seen must hold numbers of inputs, below {inputs}; -1 is the constant 1, -2 is 0"]
    return []


def _check_members(where: str, block: "Block", inputs: int) -> list[str]:
    if not block.members:
        return []
    lengths = {len(row) for row in block.members}
    if len(block.members) != block.groups or len(lengths) > 1 or not max(lengths) or max(lengths) % block.count:
        return [f"{where}.members needs a row for each of {block.groups} groups, each as long as {block.count} slots"]
    if any(not -2 <= i < inputs for row in block.members for i in row):
        return [f"{where}.members must hold numbers of inputs, below {inputs}; -1 is the constant 1, -2 is 0"]
    return []


def _check_groups(where: str, block: "Block") -> list[str]:
    if not block.members and (not 1 <= block.groups <= block.count or block.count % block.groups):
        return [f"{where}: {block.count} slots are no {block.groups} equal groups"]
    parts = {"then": block.then, "a name": block.name, "joined": block.joined, "members": block.members}
    for what, given in parts.items():
        if block.groups == 1 and given:
            return [f"{where} has {what}, which is for several groups"]
    if block.then and block.then[-1].normalise == "batch" and block.then[-1].normalise_at == "values":
        return [f"{where}: after the activation of the last layer batch normalisation cannot be folded"]
    return []


def _check_layers(where: str, layers: "tuple[Layer, ...]", inputs: int) -> list[str]:
    if len(layers) > MOST_LAYERS:
        return [f"{where}: at most {MOST_LAYERS} layers are allowed, not {len(layers)}"]
    found: list[str] = []
    units = {"input": inputs}
    named: dict[str, Layer] = {}
    for i, layer in enumerate(layers):
        place = f"{where}[{i}]"
        found += _check_layer(place, layer)
        if layer.add and layer.add not in units:
            found.append(f"{place} adds {layer.add!r}, which is no earlier layer; {near_misses(layer.add, units)}")
        elif layer.add and inputs and units[layer.add] != layer.units:
            found.append(f"{place} has {layer.units} units and cannot add the {units[layer.add]} of {layer.add!r}")
        if layer.add in named and _is_folded_later(named[layer.add]):
            found.append(f"{place} adds {layer.add!r}, whose batch normalisation must then be at the sums")
        if layer.name in units:
            found.append(f"{place}: there is already a layer called {layer.name!r}")
        if layer.name:
            units[layer.name], named[layer.name] = layer.units, layer
    return found


def _is_folded_later(layer: "Layer") -> bool:
    return layer.normalise == "batch" and layer.normalise_at == "values"


def _check_layer(place: str, layer: "Layer") -> list[str]:
    found = _check_units(place, layer.units, layer.activation)
    for name, known in (("normalise", NORMS), ("normalise_at", PLACES)):
        value = getattr(layer, name)
        if value not in known:
            found.append(f"{place} has the {name} {value!r}; {near_misses(value, known)}")
    if not 0.0 <= layer.dropout < 1.0:
        found.append(f"{place}: dropout must be from 0 to below 1, not {layer.dropout}")
    if layer.normalise_at == "values" and layer.normalise == "layer":
        found.append(f"{place}: layer normalisation is at the sums")
    if layer.add and _is_folded_later(layer):
        found.append(f"{place}: a layer that adds must have its batch normalisation at the sums")
    return found


def _check_units(place: str, units: int, activation: str) -> list[str]:
    found = []
    if activation not in ACTIVATIONS:
        found.append(f"{place} has the activation {activation!r}; {near_misses(activation, ACTIVATIONS)}")
    if not 1 <= units <= MOST_UNITS:
        found.append(f"{place} must have from 1 to {MOST_UNITS} units, not {units}")
    return found
