"""The network that learns by self-play: its layers as the plan says, its heads as the game needs them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ludoteca.agents.evaluations import count_values
from ludoteca.core.errors import PlanError
from ludoteca.networks.declaration import Block, Board, Declaration, Head, Layer
from ludoteca.networks.files import NetworkFile
from ludoteca.networks.folding import export
from ludoteca.protocol import Encoder, Game, State
from ludoteca.training.leaks import refuse_leaks
from ludoteca.training.ppo import POLICY, VALUE
from ludoteca.training.selfplay_plan import SelfPlayPlan


@dataclass(frozen=True)
class SelfPlayTask:
    """What is to be learned: a game, and how a network sees it."""

    game: Game
    first: State
    encoder: Encoder
    network: Declaration

    @classmethod
    def make(cls, game: Game, first: State, encoder: Encoder, plan: SelfPlayPlan) -> "SelfPlayTask":
        encoder.check(first)
        refuse_leaks(game, first, encoder)
        inputs = encoder.count_inputs(first)
        values = count_values(game.info, game.seats(first))
        network = Declaration(
            inputs,
            heads=(Head(POLICY, encoder.count_outputs(first)), Head(VALUE, values, "numbers", "tanh")),
            layers=plan_layers(plan),
            blocks=plan_rows(plan, encoder, inputs),
            encoder=encoder.name,
            scales=tuple((1 / encoder.row_of_scales(first)).tolist()),
            skip_input=bool(plan.rest_layers),
            boards=plan_boards(plan, encoder),
        )
        return cls(game, first, encoder, network)

    def network_of(self, tensors: Mapping[str, Any], record: Mapping[str, Any]) -> NetworkFile:
        """The network with these weights, as players use it."""
        return NetworkFile(*export(self.network, tensors), dict(record))


def plan_layers(plan: SelfPlayPlan) -> tuple[Layer, ...]:
    """The trunk: equal neighbours are joined by a skip."""
    hidden = plan.hidden
    skips = [str(i - 1) if i and hidden[i - 1] == units else "" for i, units in enumerate(hidden)]
    return tuple(Layer(units, name=str(i), add=skip) for i, (units, skip) in enumerate(zip(hidden, skips, strict=True)))


def plan_boards(plan: SelfPlayPlan, encoder: Encoder) -> tuple[Board, ...]:
    """The convolutions of a residual network: one layer, then blocks of two with a skip."""
    if plan.kind != "residual":
        return ()
    board = _find_board(encoder, "kind = 'residual'", "use perceptron")
    layers = [Layer(plan.channels, normalise="batch", name="0")]
    for block in range(plan.blocks):
        layers.append(Layer(plan.channels, normalise="batch"))
        layers.append(Layer(plan.channels, normalise="batch", add=str(block), name=str(block + 1)))
    return (Board(*board, tuple(layers)),)


def plan_rows(plan: SelfPlayPlan, encoder: Encoder, inputs: int) -> tuple[Block, ...]:
    """Layers that every row of the board goes through, with the same weights for all; and those for the features
    beside the board, if they have some."""
    if not plan.row_layers:
        return ()
    planes, rows, columns = _find_board(encoder, "row_layers", "leave them out")
    size = rows * columns
    slices = tuple((plane * size, (plane + 1) * size) for plane in range(planes))
    each = Block(rows, slices, tuple(map(Layer, plan.row_layers)), groups=rows, joined=True, name="rows")
    if not plan.rest_layers:
        return (each,)
    if planes * size == inputs:
        raise PlanError(
            f"plan: rest_layers need features beside the board, and {encoder.name} has none; leave them out"
        )
    return (each, Block(1, ((planes * size, inputs),), tuple(map(Layer, plan.rest_layers)), pools=("sum",)))


def _find_board(encoder: Encoder, what: str, instead: str) -> tuple[int, int, int]:
    if encoder.board is None:
        raise PlanError(f"plan: {what} needs an encoder with a board, and {encoder.name} declares none; {instead}")
    return encoder.board
