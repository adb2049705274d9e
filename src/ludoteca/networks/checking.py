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
    found = _check_sizes(d)
    for i, block in enumerate(d.blocks):
        found += _check_block(f"blocks[{i}]", block, d.inputs)
    found += _check_layers("layers", d.layers, 0 if found else d.trunk_inputs)
    for head in d.heads:
        found += _check_head(head)
        found += _check_layers(f"the head {head.name}", head.layers, 0 if found else d.trunk_outputs)
    if not found and d.count_parameters() > MOST_PARAMETERS:
        found.append(f"it has {d.count_parameters():,} parameters; at most {MOST_PARAMETERS:,} are allowed")
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
    return [text for text, applies in complaints.items() if applies]


def _check_head(head: "Head") -> list[str]:
    found = []
    if not head.name.isidentifier() or head.name == "trunk" or head.name.startswith("block"):
        found.append(f"a head cannot be called {head.name!r}: a name is letters and digits, not trunk or block")
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
    if not block.slices or not block.layers:
        return [f"{where} needs slices and layers"]
    found = []
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
    return found + _check_layers(f"{where}.layers", block.layers, block.inputs)


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
