"""Setting up a table: options, seats, an imported game."""

import secrets
from dataclasses import asdict, replace
from typing import Any

from ludoteca.core.errors import Refusal, SetupError
from ludoteca.core.rng import new_seed
from ludoteca.lab.record import parse_record
from ludoteca.programs.telling import list_legal
from ludoteca.protocol import Game, State
from ludoteca.site import messages
from ludoteca.site.identity import LONGEST_NICKNAME, clean_nickname
from ludoteca.site.limits import check_spec
from ludoteca.site.ratings import require_ratable
from ludoteca.site.services import Services
from ludoteca.site.table import Table
from ludoteca.site.table_setup import Seat, TableSetup, new_key

MOST_IMPORTED = 500  # actions of a game that is pasted: each is played, and that takes time
RECORD = "record"  # the site's own text of a game, which every game can be started from


async def require_room(services: Services, client: str, address: str) -> None:
    """Refuse one more table to a client who has many unfinished ones, and to an address that makes too many."""
    if not services.new_tables.take(address):
        raise Refusal("too_many_new_tables", "too many tables were made at your address; try again later", 429)
    most = services.limits.tables_per_client
    if await services.store.count_open(client) >= most:
        raise Refusal("too_many_tables", f"you have {most} unfinished games; finish or resign one", 429, most=most)


def plan(services: Services, game: Game, wish: messages.NewTable, client: str) -> TableSetup:
    """The table that a client asks for, checked and with all options written out."""
    options, opening = _read_opening(game, wish.options, wish.transcript, list(wish.actions))
    s, options = _start(game, options, opening)
    _check_seats(game, s, wish)
    seats = tuple(asdict(seat_somebody(services, game, seat, client)) for seat in wish.seats)
    linked = any(seat.kind == "link" for seat in wish.seats)
    open_game = game.info.allows_undo
    if opening and not open_game:
        raise Refusal("no_opening", "a game with secrets or chance starts at its beginning", 422)
    if wish.seed is not None and linked and not open_game:
        raise Refusal("no_seed", "who knows the seed knows what is hidden: against people it is drawn at random", 422)
    if linked and game.setup_reveals_hidden(options):
        raise Refusal("given_away", "who chooses what is hidden knows it: between people it is drawn at random", 422)
    seed = _draw_seed(game) if wish.seed is None else wish.seed
    if wish.rated:
        require_ratable(game, wish)
    clock = _plan_clock(wish)
    more: dict[str, Any] = {"clock": clock, "public": wish.public, "chat": wish.chat, "rated": wish.rated}
    return TableSetup(game.info.name, game.info.version, options, seed, seats, tuple(opening), wish.think, **more)


def _plan_clock(wish: messages.NewTable) -> dict[str, Any] | None:
    if wish.clock is None:
        return None
    if all(seat.kind == "agent" for seat in wish.seats):
        raise Refusal("clock_people", "a clock is for people: agents that are watched take their time", 422)
    return wish.clock.write()


def draw_place(seats: int) -> int:
    """A seat at random."""
    return secrets.randbelow(seats)


def _draw_seed(game: Game) -> int:
    """Short enough to be typed again; where it decides what is hidden, too long to be guessed."""
    return new_seed() if game.info.allows_undo else secrets.randbits(64)


def _read_opening(
    game: Game, options: dict[str, Any], transcript: messages.Import | None, actions: list[int]
) -> tuple[dict[str, Any], list[int]]:
    if transcript is None:
        return dict(options), actions
    if actions:
        raise Refusal("two_openings", "give either actions or a text to import, not both", 422)
    if transcript.format == RECORD:
        record = parse_record(transcript.text, game, MOST_IMPORTED)
        return dict(record.setup), list(record.actions)
    return game.import_game(transcript.format, transcript.text, options)


def _start(game: Game, options: dict[str, Any], actions: list[int]) -> tuple[State, dict[str, Any]]:
    """The position after the opening, and the options written out in full."""
    setup = game.parse_setup(options)
    s = game.start(setup)
    for action in actions:
        game.play(s, action)
    return s, game.format_setup(setup)


def _check_seats(game: Game, s: State, wish: messages.NewTable) -> None:
    if len(wish.seats) != game.seats(s):
        raise SetupError(f"this setup of {game.info.title} has {game.seats(s)} seats, not {len(wish.seats)}")


def seat_somebody(services: Services, game: Game, wish: messages.SeatWish, client: str) -> Seat:
    """Whom a client wants there."""
    if wish.kind == "me":
        return Seat("person", client)
    if wish.kind == "link":
        return Seat("open", key=new_key())
    if not wish.agent:
        raise Refusal("no_agent", "a seat for an agent names one: a level such as Easy, or mcts:seconds=1", 422)
    check_spec(game, wish.agent, services.limits.move_seconds)
    services.warming.require_agent(game, wish.agent)
    return Seat("agent", agent=wish.agent)


def plan_past(game: Game, wish: messages.PastGame) -> TableSetup:
    """A table with a game that was played elsewhere, for whoever wants to watch it."""
    options, actions = _read_opening(game, {}, wish.transcript, [])
    if not actions:
        raise Refusal("no_moves", "there are no moves to watch in this text", 422)
    s, options = _start(game, options, actions)
    names = _name_players(game, wish.transcript)[: game.seats(s)]
    called = [clean_nickname(name[:LONGEST_NICKNAME]) or None for name in names]
    called += [None] * (game.seats(s) - len(called))
    seats = tuple(asdict(Seat("person", name=name)) for name in called)
    return TableSetup(game.info.name, game.info.version, options, new_seed(), seats, tuple(actions))


def _name_players(game: Game, transcript: messages.Import) -> list[str]:
    if transcript.format != RECORD:
        return list(game.name_players(transcript.format, transcript.text))
    seats = parse_record(transcript.text, game, MOST_IMPORTED).seats
    return [str(seat.get("name") or "") for seat in seats]


def turn_seats(table: Table) -> TableSetup:
    """The same game again, with everybody moved on by one seat."""
    seats = [Seat("open", key=new_key()) if seat.kind == "open" else replace(seat) for seat in table.seats]
    turned = tuple(asdict(seat) for seat in (*seats[1:], seats[0]))
    return replace(table.setup, seats=turned, seed=_draw_seed(table.game), opening=())


def preview(game: Game, wish: messages.Position) -> dict[str, Any]:
    """The position that a set-up leads to, with its legal actions."""
    options, actions = _read_opening(game, wish.options, wish.transcript, [])
    s, options = _start(game, options, actions)
    mover = game.mover(s)
    view = game.observe(s, mover) if mover >= 0 else game.spectate(s)
    return {
        "position": game.show(view),
        "legal": list_legal(game, view, game.legal_actions(view)) if mover >= 0 else [],
        "options": options,
        "actions": actions,
        "mover": mover,
    }
