"""What people may do at a table: each function raises a Refusal with the reason, or returns the event to apply."""

from typing import Any

from ludoteca.core.errors import IllegalAction, Refusal
from ludoteca.protocol import OVER, State
from ludoteca.site.events import Event
from ludoteca.site.limits import check_spec
from ludoteca.site.table import Table

EARLIEST_DRAW = 30  # plies before an agent considers a draw
CONTENT = 0.02  # an agent that expects no more than this (of the range from -1 to 1) takes a draw


def play(table: Table, client: str, ply: int, action: int | None, text: str | None) -> Event | None:
    """Play an action. None if this same action was already played at this ply: clients may send again."""
    own = _seats(table, client)
    if ply < table.ply:
        if table.log[ply].seat in own and table.log[ply].action == _read_past(table, ply, action, text):
            return None
        raise Refusal("stale", f"action {ply} was played already; the table is at {table.ply}", ply=table.ply)
    _require_running(table)
    if ply > table.ply:
        raise Refusal("ahead", f"the table is at action {table.ply}, not {ply}", ply=table.ply)
    if table.mover not in own:
        raise Refusal("not_your_turn", "it is not your turn", mover=table.mover)
    view = table.view(table.mover)
    if action is None:
        action = table.game.parse_action(view, text or "")
    if action not in table.legal_actions():
        raise Refusal("illegal", _say_illegal(table, view, action), 422)
    return Event("play", {"action": action})


def _read_past(table: Table, ply: int, action: int | None, text: str | None) -> int | None:
    """The action that a text meant at an earlier ply."""
    if action is not None or text is None:
        return action
    return table.game.parse_action(table.view(table.log[ply].seat, table.state_at(ply)), text)


def _say_illegal(table: Table, view: State, action: int) -> str:
    try:
        table.game.play(table.game.copy(view), action)
    except IllegalAction as error:
        return str(error)
    return "this action is not legal here"


def explain(table: Table, client: str, attempt: dict[str, Any]) -> dict[str, Any]:
    """Why something that a person tried is not legal."""
    own = table.seats_of(client)
    if not own:
        return {"code": "not_seated", "message": "you watch this table; you have no seat at it", "squares": []}
    if table.mover == OVER:
        return {"code": "game_over", "message": "the game is over", "squares": []}
    if table.mover not in own:
        return {"code": "not_your_turn", "message": "it is not your turn", "squares": []}
    return table.game.explain(table.view(table.mover), attempt)


def undo(table: Table, client: str) -> Event:
    """Back to the asker's last decision; where another person plays, only an offer."""
    own = _seats(table, client)
    to = find_undo(table, own)
    if to is None:
        raise Refusal("nothing_to_undo", "there is nothing that you could take back")
    return offer(table, client, "undo") if table.people() - {client} else Event("undo", {"to": to})


def find_undo(table: Table, own: list[int]) -> int | None:
    """The ply that taking back leads to; None if nothing can be taken back."""
    if table.mover == OVER or not table.game.info.allows_undo:
        return None
    first = len(table.setup.opening) if own else table.ply
    return next((ply for ply in range(table.ply - 1, first - 1, -1) if table.log[ply].seat in own), None)


def resign(table: Table, client: str) -> Event:
    own = _seats(table, client)
    _require_running(table)
    return Event("resign", {"seat": table.mover if table.mover in own else own[0]})


def abort(table: Table, client: str) -> Event:
    """End a game without a result: for whoever made the table, while no other person has played."""
    if client != table.maker:
        raise Refusal("not_maker", "only the person who made the table can abort its game", 403)
    _require_running(table)
    others = table.people() - {client}
    acted = table.log[-1].acted if table.ply else frozenset()
    if any(seat >= 0 and table.seats[seat].client in others for seat in acted):
        raise Refusal("others_played", "another person has played here; resign or offer a draw instead")
    return Event("abort", {})


