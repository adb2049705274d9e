"""HTTP: everything but the moves. Answers are JSON; errors are {"error": {"code", "message", "params"}}."""

import asyncio
from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request, Response

import ludoteca
from ludoteca import agents
from ludoteca.protocol import OVER, Game
from ludoteca.site import actions, messages, setup
from ludoteca.site.identity import clean_nickname
from ludoteca.site.services import Parts
from ludoteca.site.store import Event
from ludoteca.site.table import Seat, Table
from ludoteca.site.views import export, tell_replay, tell_seat, tell_table

Json = dict[str, Any]
SUFFIXES = {"record": "json", "hanab.live": "json"}

router = APIRouter(prefix="/api", tags=["site"])


async def _parts(request: Request) -> Parts:
    parts: Parts = request.app.state.parts
    return parts


async def _client(request: Request) -> str:
    client: str = request.scope["state"]["client"]
    return client


PartsOf = Annotated[Parts, Depends(_parts)]
Client = Annotated[str, Depends(_client)]
TableName = Annotated[str, Path(max_length=40)]


# --- games ---------------------------------------------------------------------------------------------------------


@router.get("/games")
async def list_games(parts: PartsOf) -> list[Json]:
    """The games, their options, levels and agents."""
    return [_tell_game(parts, game) for game in parts.warming.games.values()]


def _tell_game(parts: Parts, game: Game) -> Json:
    info = game.info
    flags = ("utility", "hidden", "chance", "simultaneous", "running")
    return {
        "name": info.name,
        "title": info.title,
        "summary": info.summary,
        "kind": {flag: getattr(info, flag) for flag in flags},
        "seats": list(info.seats),
        "seat_names": [info.seat_name(seat) for seat in range(info.seats[1])],
        "options": [asdict(option) for option in info.options],
        "levels": [asdict(level) for level in info.levels],
        "agents": [{"name": name, "summary": agents.load(name).summary} for name in agents.agents_for(game)],
        "formats": list(game.formats),
        "ready": parts.warming.ready[info.name],
        "undo": info.allows_undo,
        "page": _tell_page(parts, info.name),
    }


def _tell_page(parts: Parts, game: str) -> Json | None:
    """The package that the game's page comes from, and why the page cannot be used; None for the generic page."""
    page = parts.pages.get(game)
    return None if page is None else {"package": page.package, "problem": page.problem}


@router.get("/status")
async def tell_status(parts: PartsOf) -> Json:
    """The version, and how far each game is prepared."""
    warming = parts.warming
    told = {
        name: {"ready": warming.ready[name], "done": warming.done[name], "total": warming.total[name]}
        for name in warming.games
    }
    return {"version": ludoteca.__version__, "ready": all(warming.ready.values()), "games": told}


@router.post("/games/{game}/position")
async def show_position(parts: PartsOf, game: Annotated[str, Path(max_length=40)], wish: messages.Position) -> Json:
    """The position that options (and a pasted text) lead to: for previews and checks."""
    chosen = parts.warming.require_ready(game)
    return await asyncio.to_thread(setup.preview, chosen, wish)


# --- people --------------------------------------------------------------------------------------------------------


@router.get("/me")
async def tell_me(parts: PartsOf, client: Client) -> Json:
    """Who you are: the cookie that comes with the answer says so from now on."""
    return {"nickname": await parts.hall.nickname(client), "id": client[:6]}


@router.put("/me")
async def rename_me(parts: PartsOf, client: Client, wish: messages.Nickname) -> Json:
    """Choose a nickname; an empty one makes you a guest again."""
    nickname = clean_nickname(wish.nickname)
    await parts.hall.rename(client, nickname)
    return {"nickname": nickname, "id": client[:6]}


@router.get("/mine")
async def list_mine(parts: PartsOf, client: Client) -> list[Json]:
    """Your games, newest first."""
    rows = await parts.store.list_of(client)
    names = await parts.store.find_names(
        {seat["client"] for _, _, summary, _ in rows for seat in summary["seats"] if seat["client"]}
    )
    told = []
    for table, head, summary, updated in rows:
        if head["game"] not in parts.warming.games:
            continue
        info = parts.warming.game(head["game"]).info
        seats = [Seat(**seat) for seat in summary["seats"]]
        mover = summary["mover"]
        told.append(
            {
                "table": table,
                "game": head["game"],
                "options": head["options"],
                "seats": [{**tell_seat(info, seat, names), "you": seat.client == client} for seat in seats],
                "ply": summary["ply"],
                "mover": mover,
                "your_turn": 0 <= mover < len(seats) and seats[mover].client == client,
                "result": summary["result"],
                "updated": updated,
            }
        )
    return told


