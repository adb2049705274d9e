"""Pages and files. A page is a nearly empty shell; everything else comes over the API."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import HTMLResponse, Response

from ludoteca.core.errors import Refusal, UnknownName
from ludoteca.site.assets import Assets
from ludoteca.site.game_pages import GamePage
from ludoteca.site.policy import write_policy
from ludoteca.site.reference import STYLE, draw_reference
from ludoteca.site.shell import draw_shell, import_map_hash
from ludoteca.site.texts import Texts

STATIC = Path(__file__).parent / "static"
FRESH = {"cache-control": "no-cache"}  # ask each time whether it has changed: an upgrade never mixes versions
IMMUTABLE = "public, max-age=31536000, immutable"
PAGES = {
    "/": "start",
    "/lobby": "lobby",
    "/mine": "mine",
    "/table/{name}": "table",
    "/replay/{name}": "replay",
    "/help/{name}": "help",
    "/adviser/{name}": "adviser",
    "/learn/{name}": "learn",
}

MISSING = "missing"

router = APIRouter(include_in_schema=False)


def add_pages(app: FastAPI, static: Path, games: Mapping[str, GamePage], texts: Texts) -> None:
    """Serve the pages, the site's files, the texts, and the folder of each game's page under /static/games/NAME/."""
    assets = Assets(static, games)
    for path, name in PAGES.items():
        app.add_api_route(path, _serve(assets, name, texts), methods=["GET"], include_in_schema=False)
    app.add_api_route("/texts/{language}.{digest}.json", _serve_texts(texts), include_in_schema=False)
    app.add_api_route("/static/{path:path}", _serve_asset(assets), methods=["GET", "HEAD"], include_in_schema=False)
    app.state.missing = lambda: draw_missing(assets, texts)
    app.include_router(router)


def draw_missing(assets: Assets, texts: Texts) -> HTMLResponse | None:
    """The page for an address that leads nowhere; None where the installation has none."""
    assets.refresh()
    return _draw(assets, MISSING, texts, 404) if f"pages/{MISSING}.js" in assets.raw else None


def _draw(assets: Assets, name: str, texts: Texts, status: int = 200) -> HTMLResponse:
    policy = {"content-security-policy": write_policy(import_map_hash(assets))}
    return HTMLResponse(draw_shell(assets, name, texts.listed), status, headers=FRESH | policy)


def _serve(assets: Assets, name: str, texts: Texts) -> Any:
    def page() -> HTMLResponse:
        assets.refresh()
        if f"pages/{name}.js" not in assets.raw:
            raise Refusal("no_page", f"the page {name} is not part of this installation", 404)
        return _draw(assets, name, texts)

    return page


def _serve_asset(assets: Assets) -> Any:
    """A file. Addresses with the present digest always have the same content; others are asked for each time."""

    async def file(request: Request, path: str) -> Response:
        asset, is_final = assets.find(path)
        if asset is None:
            raise Refusal("not_found", "there is no such file", 404)
        etag = f'"{assets.digest}"'
        if request.headers.get("if-none-match") == etag:
            return Response(status_code=304)
        headers = {"cache-control": IMMUTABLE if is_final else FRESH["cache-control"], "etag": etag}
        return _send(request, asset.content, asset.zipped, headers, asset.kind)

    return file


def _send(request: Request, plain: bytes, zipped: bytes | None, headers: dict[str, str], kind: str) -> Response:
    headers["vary"] = "accept-encoding"
    if zipped is None or "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(plain, headers=headers, media_type=kind)
    return Response(zipped, headers=headers | {"content-encoding": "gzip"}, media_type=kind)


def _serve_texts(texts: Texts) -> Any:
    """A language's texts. Their address holds their digest, so that a browser never asks for them twice."""

    def page(request: Request, language: str, digest: str) -> Response:
        if language not in texts.files:
            raise UnknownName("language", language, texts.files)
        file = texts.files[language]
        caching = IMMUTABLE if digest == file.digest else FRESH["cache-control"]
        return _send(request, file.plain, file.zipped, {"cache-control": caching}, "application/json")

    return page


@router.get("/api/docs")
async def show_reference(request: Request) -> HTMLResponse:
    return HTMLResponse(draw_reference(request.app.openapi()))


@router.get("/api/docs.css")
async def style_reference() -> Response:
    return Response(STYLE, media_type="text/css")
