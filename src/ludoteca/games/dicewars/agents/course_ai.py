"""An agent as a module of the course's server of 2021: `dicewars.ai.NAME` with a class `AI`.

    ludoteca dicewars course-ai --agent warlord --out .../dicewars/ai/warlord.py

The module is a few lines that call `make_class` here. The server gives a constructor ten seconds and then runs a clock
in each decision, but none while it imports the module: so everything is compiled or loaded then. No thread is started,
and a decision costs what the settings say, whatever the clock shows.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ludoteca import agents
from ludoteca.core.errors import SettingsError, SetupError
from ludoteca.core.files import write_atomic
from ludoteca.games.dicewars.agents.course import Bridge, make
from ludoteca.games.dicewars.game import GAME
from ludoteca.protocol.budget import INLINE_UNITS

PLAYERS = 8  # ids of a game that exists only to warm up
MARK = "# Written by `ludoteca dicewars course-ai`."
MODULE = '''{mark} Keep it under `dicewars/ai/`, in an environment that has ludoteca.
"""{title}, for the Dicewars server of the course SUI, 2021."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the course allows no threads

from dicewars.client.ai_driver import BattleCommand, EndTurnCommand, TransferCommand

from ludoteca.games.dicewars.agents.course_ai import make_class

COMMANDS = {{"attack": BattleCommand, "transfer": TransferCommand, "end": EndTurnCommand}}
AI = make_class({spec!r}, {seed}, COMMANDS)  # compiles, or loads what was compiled: no clock runs yet
'''


def check_agent(spec: str) -> str:
    """Refuse an agent that cannot play there: one that starts a thread. Returns the specification."""
    found = agents.read_spec(spec, GAME)
    if found.kind.needs_external_program:
        raise SettingsError(f"{spec} needs another program: the course's agents are one process")
    budget = found.budget or found.kind.budget
    unit = found.kind.budget_unit
    if budget is None:
        return spec
    count = getattr(budget, unit)
    if budget.seconds is not None or count is None or count > INLINE_UNITS:
        raise SettingsError(
            f"{spec} would start a thread, which the course forbids: give it at most {INLINE_UNITS} {unit}, and no "
            f"seconds, as in {spec.partition(':')[0]}:{unit}=300"
        )
    return spec


def write_module(spec: str, seed: int, path: Path) -> None:
    """Write the module, in place of none or of one that was written here before."""
    check_agent(spec)
    if path.suffix != ".py" or not path.stem.isidentifier():
        raise SetupError(f"the server imports the module by its name: {path.name} must be NAME.py")
    if path.exists() and not path.read_text("utf-8", "replace").startswith(MARK):
        raise SetupError(f"{path} exists and was not written by this command; choose another file")
    text = MODULE.format(mark=MARK, title=f"Ludoteca's {spec}", spec=spec, seed=seed)
    write_atomic(path, text)


def make_class(spec: str, seed: int, commands: Mapping[str, type]) -> type:
    """The class that the server makes an object of; what decisions need is compiled and loaded before it returns."""
    check_agent(spec)
    make_bridge(spec, seed, 1, range(1, PLAYERS + 1))  # warms up

    class AI:
        """One player of one game."""

        def __init__(self, player_name: int, board: Any, players_order: Sequence[int], max_transfers: int = 6) -> None:
            self.bridge = make_bridge(spec, seed, player_name, players_order, max_transfers)

        def ai_turn(
            self, board: Any, nb_moves_this_turn: int, nb_transfers_this_turn: int, nb_turns_this_game: int,
            time_left: float,
        ) -> Any:  # fmt: skip
            counts = {"attacks": nb_moves_this_turn, "transfers": nb_transfers_this_turn, "turns": nb_turns_this_game}
            kind, *areas = self.bridge.act(read_board(board) | counts | {"time_left": max(0.0, time_left)})
            return commands[kind](*areas)

    return AI


def make_bridge(spec: str, seed: int, player: int, order: Sequence[int], max_transfers: int = 6) -> Bridge:
    info = {"player": player, "order": list(order), "transfers": max_transfers}
    return make(info, agents.make_from_spec(spec, GAME, seed))


def read_board(board: Any) -> dict[str, Any]:
    """What the server's board shows, in the words of the bridge."""
    areas = {area.get_name(): area for area in board.areas.values()}
    return {
        "owner": {name: area.get_owner_name() for name, area in areas.items()},
        "dice": {name: area.get_dice() for name, area in areas.items()},
        "neighbours": {name: list(area.get_adjacent_areas_names()) for name, area in areas.items()},
    }
