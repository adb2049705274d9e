"""Playing on from any position of a finished game: a new table that begins there, with the same deck where the game can
say so. Who has seen a finished game knows what it hid, so only agents play along where something is hidden."""

from dataclasses import asdict
from typing import Any

from ludoteca.core.errors import Refusal, SetupError
from ludoteca.lab.game_analysis import Question
from ludoteca.lab.game_analysis.questions import ask_about
from ludoteca.lab.game_analysis.reasons import name_line
from ludoteca.lab.game_analysis.scale import find_scale
from ludoteca.protocol import OVER, Decision
from ludoteca.site import messages
from ludoteca.site.fair_queue import Owner
from ludoteca.site.judging import Judging
from ludoteca.site.services import Services
from ludoteca.site.setup import seat_somebody
from ludoteca.site.table import Table
from ludoteca.site.table_setup import TableSetup
from ludoteca.site.variations import Line, follow

Json = dict[str, Any]


def plan(services: Services, table: Table, wish: messages.PlayOn, client: str) -> TableSetup:
    """The table that goes on from a position."""
    line, game = follow(table, wish), table.game
    if game.mover(line.state) == OVER:
        raise Refusal("game_over", "the game is over here", 422)
    if len(wish.seats) != game.seats(line.state):
        raise SetupError(f"this game has {game.seats(line.state)} seats, not {len(wish.seats)}")
    if not game.info.allows_undo and any(seat.kind == "link" for seat in wish.seats):
        raise Refusal("given_away", "who has seen the game knows what is hidden: play on with agents", 422)
    seats = tuple(asdict(seat_somebody(services, game, seat, client)) for seat in wish.seats)
    opening = tuple(line.actions)
    return TableSetup(game.info.name, game.info.version, line.options, table.setup.seed, seats, opening)


async def tell_value(judging: Judging, table: Table, line: Line, owner: Owner) -> Json:
    """What the judge thinks of the position at the end of a line, for the seat that is to decide there."""
    game, s = table.game, line.state
    seat = game.mover(s)
    scale = find_scale(game)
    if seat < 0:
        returns = game.returns(s)
        value = scale.value(game, s, returns[0])
        return {"seat": 0, "value": round(value, 4), "scale": scale.to_json(), "best": None, "line": []}
    question = ask_about(game, s, 1, line.ply, None)
    return tell_answer(table, question, await judging.answer(table, question, owner))


def tell_answer(table: Table, question: Question, decision: Decision) -> Json:
    """A value on the scale that people see, with the best action and its line."""
    game, scale, value = table.game, find_scale(table.game), decision.analysis.value
    told = None if value is None else round(scale.value(game, question.view, value), 4)
    line = name_line(game, question.view, question.seat, decision.analysis.line)
    best = game.format_action(question.view, decision.action)
    return {"seat": question.seat, "value": told, "scale": scale.to_json(), "best": best, "line": line}
