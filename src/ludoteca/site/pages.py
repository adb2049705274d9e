"""Pages and files. A page is a nearly empty shell; everything else comes over the API."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import HTMLResponse, Response

from ludoteca.core.errors import Refusal, UnknownName
from ludoteca.site.assets import Assets
from ludoteca.site.game_pages import GamePage
from ludoteca.site.manual import ADDRESS, Manual, add_manual
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
    "/about": "about",
}

MISSING = "missing"

router = APIRouter(include_in_schema=False)


def add_pages(
    app: FastAPI, static: Path, games: Mapping[str, GamePage], texts: Texts, manual: Manual | None = None
) -> None:
    """Serve the pages, the site's files, the texts, the folder of each game's page under /static/games/NAME/, and the
    documentation if there is one."""
    assets = Assets(static, games)
    shells = Shells(assets, texts, ADDRESS if manual else "")
    for path, name in PAGES.items():
        app.add_api_route(path, _serve(shells, name), methods=["GET"], include_in_schema=False)
    if manual:
        add_manual(app, manual)
    app.add_api_route("/texts/{language}.{digest}.json", _serve_texts(texts), include_in_schema=False)
    app.add_api_route("/static/{path:path}", _serve_asset(assets), methods=["GET", "HEAD"], include_in_schema=False)
    app.state.missing = lambda: shells.draw(MISSING, 404)
    app.include_router(router)


@dataclass(frozen=True)
class Shells:
    """What the HTML of every page is made of."""

    assets: Assets
    texts: Texts
    manual: str
    """The address of the documentation, or nothing."""

    def draw(self, name: str, status: int = 200) -> HTMLResponse | None:
        """A page; None where the installation does not have it."""
        self.assets.refresh()
        if f"pages/{name}.js" not in self.assets.raw:
            return None
        policy = {"content-security-policy": write_policy(import_map_hash(self.assets))}
        shell = draw_shell(self.assets, name, self.texts.listed, self.manual)
        return HTMLResponse(shell, status, headers=FRESH | policy)


def _serve(shells: Shells, name: str) -> Any:
    def page() -> HTMLResponse:
        drawn = shells.draw(name)
        if drawn is None:
            raise Refusal("no_page", f"the page {name} is not part of this installation", 404)
        return drawn

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
