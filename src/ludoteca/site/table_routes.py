"""HTTP for tables: everything but the moves."""

import asyncio

from fastapi import APIRouter, Request

from ludoteca.site import actions, messages, setup
from ludoteca.site.events import Event
from ludoteca.site.requests import Client, Json, SeatNumber, ServicesOf, TableName
from ludoteca.site.table import Table
from ludoteca.site.views import tell_table

router = APIRouter(prefix="/api", tags=["site"])


@router.post("/tables", status_code=201)
async def make_table(request: Request, services: ServicesOf, client: Client, wish: messages.NewTable) -> Json:
    """A new table. Seats: `me` (here; several for people who share a screen), `link`, or `agent`."""
    game = services.warming.require_ready(wish.game)
    await setup.require_room(services, client, request.scope["state"]["address"])
    chosen = await asyncio.to_thread(setup.plan, services, game, wish, client)
    live = await services.tables.create(client, chosen, game)
    return {"table": live.table.name}


@router.post("/replays", status_code=201)
async def watch_past(request: Request, services: ServicesOf, client: Client, wish: messages.PastGame) -> Json:
    """A game that was played elsewhere, from a pasted text: a table that is over, to be watched as a replay."""
    game = services.warming.require_ready(wish.game)
    await setup.require_room(services, client, request.scope["state"]["address"])
    chosen = await asyncio.to_thread(setup.plan_past, game, wish)
    live = await services.tables.create(client, chosen, game)
    await services.tables.act(live, lambda table: Event("abort", {}) if table.result is None else None)
    return {"table": live.table.name}


@router.get("/tables/{name}")
async def tell(services: ServicesOf, client: Client, name: TableName) -> Json:
    """The table as you may see it: the same as the WebSocket's message `table`."""
    live = await services.tables.open(name)
    return tell_table(live.frame, client)


@router.post("/tables/{name}/join")
async def join(services: ServicesOf, client: Client, name: TableName, wish: messages.Key) -> Json:
    """Take the seat that a link is for."""
    live = await services.tables.open(name)
    await services.tables.act(live, lambda table: actions.join(table, client, wish.key))
    return tell_table(live.frame, client)


@router.put("/tables/{name}/seats/{seat}")
async def switch_level(
    services: ServicesOf,
    client: Client,
    name: TableName,
    seat: SeatNumber,
    wish: messages.AgentChoice,
) -> Json:
    """Another level, or another agent, for a seat that an agent has."""
    live = await services.tables.open(name)

    def switch(table: Table) -> Event:
        event = actions.switch_level(table, client, seat, wish.agent, services.limits.move_seconds)
        services.warming.require_agent(table.game, wish.agent)
        return event

    await services.tables.act(live, switch)
    return tell_table(live.frame, client)


@router.post("/tables/{name}/rematch")
async def play_again(request: Request, services: ServicesOf, client: Client, name: TableName) -> Json:
    """A new table with the seats moved on by one. Asked again, the same new table."""
    live = await services.tables.open(name)
    actions.require_rematch(live.table, client)
    if live.table.rematch is None:
        await setup.require_room(services, client, request.scope["state"]["address"])
        again = await services.tables.create(client, setup.turn_seats(live.table), live.table.game)
        await services.tables.act(
            live,
            lambda table: None if table.rematch else Event("rematch", {"table": again.table.name}),
        )
    return {"table": live.table.rematch}


@router.post("/tables/{name}/abort")
async def abort(services: ServicesOf, client: Client, name: TableName) -> Json:
    """End a game without a result. Only its maker can, and only while no other person has played."""
    live = await services.tables.open(name)
    await services.tables.act(live, lambda table: actions.abort(table, client))
    return tell_table(live.frame, client)


@router.delete("/tables/{name}", status_code=204)
async def forget(services: ServicesOf, client: Client, name: TableName) -> None:
    """Take a finished game off your list. It is removed for good if it was nobody else's."""
    live = await services.tables.open(name)
    actions.require_over(live.table)
    if live.table.people() <= {client} and live.table.maker == client:
        await services.tables.live.remove([name])
    else:
        await services.store.forget(client, name)
