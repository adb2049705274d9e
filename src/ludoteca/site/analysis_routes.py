"""HTTP for what is found out about a finished game: its analysis, its deal, another answer, another line."""

import asyncio

from fastapi import APIRouter, Request

from ludoteca.site import learning, messages, play_on, setup
from ludoteca.site.fair_queue import Owner
from ludoteca.site.requests import Client, DecisionNumber, Json, ServicesOf, TableName
from ludoteca.site.variations import follow

router = APIRouter(prefix="/api", tags=["analysis"])


def _owner(request: Request, client: str) -> Owner:
    return Owner(client, request.scope["state"]["address"])


@router.get("/tables/{name}/analysis")
async def look(services: ServicesOf, client: Client, name: TableName) -> Json:
    """The analysis of a finished game: `state` is none, running, failed or done."""
    live = await services.tables.open(name)
    return await services.analyses.look(live.table, client)


@router.post("/tables/{name}/analysis")
async def begin(request: Request, services: ServicesOf, client: Client, name: TableName) -> Json:
    """Have every decision judged, in the background; one analysis serves everybody."""
    live = await services.tables.open(name)
    await services.analyses.begin(live.table, _owner(request, client))
    return await services.analyses.look(live.table, client)


@router.delete("/tables/{name}/analysis", status_code=204)
async def stop(services: ServicesOf, client: Client, name: TableName) -> None:
    """You no longer want it: it stops once nobody does."""
    live = await services.tables.open(name)
    services.analyses.stop(live.table, client)


@router.get("/tables/{name}/deal")
async def look_at_deal(services: ServicesOf, client: Client, name: TableName) -> Json:
    """How the game's levels fare with the same deal, and where your result stands."""
    live = await services.tables.open(name)
    return await services.analyses.look_at_deal(live.table, client)


@router.post("/tables/{name}/deal")
async def begin_deal(request: Request, services: ServicesOf, client: Client, name: TableName) -> Json:
    """Let the levels play the same deal, in the background."""
    live = await services.tables.open(name)
    await services.analyses.begin_deal(live.table, _owner(request, client))
    return await services.analyses.look_at_deal(live.table, client)


@router.delete("/tables/{name}/deal", status_code=204)
async def stop_deal(services: ServicesOf, client: Client, name: TableName) -> None:
    live = await services.tables.open(name)
    services.analyses.stop_deal(live.table, client)


@router.get("/tables/{name}/decisions/{number}")
async def tell_decision(services: ServicesOf, name: TableName, number: DecisionNumber) -> Json:
    """A decision of a finished game again, as its seat saw it."""
    live = await services.tables.open(name)
    return await asyncio.to_thread(learning.tell_decision, live.table, number)


@router.post("/tables/{name}/decisions/{number}")
async def answer(
    request: Request,
    services: ServicesOf,
    client: Client,
    name: TableName,
    number: DecisionNumber,
    wish: messages.OtherAnswer,
) -> Json:
    """How good another answer would have been; `attempt` asks why something is not legal."""
    live = await services.tables.open(name)
    if wish.action is None:
        return {"why": learning.explain_attempt(live.table, number, wish.attempt or {})}
    return await learning.judge_answer(services.judging, live.table, number, wish.action, _owner(request, client))


@router.post("/tables/{name}/value")
async def tell_value(
    request: Request, services: ServicesOf, client: Client, name: TableName, wish: messages.Tried
) -> Json:
    """What the judge thinks of a position of a variation."""
    live = await services.tables.open(name)
    line = await asyncio.to_thread(follow, live.table, wish)
    return await play_on.tell_value(services.judging, live.table, line, _owner(request, client))


@router.post("/tables/{name}/continue", status_code=201)
async def go_on(request: Request, services: ServicesOf, client: Client, name: TableName, wish: messages.PlayOn) -> Json:
    """A new table that begins in a position of a finished game, or of a variation of it."""
    live = await services.tables.open(name)
    await setup.require_room(services, client, request.scope["state"]["address"])
    chosen = await asyncio.to_thread(play_on.plan, services, live.table, wish, client)
    made = await services.tables.create(client, chosen, live.table.game)
    return {"table": made.table.name}