def offer(table: Table, client: str, kind: str) -> Event:
    """Offer a draw, or ask to take back."""
    own = _seats(table, client)
    _require_running(table)
    seat = table.mover if table.mover in own else own[0]
    if kind == "undo" and find_undo(table, own) is None:
        raise Refusal("nothing_to_undo", "there is nothing that you could take back")
    if kind == "draw" and (len(table.seats) != 2 or not table.game.info.zero_sum):
        raise Refusal("no_draws", "in this game nobody can offer a draw")
    if table.offer is not None:
        raise Refusal("offer_open", "an offer is waiting for its answer already")
    if table.offered.get(seat) == table.ply:
        raise Refusal("offered", "you have made an offer already; wait for a move")
    return Event("offer", {"kind": kind, "seat": seat})


def answer(table: Table, client: str, kind: str, accept: bool) -> Event:
    """Accept or decline another's offer; the one who made it may withdraw it by declining."""
    own = _seats(table, client)
    _require_running(table)
    if table.offer is None or table.offer["kind"] != kind:
        raise Refusal("no_offer", "there is no such offer")
    if accept and set(own) == {table.offer["seat"]}:
        raise Refusal("own_offer", "the other side has to answer your offer")
    data = {"kind": kind, "seat": own[0], "accept": accept}
    if accept and kind == "undo":
        asker = table.seats[table.offer["seat"]].client
        data["to"] = find_undo(table, table.seats_of(asker or ""))
    return Event("answer", data)


def agents_answer(table: Table) -> Event | None:
    """The answer of the other seat's agent to an open draw offer; None where a person has to answer."""
    if table.offer is None or table.offer["kind"] != "draw":
        return None
    other = 1 - int(table.offer["seat"])
    seat = table.seats[other]
    asker = table.seats[table.offer["seat"]].client
    if seat.kind != "agent":
        alone = seat.client is not None and seat.client == asker
        return Event("answer", {"kind": "draw", "seat": other, "accept": True}) if alone else None
    value = table.evaluation()
    expects = None if value is None else value if other == 0 else -value
    accept = expects is not None and expects <= CONTENT and table.ply >= EARLIEST_DRAW
    return Event("answer", {"kind": "draw", "seat": other, "accept": accept})


def join(table: Table, client: str, key: str) -> Event | None:
    """Take a seat by its link. None if the client sits there already."""
    for place, seat in enumerate(table.setup.seats):
        if seat["key"] is not None and seat["key"] == key:
            if table.seats[place].client == client:
                return None
            if table.seats[place].kind != "open":
                raise Refusal("taken", "somebody else has taken this seat; you can watch")
            return Event("join", {"seat": place, "client": client})
    raise Refusal("bad_link", "this link is for no seat at this table", 403)


def switch_level(table: Table, client: str, place: int, agent: str, seconds: float) -> Event:
    """Another agent, or another level, for a seat that an agent has."""
    _seats(table, client)
    _require_running(table)
    if not 0 <= place < len(table.seats):
        raise Refusal("no_seat", f"seats are numbered from 0 to {len(table.seats) - 1}", 404)
    if table.seats[place].kind != "agent":
        raise Refusal("not_an_agent", "a person sits there")
    return Event("level", {"seat": place, "agent": check_spec(table.game, agent, seconds)})


def require_rematch(table: Table, client: str) -> None:
    _seats(table, client)
    require_over(table)


def require_over(table: Table) -> None:
    if table.mover != OVER:
        raise Refusal("still_running", "the game is not over yet")


def require_analysis(table: Table, client: str) -> State:
    """The view to analyse, where analysing is fair: never in a running game against people who did not agree."""
    _require_running(table)
    if table.is_between_people() and not table.setup.think:
        raise Refusal("between_people", "people play here: no help while the game runs")
    mover = table.mover
    if mover < 0:
        raise Refusal("no_decision", "chance is to act: there is nothing to decide")
    if table.secretive and mover not in table.seats_of(client):
        raise Refusal("not_your_turn", "you may analyse only what your own seat has to decide")
    return table.view(mover)


def _seats(table: Table, client: str) -> list[int]:
    own = table.seats_of(client)
    if not own:
        raise Refusal("not_seated", "you watch this table; you have no seat at it", 403)
    return own


def _require_running(table: Table) -> None:
    if table.mover == OVER:
        raise Refusal("game_over", "the game is over")
