"""The site as an ASGI application: its services, its routes, and how errors are answered."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException

import ludoteca
from ludoteca.core.errors import LudotecaError, Refusal, StoreError, UnknownName
from ludoteca.site import (
    analysis_routes,
    bot_gateway,
    game_routes,
    gateway,
    pages,
    people_routes,
    replay_routes,
    table_routes,
)
from ludoteca.site.expiry import expire_for_ever
from ludoteca.site.garbage import collect_seldom
from ludoteca.site.guard import Guard
from ludoteca.site.hosts import Hosts
from ludoteca.site.limits import Limits
from ludoteca.site.services import Services, build
from ludoteca.site.texts import Texts
from ludoteca.site.warming import Warming

FOR_PROGRAMS = ("/api/", "/static/", "/texts/")  # a missing file of these is told as JSON, all others as a page
DESCRIPTION = (
    "Tables for people and agents. Moves go over the WebSocket /api/tables/{name}/ws; everything else is here. "
    "A signed cookie, set by the first answer, says who you are."
)


def create_app(
    database: str,
    limits: Limits | None = None,
    warming: Warming | None = None,
    static: Path = pages.STATIC,
    hosts: Iterable[str] = (),
    program_place: tuple[str, int] | None = None,
) -> FastAPI:
    """The site over a database (`sqlite:///...` or `postgresql://...`). `hosts`: names of the site beside localhost
    and this machine's. `program_place`: host and port where programs from outside may connect over TCP."""
    limits = limits or Limits()
    services = build(database, limits, warming or Warming())

    @contextlib.asynccontextmanager
    async def run(app: FastAPI) -> AsyncIterator[None]:
        services.warming.start()
        await services.tables.clocks.rows.settle()
        work = (
            services.tables.turns.report(),
            services.tables.clocks.run(),
            services.tables.clocks.beat(),
            _resume(services),
            expire_for_ever(services.tables, limits),
            collect_seldom(services.warming.wait_for_all()),
            bot_gateway.watch_programs(services),
        )
        tasks = [asyncio.create_task(item) for item in work]
        try:
            async with bot_gateway.open_port(services, program_place):
                yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await _close(services)

    app = FastAPI(
        title="Ludoteca",
        version=ludoteca.__version__,
        description=DESCRIPTION,
        lifespan=run,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.services = services
    for part in (game_routes, table_routes, replay_routes, analysis_routes, people_routes, gateway, bot_gateway):
        app.include_router(part.router)
    pages.add_pages(app, static, services.pages, Texts(services.warming.games))
    app.add_middleware(Guard, identity=services.identity, limits=limits, hosts=Hosts(hosts))
    app.add_exception_handler(LudotecaError, _tell_error)
    app.add_exception_handler(RequestValidationError, _tell_invalid)
    app.add_exception_handler(HTTPException, _tell_http)
    return app


async def _resume(services: Services) -> None:
    await services.warming.wait_for_all()
    await services.tables.live.resume()
    await services.tables.clocks.resume()
    await services.ratings.catch_up()


async def _close(services: Services) -> None:
    services.warming.close()
    await services.analyses.close()
    await services.tables.turns.close()
    await asyncio.to_thread(services.thinking.close)
    await asyncio.to_thread(services.store.close)


# --- errors --------------------------------------------------------------------------------------------------------


def _answer(status: int, code: str, message: str, params: dict[str, Any] | None = None) -> JSONResponse:
    return JSONResponse({"error": {"code": code, "message": message, "params": params or {}}}, status)


async def _tell_error(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, LudotecaError)
    status = 422
    if isinstance(error, Refusal):
        status = error.status
    elif isinstance(error, StoreError):
        status = 503
    elif isinstance(error, UnknownName) and error.kind == "game":
        status = 404
    return _answer(status, error.code, str(error), getattr(error, "params", None))


async def _tell_invalid(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"] if part != "body")
    return _answer(422, "request", f"{place}: {first['msg']}" if place else str(first["msg"]), {"place": place})


async def _tell_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 404 and not request.url.path.startswith(FOR_PROGRAMS):
        page: Response | None = request.app.state.missing()
        if page is not None:
            return page
    code = {404: "not_found", 405: "method", 400: "request"}.get(error.status_code, "http")
    return _answer(error.status_code, code, str(error.detail))
