"""HTTP for games: what there is to play, previews, games that are played elsewhere, courses.

Answers are JSON; errors are {"error": {"code", "message", "params"}}.
"""

import asyncio
from dataclasses import asdict

from fastapi import APIRouter, Request

import ludoteca
from ludoteca import agents
from ludoteca.protocol import Game
from ludoteca.site import adviser, messages, setup
from ludoteca.site.courses import grade_answer, tell_course
from ludoteca.site.fair_queue import Owner
from ludoteca.site.requests import Client, GameName, Json, ServicesOf
from ludoteca.site.services import Services

router = APIRouter(prefix="/api", tags=["site"])


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
