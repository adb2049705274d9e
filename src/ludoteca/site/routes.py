"""HTTP: everything but the moves. Answers are JSON; errors are {"error": {"code", "message", "params"}}."""

import asyncio
from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request, Response

import ludoteca
from ludoteca import agents
from ludoteca.protocol import OVER, Game
from ludoteca.site import actions, adviser, messages, setup
from ludoteca.site.courses import grade_answer, tell_course
from ludoteca.site.events import Event
from ludoteca.site.fair_queue import Owner
from ludoteca.site.identity import clean_nickname, refuse_taken_name
from ludoteca.site.moves import MOST_ROWS, tell_moves
from ludoteca.site.replays import MOST_POSITIONS, export, tell_replay
from ludoteca.site.services import Services
from ludoteca.site.table import Seat, Table
from ludoteca.site.variations import tell_variation
from ludoteca.site.views import tell_seat, tell_table

Json = dict[str, Any]

router = APIRouter(prefix="/api", tags=["site"])


async def _services(request: Request) -> Services:
    services: Services = request.app.state.services
    return services


async def _client(request: Request) -> str:
    client: str = request.scope["state"]["client"]
    return client


ServicesOf = Annotated[Services, Depends(_services)]
Client = Annotated[str, Depends(_client)]
GameName = Annotated[str, Path(max_length=40)]
TableName = Annotated[str, Path(max_length=40)]
PageStart = Annotated[int, Query(alias="from", ge=0, le=10**7)]
PageSize = Annotated[int, Query(ge=1, le=MOST_ROWS)]
SeatNumber = Annotated[int, Path(ge=0, le=7)]


# --- games ---------------------------------------------------------------------------------------------------------


@router.get("/games")
async def list_games(services: ServicesOf) -> list[Json]:
    """The games, their options, levels and agents."""
    return [_tell_game(services, game) for game in services.warming.games.values()]


def _tell_game(services: Services, game: Game) -> Json:
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
        "ready": services.warming.ready[info.name],
        "undo": info.allows_undo,
        "page": _tell_page(services, info.name),
    }


def _tell_page(services: Services, game: str) -> Json | None:
    """The package that the game's page comes from, and why the page cannot be used; None for the generic page."""
    page = services.pages.get(game)
    return None if page is None else {"package": page.package, "problem": page.problem}


@router.get("/status")
async def tell_status(services: ServicesOf) -> Json:
    """The version, and how far each game is prepared: `ready` to be played, which `levels` and `agents` can be asked,
    what is compiled now (`doing`), and about how many seconds are left until it is ready (or, then, complete)."""
    warming = services.warming
    told = {name: warming.tell(name) for name in warming.games}
    return {"version": ludoteca.__version__, "ready": all(warming.ready.values()), "games": told}


@router.post("/games/{game}/want", status_code=204)
async def want_game(services: ServicesOf, game: GameName) -> None:
    """Prepare this game before the others."""
    services.warming.want(game)


@router.get("/games/{game}/catalogue")
async def tell_catalogue(services: ServicesOf, game: GameName) -> Json:
    """What people may choose from while they set up this game; empty where the options say everything."""
    return services.warming.game(game).catalogue()


@router.post("/games/{game}/position")
async def show_position(services: ServicesOf, game: GameName, wish: messages.Position) -> Json:
    """The position that options (and a pasted text) lead to: for previews and checks."""
    chosen = services.warming.require_ready(game)
    return await asyncio.to_thread(setup.preview, chosen, wish)


@router.post("/games/{game}/follow")
async def follow_game(services: ServicesOf, game: GameName, wish: messages.Followed) -> Json:
    """Where a game stands that is played elsewhere, after these actions (of chance too), and what may come next."""
    chosen = services.warming.require_ready(game)
    return await asyncio.to_thread(adviser.follow, chosen, wish)


@router.post("/games/{game}/advice")
async def give_advice(
    request: Request, services: ServicesOf, client: Client, game: GameName, wish: messages.Advice
) -> Json:
    """What a search advises a seat of such a game; the answer is an analysis that is done."""
    chosen = services.warming.require_ready(game)
    return await adviser.advise(services, chosen, wish, Owner(client, request.scope["state"]["address"]))


@router.get("/games/{game}/course")
async def tell_lessons(services: ServicesOf, game: GameName) -> Json:
    """The lessons of this game's course: positions with their legal actions."""
    chosen = services.warming.require_ready(game)
    return await asyncio.to_thread(tell_course, chosen)


@router.post("/games/{game}/course")
async def grade_lesson(services: ServicesOf, game: GameName, wish: messages.LessonAnswer) -> Json:
    """Whether an action is right in a lesson, and why."""
    chosen = services.warming.require_ready(game)
    return await asyncio.to_thread(grade_answer, chosen, wish)


# --- people --------------------------------------------------------------------------------------------------------


@router.get("/me")
async def tell_me(services: ServicesOf, client: Client) -> Json:
    """Who you are: the cookie that comes with the answer says so from now on."""
    return {"nickname": await services.tables.nickname(client), "id": client[:6]}


@router.put("/me")
async def rename_me(services: ServicesOf, client: Client, wish: messages.Nickname) -> Json:
    """Choose a nickname; an empty one makes you a guest again."""
    nickname = clean_nickname(wish.nickname)
    refuse_taken_name(nickname, services.warming.games.values())
    await services.tables.rename(client, nickname)
    return {"nickname": nickname, "id": client[:6]}


@router.get("/mine")
async def list_mine(services: ServicesOf, client: Client) -> list[Json]:
    """Your games, newest first."""
    rows = await services.store.list_of(client)
    names = await services.store.find_names(
        {seat["client"] for row in rows for seat in row.summary["seats"] if seat["client"]}
    )
    told = []
    for table, maker, kept, summary, updated in rows:
        if kept["game"] not in services.warming.games:
            continue
        info = services.warming.game(kept["game"]).info
        seats = [Seat(**seat) for seat in summary["seats"]]
        mover = summary["mover"]
        told.append(
            {
                "table": table,
                "game": kept["game"],
                "options": kept["options"],
                "seats": [{**tell_seat(info, seat, names), "you": seat.client == client} for seat in seats],
                "ply": summary["ply"],
                "moves": summary.get("moves", summary["ply"]),  # tables of version 0.1.0 do not have it
                "mover": mover,
                "your_turn": 0 <= mover < len(seats) and seats[mover].client == client,
                "result": summary["result"],
                "made": maker == client,
                "clock": kept.get("clock"),
                "updated": updated,
            }
        )
    return told


# --- tables --------------------------------------------------------------------------------------------------------


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
        await services.tables.remove([name])
    else:
        await services.store.forget(client, name)


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
