"""A network, declared: layers, skips, blocks of slots, heads. It can be read from TOML and written back.

    inputs = 195
    encoder = "bologna"
    layers = [{ units = 128 }, { units = 64, normalise = "layer" }]
    heads = [{ name = "policy", units = 20 }]

A layer computes, in this order: its sums (weights and bias), normalisation of the sums, the activation, normalisation
of the values (`normalise_at = "values"`), what it adds of an earlier layer, dropout.

A block applies one small encoder to each of `count` slots (the cards of a hand, say) and adds up what it finds, and
takes the largest, unit by unit. The trunk (`layers`) sees the inputs and then the results of all blocks.

Slots may form groups (the cards of a hand, for each clue). A group's pooled values go through layers of their own
(`then`), the same for every group. The trunk sees them pooled, or side by side (`joined`), and a head may read one
number off each group: the output of that clue. So all clues of a kind share their weights.

Or slots are what a group may consist of (the kinds of cards), and inputs say of which: `members`. A group's values are
then those of its members, added up.

A board has layers of convolutions: each cell is computed from itself and its eight neighbours, with the same weights
everywhere. The trunk sees the values of all cells in the place of the board's inputs.
"""

from dataclasses import dataclass
from typing import Any

from ludoteca.core.errors import PlanError, near_misses
from ludoteca.core.reading import read_record, write_record
from ludoteca.networks.checking import POOLS, find_complaints

EPSILON = 1e-5  # of every normalisation

Span = tuple[int, int]
"""Inputs from the first number up to, and without, the second."""

TOLERANCE = 5e-5
"""How far an input may be from a flag's value, relative to it if it is above 1: data sets keep numbers on a grid."""

NEAR = 9  # cells that a convolution sees
BOARD = "board."  # the prefix of its tensors' names

ONE, ZERO = -1, -2
"""In the place of an input that a slot sees: a constant."""


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
class Flags:
    """More inputs: for each input of a span and each of these values, 1 if it has that value, else 0. Sums and ReLU are
    poor at telling a probability of 1 from one of 0.98; the rules of a game often ask for just that."""

    span: Span
    values: tuple[float, ...]
    least: bool = False
    """Whether a higher input will do."""

    @property
    def count(self) -> int:
        return (self.span[1] - self.span[0]) * len(self.values)

    def tests(self) -> list[tuple[int, float, float]]:
        """Of each flag: the input, and the lowest and the highest value (before scaling) that raise it."""
        found = []
        for i in range(*self.span):
            for value in self.values:
                room = TOLERANCE * max(1.0, abs(value))
                found.append((i, value - room, float("inf") if self.least else value + room))
        return found


