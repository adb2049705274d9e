"""Pages and files. A page is a nearly empty shell; everything else comes over the API."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from ludoteca.core.errors import Refusal, UnknownName
from ludoteca.site.game_pages import GamePage
from ludoteca.site.reference import STYLE, draw_reference
from ludoteca.site.shell import draw_shell
from ludoteca.site.texts import Texts

STATIC = Path(__file__).parent / "static"
FRESH = {"cache-control": "no-cache"}  # ask each time whether it has changed: an upgrade never mixes versions
IMMUTABLE = "public, max-age=31536000, immutable"
PAGES = {
    "/": "start",
    "/mine": "mine",
    "/table/{name}": "table",
    "/replay/{name}": "replay",
    "/help/{name}": "help",
}

MISSING = "missing"

router = APIRouter(include_in_schema=False)


class FreshFiles(StaticFiles):
    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers.update(FRESH)
        return response


def add_pages(app: FastAPI, static: Path, games: Mapping[str, GamePage], texts: Texts) -> None:
    """Serve the pages, the site's files, the texts, and the folder of each game's page under /static/games/NAME/."""
    for path, name in PAGES.items():
        app.add_api_route(path, _serve(static, name, texts), methods=["GET"], include_in_schema=False)
    app.add_api_route("/texts/{language}.{digest}.json", _serve_texts(texts), include_in_schema=False)
    for game, page in games.items():
        if page.folder is not None:
            app.mount(f"/static/games/{game}", FreshFiles(directory=page.folder), name=f"page of {game}")
    app.state.missing = lambda: draw_missing(static, texts)
    app.mount("/static", FreshFiles(directory=static, check_dir=False), name="static")
    app.include_router(router)


def draw_missing(static: Path, texts: Texts) -> HTMLResponse | None:
    """The page for an address that leads nowhere; None where the installation has none."""
    if not (static / "pages" / f"{MISSING}.js").is_file():
        return None
    return HTMLResponse(draw_shell(static, MISSING, texts.listed), 404, headers=FRESH)


def _serve(static: Path, name: str, texts: Texts) -> Any:
    def page() -> HTMLResponse:
        if not (static / "pages" / f"{name}.js").is_file():
            raise Refusal("no_page", f"the page {name} is not part of this installation", 404)
        return HTMLResponse(draw_shell(static, name, texts.listed), headers=FRESH)

    return page


def _serve_texts(texts: Texts) -> Any:
    """A language's texts. Their address holds their digest, so that a browser never asks for them twice."""

    def page(request: Request, language: str, digest: str) -> Response:
        if language not in texts.files:
            raise UnknownName("language", language, texts.files)
        file = texts.files[language]
        caching = IMMUTABLE if digest == file.digest else FRESH["cache-control"]
        headers = {"cache-control": caching, "vary": "accept-encoding"}
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(file.plain, headers=headers, media_type="application/json")
        return Response(file.zipped, headers=headers | {"content-encoding": "gzip"}, media_type="application/json")

    return page


@router.get("/api/docs")
async def show_reference(request: Request) -> HTMLResponse:
    return HTMLResponse(draw_reference(request.app.openapi()))


@router.get("/api/docs.css")
async def style_reference() -> Response:
    return Response(STYLE, media_type="text/css")
