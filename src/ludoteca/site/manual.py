"""The documentation below /docs/: pages that `make docs` has built, from an archive in the package or from a folder.

What can be asked for is listed at the start: an address is looked up, never put together with a path.
"""

import base64
import hashlib
import re
import zipfile
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import RedirectResponse, Response
from starlette.exceptions import HTTPException

from ludoteca.core.errors import SetupError
from ludoteca.site.assets import Asset, kind_of
from ludoteca.site.policy import write_policy

ADDRESS = "/docs/"
ARCHIVE = Path(__file__).with_name("docs.zip")
FIRST = "index.html"
MOST_BYTES = 20_000_000  # of a file
INLINE = re.compile(r"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", re.S | re.I)
FRESH, FOR_EVER = "no-cache", "public, max-age=31536000, immutable"


class Leaf(Asset):
    """A file of the documentation."""

    @cached_property
    def etag(self) -> str:
        return f'"{hashlib.sha256(self.content).hexdigest()[:16]}"'

    @cached_property
    def policy(self) -> str:
        """Sphinx's pages have scripts and styles of their own: the scripts are allowed by their hashes."""
        scripts = INLINE.findall(self.content.decode("utf-8", "replace")) if self.kind == "text/html" else []
        digests = {base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in scripts}
        return write_policy(*(f"sha256-{digest}" for digest in sorted(digests)), inline_styles=True)


class Manual:
    """All files below /docs/."""

    def __init__(self, readers: dict[str, Callable[[], bytes]], origin: Path) -> None:
        if FIRST not in readers:
            raise SetupError(f"{origin} holds no documentation: there is no {FIRST} in it; `make docs` builds it")
        self._readers = readers
        self._leaves: dict[str, Leaf] = {}

    @classmethod
    def open(cls, place: Path) -> "Manual":
        """The documentation in a folder or in a zip archive."""
        if place.is_dir():
            return cls(_list_folder(place.resolve()), place)
        try:
            archive = zipfile.ZipFile(place)
        except (OSError, zipfile.BadZipFile) as error:
            raise SetupError(f"cannot read the documentation in {place}: {error}") from None
        entries = [entry for entry in archive.infolist() if not entry.is_dir() and entry.file_size <= MOST_BYTES]
        return cls({entry.filename: _reader(archive.read, entry.filename) for entry in entries}, place)

    @classmethod
    def installed(cls) -> "Manual | None":
        """What came with the package; None if it was built without."""
        return cls.open(ARCHIVE) if ARCHIVE.is_file() else None

    def find(self, path: str) -> Leaf | None:
        name = path + FIRST if path == "" or path.endswith("/") else path
        if name not in self._readers:
            return None
        if name not in self._leaves:
            self._leaves[name] = Leaf(self._readers[name](), kind_of(name))
        return self._leaves[name]


def _list_folder(folder: Path) -> dict[str, Callable[[], bytes]]:
    """Files of the folder; a link that leads out of it is left out."""
    files = [file for file in sorted(folder.rglob("*")) if file.is_file() and file.stat().st_size <= MOST_BYTES]
    inside = [file for file in files if file.resolve().is_relative_to(folder)]
    return {file.relative_to(folder).as_posix(): file.read_bytes for file in inside}


def _reader(read: Callable[[str], bytes], name: str) -> Callable[[], bytes]:
    return lambda: read(name)


def add_manual(app: FastAPI, manual: Manual) -> None:
    app.add_api_route(ADDRESS.rstrip("/"), _lead_on, methods=["GET", "HEAD"], include_in_schema=False)
    app.add_api_route(ADDRESS + "{path:path}", _serve(manual), methods=["GET", "HEAD"], include_in_schema=False)


def _lead_on() -> RedirectResponse:
    return RedirectResponse(ADDRESS, 308)


def _serve(manual: Manual) -> Any:
    def page(request: Request, path: str) -> Response:
        leaf = manual.find(path)
        if leaf is None:
            raise HTTPException(404, "there is no such page")
        headers = {"etag": leaf.etag, "cache-control": FOR_EVER if "v" in request.query_params else FRESH}
        if request.headers.get("if-none-match") == leaf.etag:
            return Response(status_code=304, headers=headers)
        headers |= {"content-security-policy": leaf.policy, "vary": "accept-encoding"}
        if leaf.zipped is None or "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(leaf.content, headers=headers, media_type=leaf.kind)
        return Response(leaf.zipped, headers=headers | {"content-encoding": "gzip"}, media_type=leaf.kind)

    return page
