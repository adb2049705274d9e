"""HTTP for what was played: replays, variations, lists of moves, downloads. All of it is computed in other threads."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query, Response

from ludoteca.protocol import OVER
from ludoteca.site import messages
from ludoteca.site.moves import MOST_ROWS, tell_moves
from ludoteca.site.replays import MOST_POSITIONS, export, tell_replay
from ludoteca.site.requests import Client, Json, PageSize, PageStart, ServicesOf, TableName
from ludoteca.site.variations import tell_variation
from ludoteca.site.views import tell_seat

router = APIRouter(prefix="/api", tags=["site"])


@router.get("/tables/{name}/replay")
async def replay(
    services: ServicesOf, client: Client, name: TableName, start: PageStart = 0, count: PageSize = MOST_POSITIONS
) -> Json:
    """Positions so far, as you may see them: `from` 0 is before the first decision, 1 after it."""
    live = await services.tables.open(name)
    table, names, info = live.table, services.tables.names, live.table.game.info
    summary = {
        "table": name,
        "game": info.name,
        "title": info.title,
        "options": table.setup.options,
        "seats": [{**tell_seat(info, seat, names), "you": seat.client == client} for seat in table.seats],
        "you": table.seats_of(client),
        "viewpoint": table.viewpoint_of(client),
        "ply": table.ply,
        "over": table.mover == OVER,
    }
    return await asyncio.to_thread(tell_replay, table, client, summary, start, count)


@router.post("/tables/{name}/variation")
async def vary(services: ServicesOf, name: TableName, wish: messages.Variation) -> Json:
    """What if: the position of a finished game after so many decisions and then other actions."""
    live = await services.tables.open(name)
    return await asyncio.to_thread(tell_variation, live.table, wish)


@router.get("/tables/{name}/moves")
async def list_moves(
    services: ServicesOf, client: Client, name: TableName, start: PageStart = 0, count: PageSize = MOST_ROWS
) -> Json:
    """Rows of the list of moves, as you may see them, after the first `from`."""
    live = await services.tables.open(name)
    return await asyncio.to_thread(tell_moves, live.table, client, start, count)


@router.get("/tables/{name}/export", response_class=Response)
async def download(
    services: ServicesOf, name: TableName, form: Annotated[str, Query(alias="format", max_length=20)] = "record"
) -> Response:
    """The game as text: `record`, or one of the game's formats."""
    live = await services.tables.open(name)
    table = live.table
    text = await asyncio.to_thread(export, table, form, services.tables.names)
    is_json = text.startswith("{")
    filename = f"{table.game.info.name}-{name}.{'json' if is_json else form}"
    kind = "application/json" if is_json else "text/plain"
    headers = {"content-disposition": f'attachment; filename="{filename}"'}
    return Response(text, media_type=f"{kind}; charset=utf-8", headers=headers)