@dataclass(frozen=True)
class Block:
    """One encoder, applied to each slot."""

    count: int
    slices: tuple[Span, ...] = ()
    """Parts of the input with as many equal pieces as there are slots, one after the other."""
    layers: tuple[Layer, ...] = ()
    context: tuple[Span, ...] = ()
    """Parts of the input that every slot sees whole."""
    pools: tuple[str, ...] = POOLS
    seen: tuple[tuple[int, ...], ...] = ()
    """[slot][...]: which inputs each slot sees, one by one, in the place of slices and context."""
    groups: int = 1
    """The slots are so many equal groups, one after the other."""
    then: tuple[Layer, ...] = ()
    """What becomes of a group's pooled values, if there are several groups."""
    name: str = ""
    joined: bool = False
    """The trunk sees the values of all groups side by side, not pooled."""
    members: tuple[tuple[int, ...], ...] = ()
    """[group][slot]: every group has all slots, and adds up their values, each times this input (that says whether a
    card may be of this kind). A row of so many times `count` inputs makes so many sums, side by side."""

    @property
    def inputs(self) -> int:
        """Of one slot."""
        if self.seen:
            return len(self.seen[0])
        own = sum((stop - start) // self.count for start, stop in self.slices)
        return own + sum(stop - start for start, stop in self.context)

    @property
    def pooled(self) -> int:
        """Numbers of one group before `then`: those of its slots, pooled; of its one slot, as they are."""
        if self.members:
            return self.layers[-1].units * (len(self.members[0]) // self.count)
        return self.layers[-1].units * (1 if self.groups == self.count > 1 else len(self.pools))

    @property
    def values(self) -> int:
        """Numbers of one group."""
        return self.then[-1].units if self.then else self.pooled

    @property
    def outputs(self) -> int:
        """Numbers that the trunk sees."""
        return self.values * (self.groups if self.joined else 1 if self.groups == 1 else len(self.pools))

    def places(self) -> list[list[int]]:
        """[slot][...]: which inputs each slot sees; ONE and ZERO are constants."""
        if self.seen:
            return [list(row) for row in self.seen]
        shared = [i for start, stop in self.context for i in range(start, stop)]
        found = []
        for slot in range(self.count):
            steps = [((stop - start) // self.count, start) for start, stop in self.slices]
            own = [start + slot * step + i for step, start in steps for i in range(step)]
            found.append(own + shared)
        return found


@dataclass(frozen=True)
class Board:
    """The first inputs are planes of a board, one after the other, each row by row."""

    planes: int
    height: int
    width: int
    layers: tuple[Layer, ...] = ()
    """Convolutions of 3 by 3 cells; what is outside of the board is zero."""

    @property
    def cells(self) -> int:
        return self.height * self.width

    @property
    def inputs(self) -> int:
        return self.planes * self.cells

    @property
    def outputs(self) -> int:
        """Numbers that the trunk sees, cell by cell."""
        return self.cells * self.layers[-1].units

    def near(self) -> list[list[int]]:
        """[cell][9]: the cells around each, itself in the middle; `cells` where there is none."""
        found = []
        for row in range(self.height):
            for column in range(self.width):
                around = [(row + i, column + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
                found.append([self._number(*place) for place in around])
        return found

    def _number(self, row: int, column: int) -> int:
        inside = 0 <= row < self.height and 0 <= column < self.width
        return row * self.width + column if inside else self.cells


@dataclass(frozen=True)
class Reading:
    """Units of a head, from `at` on, to which the groups of a block add one number each."""

    block: str
    at: int


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
    reads: tuple[Reading, ...] = ()
    weight: float = 1.0
    """Of its loss."""


@dataclass(frozen=True)
class Declaration:
    inputs: int
    heads: tuple[Head, ...]
    layers: tuple[Layer, ...] = ()
    blocks: tuple[Block, ...] = ()
    flags: tuple[Flags, ...] = ()
    """Blocks and trunk see them after the inputs, in this order."""
    encoder: str = ""
    """The game's encoder that makes the inputs, by name."""
    scales: tuple[float, ...] = ()
    """Each input is multiplied by its scale; none: as they come. Fixed by the encoder, never by the data: what was
    constant there may change in play."""
    skip_input: bool = False
    """The trunk sees only the results of the blocks."""
    boards: tuple[Board, ...] = ()
    """None, or one."""

    def __post_init__(self) -> None:
        for complaint in find_complaints(self):
            raise PlanError(f"network: {complaint}")

    def tests(self) -> tuple[list[int], list[float], list[float]]:
        """Of all flags: the inputs, the lowest values and the highest."""
        found = [test for flags in self.flags for test in flags.tests()]
        return [test[0] for test in found], [test[1] for test in found], [test[2] for test in found]

    @property
    def width(self) -> int:
        """Inputs and flags."""
        return self.inputs + sum(flags.count for flags in self.flags)

    @property
    def trunk_inputs(self) -> int:
        if self.boards:
            return self.inputs - self.boards[0].inputs + self.boards[0].outputs
        return (0 if self.skip_input else self.width) + sum(block.outputs for block in self.blocks)

    @property
    def trunk_outputs(self) -> int:
        return self.layers[-1].units if self.layers else self.trunk_inputs

    def head(self, name: str) -> Head:
        for head in self.heads:
            if head.name == name:
                return head
        raise PlanError(f"the network has no head {name!r}; {near_misses(name, [head.name for head in self.heads])}")

    def block(self, name: str) -> tuple[int, Block]:
        """A block, and its number, by name."""
        return next((i, block) for i, block in enumerate(self.blocks) if block.name == name)

    def chains(self) -> list[tuple[str, int, tuple[Layer, ...]]]:
        """Every run of layers with the prefix of its tensors' names and its number of inputs."""
        found: list[tuple[str, int, tuple[Layer, ...]]] = []
        for i, block in enumerate(self.blocks):
            found.append((f"block{i}.", block.inputs, block.layers))
            found += [(f"block{i}-then.", block.pooled, block.then)] if block.then else []
        for board in self.boards:
            found.append((BOARD, NEAR * board.planes, board.layers))
        found.append(("trunk.", self.trunk_inputs, self.layers))
        for head in self.heads:
            found.append((f"{head.name}.", self.trunk_outputs, head_layers(head)))
            for i, reading in enumerate(head.reads):
                found.append((f"{head.name}-{i}.", self.block(reading.block)[1].values, READER))
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
                inputs = layer.units * (NEAR if prefix == BOARD else 1)
        return found

    def count_parameters(self) -> int:
        """Every number that the network holds, the running means of batch normalisation included."""
        total = 0
        for shape in self.tensors().values():
            total += shape[0] * (shape[1] if len(shape) > 1 else 1)
        return total


READER = (Layer(1, "none"),)  # what a head reads off a group


def head_layers(head: Head) -> tuple[Layer, ...]:
    return (*head.layers, Layer(head.units, head.activation))


def read_declaration(table: Any, where: str = "network") -> Declaration:
    return read_record(Declaration, table, where)


def write_declaration(declaration: Declaration) -> dict[str, Any]:
    """As JSON. Without convolutions, joined blocks and members it is what it was before there were any, so that older
    runs can go on."""
    table = write_record(declaration)
    if not declaration.boards:
        del table["boards"]
    for block in table["blocks"]:
        for name in ("joined", "members"):
            if not block[name]:
                del block[name]
    return table
