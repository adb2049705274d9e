"""The lobby: tables that anybody may join, running games that anybody may watch, and somebody to play with."""

import json
from typing import Any

from ludoteca.core.errors import Refusal
from ludoteca.protocol import WATCHER, Game
from ludoteca.site import actions, messages, setup
from ludoteca.site.database import Transaction
from ludoteca.site.live import Live
from ludoteca.site.moves import tell_last
from ludoteca.site.services import Services
from ludoteca.site.store import ListedTable
from ludoteca.site.table import Table
from ludoteca.site.table_setup import Seat
from ludoteca.site.views import Names, show_position, tell_seat, write_stage

MOST = 60  # tables in an answer

Json = dict[str, Any]


async def list_lobby(services: Services, client: str) -> Json:
    """Tables that wait for somebody, and games that run, newest first."""
    rows = [row for row in await _read_listed(services) if row.setup["game"] in services.warming.games]
    names = await services.store.find_names(
        {seat["client"] for row in rows for seat in row.summary["seats"] if seat["client"]}
    )
    told = [tell_listed(services, row, names, client) for row in rows]
    waiting = [row for row in told if any(seat["kind"] == "open" for seat in row["seats"])]
    running = [row for row in told if all(seat["kind"] != "open" for seat in row["seats"])]
    return {"open": waiting, "running": running}


async def _read_listed(services: Services, game: str | None = None) -> list[ListedTable]:
    chosen = f"""
        SELECT id, maker, head, summary, updated FROM tables JOIN listed ON listed.table_id = tables.id
        WHERE waiting <> 'nobody' {"" if game is None else "AND game = :game"}
        ORDER BY updated DESC LIMIT :most
    """

    def read(transaction: Transaction) -> list[ListedTable]:
        values = {"most": MOST} if game is None else {"most": MOST, "game": game}
        return [
            ListedTable(name, maker, json.loads(head), json.loads(summary), updated)
            for name, maker, head, summary, updated in transaction.all(chosen, **values)
        ]

    return await services.store.read(read)


def tell_listed(services: Services, row: ListedTable, names: Names, client: str) -> Json:
    """A table in a list, as anybody may know it."""
    info = services.warming.game(row.setup["game"]).info
    seats = [Seat(**seat) for seat in row.summary["seats"]]
    here = services.tables.connected(row.name)
    return {
        "table": row.name,
        "game": row.setup["game"],
        "options": row.setup["options"],
        "clock": row.setup.get("clock"),
        "rated": bool(row.setup.get("rated")),
        "seats": [
            {**tell_seat(info, seat, names), "you": seat.client == client, "connected": seat.client in here}
            for seat in seats
        ],
        "moves": row.summary.get("moves", row.summary["ply"]),
        "updated": row.updated,
    }


def sit_down(table: Table, client: str) -> Any:
    """Take the first open seat of a table that the lobby lists; None if the client sits there already."""
    if table.seats_of(client):
        return None
    if not table.setup.public:
        raise Refusal("bad_link", "this table is not open to everybody: a link leads to its seats", 403)
    key = next((seat.key for seat in table.seats if seat.kind == "open"), None)
    if key is None:
        raise Refusal("taken", "somebody else has taken this seat; you can watch")
    return actions.join(table, client, key)


async def find_partner(services: Services, client: str, address: str, wish: messages.Match) -> str:
    """The name of a table to play at: one that somebody waits at who wants the same, or a new one that waits."""
    game = services.warming.require_ready(wish.game)
    options = game.format_setup(game.parse_setup(wish.options))
    clock = None if wish.clock is None else wish.clock.write()
    for row in await _read_listed(services, wish.game):
        wanted = row.setup["options"] == options and row.setup.get("clock") == clock
        if wanted and bool(row.setup.get("rated")) == wish.rated and _waits(services, row, client):
            try:
                live = await services.tables.open(row.name)
                await services.tables.act(live, lambda table: sit_down(table, client))
                return row.name
            except Refusal:
                continue  # somebody was faster
    await setup.require_room(services, client, address)
    return (await _open_new(services, game, client, wish)).table.name


def _waits(services: Services, row: ListedTable, client: str) -> bool:
    """Whether somebody else is at a table with an open seat; where there are days to answer nobody has to be there."""
    seats = row.summary["seats"]
    people = {seat["client"] for seat in seats if seat["client"]}
    if client in people or not people or all(seat["kind"] != "open" for seat in seats):
        return False
    return bool(people & services.tables.connected(row.name)) or (row.setup.get("clock") or {}).get("kind") == "days"


async def _open_new(services: Services, game: Game, client: str, wish: messages.Match) -> Live:
    count = game.seats(game.start(game.parse_setup(wish.options)))
    seats = [messages.SeatWish(kind="link") for _ in range(count)]
    seats[setup.draw_place(count)] = messages.SeatWish(kind="me")
    asked = messages.NewTable(
        game=wish.game, seats=seats, options=wish.options, clock=wish.clock, public=True, rated=wish.rated
    )
    return await services.tables.create(client, setup.plan(services, game, asked, client), game)


def draw_picture(table: Table) -> Json:
    """What a thumbnail of a table shows: what everybody may see, whoever asks."""
    return {
        "table": table.name,
        "game": table.setup.game,
        "stage": json.loads(write_stage(table)),
        "position": show_position(table, WATCHER),
        "last": tell_last(table, WATCHER),
        "count": table.log.count,
        "seats": len(table.seats),
    }
