"""How a game is learned by self-play, as a frozen record. From TOML, with what is left out as it is here:

hidden = [256, 256]          # layers of the network
games = 1024                 # of an iteration
reuse = 4.0                  # how often a position is learned from, on average

[search]                     # of a move in self-play
simulations = 32
opening = 20                 # up to so many random actions first,
opening_share = 0.5          # in this share of the games

[gate]                       # when a network becomes the best so far
every = 4
h1 = 30.0

[doctor]
every = 8
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ludoteca.core.errors import PlanError, near_misses
from ludoteca.core.reading import read_record, write_record
from ludoteca.training.selfplay_games import Search

KINDS = ("perceptron", "residual")
PRECISIONS = ("float32", "bfloat16")
ANSWERS = ("float32", "int8")
OPTIMISERS = ("adamw", "muon")


@dataclass(frozen=True)
class Gate:
    """The sequential test against the best network so far."""

    every: int = 4
    """Iterations between two tests."""
    simulations: int = 16
    """Of a move in a test game; 0: the bare network, which draws its actions."""
    pairs: int = 300
    """At the most; a test that is undecided then keeps the old network."""
    h0: float = 0.0
    h1: float = 30.0
    """In Elo for two seats; otherwise thousandths of the range of returns."""
    opening: int = 6
    """Up to so many random actions first, the same for both."""


@dataclass(frozen=True)
class Doctor:
    """Games against simple players, to see whether something is wrong."""

    every: int = 8
    """Iterations between two visits."""
    games: int = 40
    """Against each."""
    simulations: int = 32
    rollouts: int = 100
    """Iterations of `mcts`."""


@dataclass(frozen=True)
class SelfPlayPlan:
    hidden: tuple[int, ...] = (256, 256)
    """Units of the layers; equal neighbours are joined by a skip."""
    kind: str = "perceptron"
    """Of network: perceptron, or residual: convolutions before the layers, where the encoder has a board."""
    channels: int = 16
    """Of a residual network: numbers of each cell."""
    blocks: int = 2
    """Of a residual network: pairs of convolutions with a skip."""
    row_layers: tuple[int, ...] = ()
    """Units of layers that see one row of the encoder's board each, all rows with the same weights. The other layers
    see what they find beside the inputs. Of a perceptron."""
    rest_layers: tuple[int, ...] = ()
    """Units of layers for the features beside the board; then the other layers see only what these and the rows
    find."""
    encoder: str = ""
    """Of the game; empty for the first that it declares for games of this size."""
    games: int = 1024
    """Of an iteration."""
    trust: float = 0.5
    """The share of the search's own value in what the value learns; the rest comes from what followed."""
    trace: float = 1.0
    """What followed is so much of what followed the next position, and for the rest what the search expected there; 1:
    the result alone. With trust = 0.2 and trace = 0.8 the value learns the λ-return of TD(0.8)."""
    cut: bool = False
    """What followed an action counts the less, the less likely the search found it: so that what was only tried out
    does not make a position look worse than it is."""
    window: int = 600_000
    """Positions that are learned from at the most: the newest."""
    recent: float = 0.6
    """Before there are so many: this share of all positions, the newest."""
    reuse: float = 4.0
    """How often a position is learned from, on average."""
    batch: int = 1024
    rate: float = 2e-3
    last_rate: float = 1e-4
    """The learning rate falls to this, in half a cosine."""
    optimiser: str = "adamw"
    """adamw, or muon: it moves the weights between layers, in steps whose directions all count alike (Jordan et al.
    2024), and AdamW the rest. A step costs more and teaches more; it pays with large batches and bfloat16."""
    muon_rate: float = 0.02
    """Muon's own learning rate; it falls as `rate` does."""
    weight_decay: float = 1e-5
    value_weight: float = 1.0
    precision: str = "float32"
    """Of the matrix products of training: float32, or bfloat16, which processors that have it multiply twice as fast;
    the weights stay float32."""
    average: float = 0.998
    """The network that plays is a running mean of the weights: so much of it is kept at each step."""
    seed: int = 1
    search: Search = field(default_factory=Search)
    gate: Gate = field(default_factory=Gate)
    doctor: Doctor = field(default_factory=Doctor)

    def __post_init__(self) -> None:
        for complaint in _find_complaints(self):
            raise PlanError(f"plan: {complaint}")


