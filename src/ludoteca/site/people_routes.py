"""HTTP for people: who they are, their games, the lobby, somebody to play with, other devices, ratings, thumbnails."""

import asyncio

from fastapi import APIRouter, Request, Response

from ludoteca.core.errors import Refusal
from ludoteca.site import lobby, messages
from ludoteca.site.devices import SECONDS, has_running
from ludoteca.site.guard import write_cookie
from ludoteca.site.identity import GUEST, clean_nickname, refuse_taken_name
from ludoteca.site.requests import Client, GameName, Json, ServicesOf, TableName
from ludoteca.site.table_setup import Seat
from ludoteca.site.views import tell_seat, tell_table

router = APIRouter(prefix="/api", tags=["people"])


# --- oneself -------------------------------------------------------------------------------------------------------


@router.get("/me")
async def tell_me(services: ServicesOf, client: Client) -> Json:
    """Who you are: the cookie that comes with the answer says so from now on."""
    return {"nickname": await services.tables.names.find(client), "id": client[:6]}


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


# --- the lobby -----------------------------------------------------------------------------------------------------


@router.get("/lobby")
async def list_lobby(services: ServicesOf, client: Client) -> Json:
    """Tables that anybody may join (`open`), and games that anybody may watch (`running`), newest first."""
    return await lobby.list_lobby(services, client)


@router.post("/match")
async def find_partner(request: Request, services: ServicesOf, client: Client, wish: messages.Match) -> Json:
    """Somebody to play with: the table of one who waits for the same, or a new table that waits for somebody."""
    return {"table": await lobby.find_partner(services, client, request.scope["state"]["address"], wish)}


@router.post("/tables/{name}/sit")
async def sit_down(services: ServicesOf, client: Client, name: TableName) -> Json:
    """Take an open seat of a table that the lobby lists."""
    live = await services.tables.open(name)
    await services.tables.act(live, lambda table: lobby.sit_down(table, client))
    return tell_table(live.frame, client)


@router.get("/tables/{name}/picture")
async def draw_picture(request: Request, services: ServicesOf, name: TableName) -> Json:
    """What a thumbnail of a table shows: what everybody may see, whoever asks."""
    if not services.pictures.take(request.scope["state"]["address"]):
        raise Refusal("too_fast", "too many requests; wait a moment", 429)
    live = await services.tables.open(name)
    return await asyncio.to_thread(lobby.draw_picture, live.table)


# --- other devices -------------------------------------------------------------------------------------------------


@router.post("/me/code")
async def make_code(request: Request, services: ServicesOf, client: Client) -> Json:
    """A code that makes another browser the same person as this one. It works once, within five minutes."""
    return {"code": services.codes.issue(client, request.scope["state"]["address"]), "seconds": int(SECONDS)}


@router.post("/me/move")
async def move_here(
    request: Request, response: Response, services: ServicesOf, client: Client, wish: messages.DeviceCode
) -> Json:
    """Become the person who made this code: their seats and name are this browser's, too, from now on. Where this
    browser has unfinished games of its own, which it would lose, `replace` says that it shall."""
    if not wish.replace and await has_running(services.store, client):
        raise Refusal("has_games", "this browser has unfinished games of its own, which it would lose")
    other = services.codes.redeem(wish.code, request.scope["state"]["address"])
    response.headers["set-cookie"] = write_cookie(services.identity.sign(other), request.url.scheme == "https")
    return {"nickname": await services.tables.names.find(other), "id": other[:6]}


# --- ratings -------------------------------------------------------------------------------------------------------


@router.get("/me/ratings")
async def tell_my_ratings(services: ServicesOf, client: Client) -> list[Json]:
    """Your rating in each game that you have played rated, with a 95 % interval."""
    return await services.ratings.of_person(client)


@router.delete("/me/ratings", status_code=204)
async def forget_my_ratings(services: ServicesOf, client: Client) -> None:
    """Forget your ratings in all games."""
    await services.ratings.forget(client)


@router.get("/games/{game}/ratings")
async def list_ratings(services: ServicesOf, client: Client, game: GameName) -> list[Json]:
    """Who plays this game well, by the lower end of the interval."""
    services.warming.game(game)
    rows = await services.ratings.best(game)
    return [{**row, "name": row["name"] or GUEST, "you": who == client} for who, row in rows]