# --- tables --------------------------------------------------------------------------------------------------------


@router.post("/tables", status_code=201)
async def make_table(parts: PartsOf, client: Client, wish: messages.NewTable) -> Json:
    """A new table. Seats: `me` (here; several for people who share a screen), `link`, or `agent`."""
    game = parts.warming.require_ready(wish.game)
    await setup.require_room(parts, client)
    head = await asyncio.to_thread(setup.plan, parts, game, wish, client)
    live = await parts.hall.create(client, head, game)
    return {"table": live.table.name}


@router.get("/tables/{name}")
async def tell(parts: PartsOf, client: Client, name: TableName) -> Json:
    """The table as you may see it: the same as the WebSocket's message `table`."""
    live = await parts.hall.open(name)
    return tell_table(live.table, client, live.version, parts.hall.names, live.connected)


@router.post("/tables/{name}/join")
async def join(parts: PartsOf, client: Client, name: TableName, wish: messages.Key) -> Json:
    """Take the seat that a link is for."""
    live = await parts.hall.open(name)
    await parts.hall.act(live, lambda table: actions.join(table, client, wish.key))
    return tell_table(live.table, client, live.version, parts.hall.names, live.connected)


@router.put("/tables/{name}/seats/{seat}")
async def switch_level(
    parts: PartsOf, client: Client, name: TableName, seat: Annotated[int, Path(ge=0, le=7)], wish: messages.AgentChoice
) -> Json:
    """Another level, or another agent, for a seat that an agent has."""
    live = await parts.hall.open(name)

    def switch(table: Table) -> Event:
        event = actions.switch_level(table, client, seat, wish.agent, parts.limits.move_seconds)
        parts.warming.require_agent(table.game, wish.agent)
        return event

    await parts.hall.act(live, switch)
    return tell_table(live.table, client, live.version, parts.hall.names, live.connected)


@router.post("/tables/{name}/rematch")
async def play_again(parts: PartsOf, client: Client, name: TableName) -> Json:
    """A new table with the seats moved on by one. Asked again, the same new table."""
    live = await parts.hall.open(name)
    actions.require_rematch(live.table, client)
    if live.table.rematch is None:
        await setup.require_room(parts, client)
        again = await parts.hall.create(client, setup.turn_seats(live.table), live.table.game)
        await parts.hall.act(
            live,
            lambda table: None if table.rematch else Event("rematch", {"table": again.table.name}),
        )
    return {"table": live.table.rematch}


@router.get("/tables/{name}/replay")
async def replay(parts: PartsOf, client: Client, name: TableName) -> Json:
    """Every position so far, as you may see it."""
    live = await parts.hall.open(name)
    table, names = live.table, parts.hall.names
    summary = {
        "table": name,
        "game": table.game.info.name,
        "title": table.game.info.title,
        "options": table.head.options,
        "seats": [tell_seat(table.game.info, seat, names) for seat in table.seats],
        "you": table.seats_of(client),
        "viewpoint": table.viewpoint_of(client),
        "ply": table.ply,
        "over": table.mover == OVER,
    }
    return await asyncio.to_thread(tell_replay, table, client, summary)


@router.get("/tables/{name}/export", response_class=Response)
async def download(
    parts: PartsOf, name: TableName, form: Annotated[str, Query(alias="format", max_length=20)] = "record"
) -> Response:
    """The game as text: `record`, or one of the game's formats."""
    live = await parts.hall.open(name)
    table = live.table
    text = await asyncio.to_thread(export, table, form, parts.hall.names)
    filename = f"{table.game.info.name}-{name}.{SUFFIXES.get(form, form)}"
    kind = "application/json" if form == "record" else "text/plain"
    headers = {"content-disposition": f'attachment; filename="{filename}"'}
    return Response(text, media_type=f"{kind}; charset=utf-8", headers=headers)