def _find_complaints(plan: SelfPlayPlan) -> Iterator[str]:
    search, gate, doctor = plan.search, plan.gate, plan.doctor
    for name, number, low, high in (
        ("channels", plan.channels, 1, 1024),
        ("blocks", plan.blocks, 0, 30),
        ("games", plan.games, 1, 1_000_000),
        ("trust", plan.trust, 0.0, 1.0),
        ("trace", plan.trace, 0.0, 1.0),
        ("window", plan.window, 100, 100_000_000),
        ("recent", plan.recent, 0.01, 1.0),
        ("reuse", plan.reuse, 0.01, 1000.0),
        ("batch", plan.batch, 1, 1_000_000),
        ("rate", plan.rate, 1e-7, 10.0),
        ("last_rate", plan.last_rate, 0.0, 10.0),
        ("muon_rate", plan.muon_rate, 1e-7, 10.0),
        ("weight_decay", plan.weight_decay, 0.0, 10.0),
        ("value_weight", plan.value_weight, 0.0, 100.0),
        ("average", plan.average, 0.0, 0.99999),
        ("seed", plan.seed, 0, 2**63 - 1),
        ("search.simulations", search.simulations, 1, 10_000),
        ("search.quick", search.quick, 0, 10_000),
        ("search.full_share", search.full_share, 0.001, 1.0),
        ("search.candidates", search.candidates, 1, 10_000),
        ("search.noise", search.noise, 0.0, 100.0),
        ("search.scale", search.scale, 0.0, 100.0),
        ("search.exploration", search.exploration, 0.0, 1e6),
        ("search.opening", search.opening, 0, 10_000),
        ("search.opening_share", search.opening_share, 0.0, 1.0),
        ("search.opening_choices", search.opening_choices, 1, 1000),
        ("search.longest", search.longest, 0, 1_000_000),
        ("search.proof_nodes", search.proof_nodes, 0, 1_000_000_000),
        ("search.proof_share", search.proof_share, 0.0, 1.0),
        ("search.proof_replies", search.proof_replies, 0, 100),
        ("gate.every", gate.every, 1, 100_000),
        ("gate.simulations", gate.simulations, 0, 10_000),
        ("gate.pairs", gate.pairs, 1, 100_000),
        ("gate.opening", gate.opening, 0, 10_000),
        ("doctor.every", doctor.every, 1, 100_000),
        ("doctor.games", doctor.games, 2, 10_000),
        ("doctor.simulations", doctor.simulations, 1, 10_000),
        ("doctor.rollouts", doctor.rollouts, 2, 1_000_000),
    ):
        if not low <= number <= high:
            yield f"{name} must be from {low} to {high}, not {number}"
    for name in ("row_layers", "rest_layers"):
        layers = getattr(plan, name)
        if len(layers) > 5 or not all(1 <= units <= 1024 for units in layers):
            yield f"{name} must be up to 5 layers of 1 to 1024 units"
    if plan.rest_layers and not plan.row_layers:
        yield "rest_layers are for the features beside the rows: give row_layers, too"
    if plan.row_layers and plan.kind != "perceptron":
        yield "row_layers are of a perceptron: leave them out, or use kind = 'perceptron'"
    if not 1 <= len(plan.hidden) <= 20 or not all(1 <= units <= 8192 for units in plan.hidden):
        yield "hidden must be 1 to 20 layers of 1 to 8192 units"
    for name, word, known in (
        ("kind", plan.kind, KINDS),
        ("precision", plan.precision, PRECISIONS),
        ("optimiser", plan.optimiser, OPTIMISERS),
        ("search.precision", search.precision, ANSWERS),
    ):
        if word not in known:
            yield f"{name} {word!r} is not known; {near_misses(word, known)}"
    if not gate.h0 < gate.h1:
        yield f"gate.h0 must be below gate.h1, not {gate.h0} and {gate.h1}"


def read_selfplay_plan(table: dict[str, Any], where: str = "plan") -> SelfPlayPlan:
    return read_record(SelfPlayPlan, table, where)


def write_selfplay_plan(plan: SelfPlayPlan) -> dict[str, Any]:
    return write_record(plan)
