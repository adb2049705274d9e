"""HTTP for what is found out about a finished game: its analysis, its deal, another answer, another line."""

import asyncio

from fastapi import APIRouter

from ludoteca.site import learning, messages, play_on, setup
from ludoteca.site.requests import Client, DecisionNumber, Json, OwnerOf, ServicesOf, TableOf
from ludoteca.site.variations import follow

router = APIRouter(prefix="/api", tags=["analysis"])


@router.get("/tables/{name}/analysis")
async def look(services: ServicesOf, client: Client, table: TableOf) -> Json:
    """The analysis of a finished game: `state` is none, running, failed or done."""
    return await services.analyses.look(table, client)


@router.post("/tables/{name}/analysis")
async def begin(services: ServicesOf, owner: OwnerOf, table: TableOf) -> Json:
    """Have every decision judged, in the background; one analysis serves everybody."""
    await services.analyses.begin(table, owner)
    return await services.analyses.look(table, owner.client)


@router.delete("/tables/{name}/analysis", status_code=204)
async def stop(services: ServicesOf, client: Client, table: TableOf) -> None:
    """You no longer want it: it stops once nobody does."""
    services.analyses.stop(table, client)


@router.get("/tables/{name}/deal")
async def look_at_deal(services: ServicesOf, client: Client, table: TableOf) -> Json:
    """How the game's levels fare with the same deal, and where your result stands."""
    return await services.analyses.look_at_deal(table, client)


@router.post("/tables/{name}/deal")
async def begin_deal(services: ServicesOf, owner: OwnerOf, table: TableOf) -> Json:
    """Let the levels play the same deal, in the background."""
    await services.analyses.begin_deal(table, owner)
    return await services.analyses.look_at_deal(table, owner.client)


@router.delete("/tables/{name}/deal", status_code=204)
async def stop_deal(services: ServicesOf, client: Client, table: TableOf) -> None:
    """You no longer want it, as with an analysis."""
    services.analyses.stop_deal(table, client)


@router.get("/tables/{name}/decisions/{number}")
async def tell_decision(table: TableOf, number: DecisionNumber) -> Json:
    """A decision of a finished game again, as its seat saw it."""
    return await asyncio.to_thread(learning.tell_decision, table, number)


@router.post("/tables/{name}/decisions/{number}")
async def answer(
    services: ServicesOf, owner: OwnerOf, table: TableOf, number: DecisionNumber, wish: messages.OtherAnswer
) -> Json:
    """How good another answer would have been; `attempt` asks why something is not legal."""
    if wish.action is None:
        return {"why": learning.explain_attempt(table, number, wish.attempt or {})}
    return await learning.judge_answer(services.judging, table, number, wish.action, owner)


@router.post("/tables/{name}/value")
async def tell_value(services: ServicesOf, owner: OwnerOf, table: TableOf, wish: messages.Tried) -> Json:
    """What the judge thinks of a position of a variation."""
    line = await asyncio.to_thread(follow, table, wish)
    return await play_on.tell_value(services.judging, table, line, owner)


@router.post("/tables/{name}/continue", status_code=201)
async def go_on(services: ServicesOf, owner: OwnerOf, table: TableOf, wish: messages.PlayOn) -> Json:
    """A new table that begins in a position of a finished game, or of a variation of it."""
    await setup.require_room(services, owner.client, owner.address)
    chosen = await asyncio.to_thread(play_on.plan, services, table, wish, owner.client)
    made = await services.tables.create(owner.client, chosen, table.game)
    return {"table": made.table.name}
