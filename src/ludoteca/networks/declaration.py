"""A network, declared: layers, skips, blocks of slots, heads. It can be read from TOML and written back.

    inputs = 195
    encoder = "bologna"
    layers = [{ units = 128 }, { units = 64, normalise = "layer" }]
    heads = [{ name = "policy", units = 20 }]

A layer computes, in this order: its sums (weights and bias), normalisation of the sums, the activation, normalisation
of the values (`normalise_at = "values"`), what it adds of an earlier layer, dropout.

A block applies one small encoder to each of `count` slots (the cards of a hand, say) and adds up what it finds, and
takes the largest, unit by unit. The trunk (`layers`) sees the inputs and then the results of all blocks.
"""

from dataclasses import dataclass
from typing import Any

from ludoteca.core.errors import PlanError, near_misses
from ludoteca.core.reading import read_record, write_record
from ludoteca.networks.checking import POOLS, find_complaints

EPSILON = 1e-5  # of every normalisation

Span = tuple[int, int]
"""Inputs from the first number up to, and without, the second."""


@dataclass(frozen=True)
class Layer:
    units: int
    activation: str = "relu"
    normalise: str = "none"
    normalise_at: str = "sums"
    """Batch normalisation can also come after the activation; on export it becomes part of the next weights."""
    dropout: float = 0.0
    add: str = ""
    """The name of an earlier layer, or "input", whose values are added."""
    name: str = ""


@dataclass(frozen=True)
class Block:
    """One encoder, applied to each slot."""

    count: int
    slices: tuple[Span, ...]
    """Parts of the input with as many equal pieces as there are slots, one after the other."""
    layers: tuple[Layer, ...]
    context: tuple[Span, ...] = ()
    """Parts of the input that every slot sees whole."""
    pools: tuple[str, ...] = POOLS

    @property
    def inputs(self) -> int:
        """Of one slot."""
        own = sum((stop - start) // self.count for start, stop in self.slices)
        return own + sum(stop - start for start, stop in self.context)

    @property
    def outputs(self) -> int:
        return len(self.pools) * self.layers[-1].units

    def places(self) -> list[list[int]]:
        """[slot][...]: which inputs each slot sees."""
        shared = [i for start, stop in self.context for i in range(start, stop)]
        found = []
        for slot in range(self.count):
            steps = [((stop - start) // self.count, start) for start, stop in self.slices]
            own = [start + slot * step + i for step, start in steps for i in range(step)]
            found.append(own + shared)
        return found


@dataclass(frozen=True)
class Head:
    name: str
    units: int
    kind: str = "policy"
    """policy: one of the units, softmax over the legal ones. numbers: squared error. flags: each true or false."""
    activation: str = "none"
    layers: tuple[Layer, ...] = ()
    auxiliary: bool = False
    """Only trained: players have no use for it, and it is left out on export."""
    weight: float = 1.0
    """Of its loss."""


@dataclass(frozen=True)
class Declaration:
    inputs: int
    heads: tuple[Head, ...]
    layers: tuple[Layer, ...] = ()
    blocks: tuple[Block, ...] = ()
    encoder: str = ""
    """The game's encoder that makes the inputs, by name."""
    scales: tuple[float, ...] = ()
    """Each input is multiplied by its scale; none: as they come. Fixed by the encoder, never by the data: what was
    constant there may change in play."""
    skip_input: bool = False
    """The trunk sees only the results of the blocks."""

    def __post_init__(self) -> None:
        for complaint in find_complaints(self):
            raise PlanError(f"network: {complaint}")

    @property
    def trunk_inputs(self) -> int:
        return (0 if self.skip_input else self.inputs) + sum(block.outputs for block in self.blocks)

    @property
    def trunk_outputs(self) -> int:
        return self.layers[-1].units if self.layers else self.trunk_inputs

    def head(self, name: str) -> Head:
        for head in self.heads:
            if head.name == name:
                return head
        raise PlanError(f"the network has no head {name!r}; {near_misses(name, [head.name for head in self.heads])}")

    def chains(self) -> list[tuple[str, int, tuple[Layer, ...]]]:
        """Every run of layers with the prefix of its tensors' names and its number of inputs."""
        found = [(f"block{i}.", block.inputs, block.layers) for i, block in enumerate(self.blocks)]
        found.append(("trunk.", self.trunk_inputs, self.layers))
        for head in self.heads:
            last = Layer(head.units, head.activation)
            found.append((f"{head.name}.", self.trunk_outputs, (*head.layers, last)))
        return found

    def tensors(self) -> dict[str, tuple[int, ...]]:
        """The shape of every tensor by its name."""
        found: dict[str, tuple[int, ...]] = {}
        for prefix, inputs, layers in self.chains():
            for i, layer in enumerate(layers):
                found[f"{prefix}{i}.weight"] = (layer.units, inputs)
                found[f"{prefix}{i}.bias"] = (layer.units,)
                names = {"none": (), "layer": ("scale", "shift"), "batch": ("scale", "shift", "mean", "variance")}
                for name in names[layer.normalise]:
                    found[f"{prefix}{i}.{name}"] = (layer.units,)
                inputs = layer.units
        return found

    def count_parameters(self) -> int:
        """Every number that the network holds, the running means of batch normalisation included."""
        total = 0
        for shape in self.tensors().values():
            total += shape[0] * (shape[1] if len(shape) > 1 else 1)
        return total


def read_declaration(table: Any, where: str = "network") -> Declaration:
    return read_record(Declaration, table, where)


def write_declaration(declaration: Declaration) -> dict[str, Any]:
    return write_record(declaration)
