"""The files of the pages, in memory, under addresses that hold a digest of them all: a browser asks for each once.

Files that are edited while the server runs are noticed with the next page.
"""

import gzip
import hashlib
import logging
import mimetypes
import re
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from ludoteca.site import bundle
from ludoteca.site.game_pages import INDEX, GamePage

DIGITS = 12
SHELL = "page.html"
STYLES = "site.css"
SCRIPT_FOLDERS = ("app", "components", "generic", "lib", "pages")
STYLED = re.compile(r'<link rel="stylesheet" href="/static/([^"]+)">\s*')
TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json"}
LEAST_ZIPPED = 500  # bytes

log = logging.getLogger("ludoteca.site")


@dataclass(frozen=True)
class Asset:
    content: bytes
    kind: str

    @cached_property
    def zipped(self) -> bytes | None:
        """None where it would not be worth it."""
        return gzip.compress(self.content, mtime=0) if len(self.content) >= LEAST_ZIPPED else None


class Assets:
    """All files below /static/."""

    def __init__(self, static: Path, pages: Mapping[str, GamePage]) -> None:
        self.static = static
        self._folders = {"": static} | {
            f"games/{name}/": page.folder for name, page in pages.items() if page.folder is not None
        }
        own = __name__.partition(".")[0]
        self._joined_games = [name for name, page in pages.items() if page.package.partition(".")[0] == own]
        self._lock = threading.Lock()
        self._stamp: tuple[tuple[str, int, int], ...] = ()
        self.digest = ""
        self.shell = ""
        self.raw: dict[str, Asset] = {}
        """Files as they are."""
        self.served: dict[str, Asset] = {}
        """What pages ask for: modules that were joined are facades here."""
        self.styles: list[str] = []
        """The stylesheets that were joined."""
        self.refresh()

    def refresh(self) -> None:
        """Read the files again if one of them has changed."""
        with self._lock:
            self._refresh()

    def _refresh(self) -> None:
        found = dict(self._walk())
        stamp = tuple((path, file.stat().st_mtime_ns, file.stat().st_size) for path, file in found.items())
        if stamp == self._stamp:
            return
        self.raw = {path: _read(file) for path, file in found.items()}
        self._stamp, self.served = stamp, dict(self.raw)
        self.shell = self.raw[SHELL].content.decode() if SHELL in self.raw else ""
        self._join_styles()
        self._join_scripts()
        whole = hashlib.sha256()
        for path, asset in sorted(self.served.items()):
            whole.update(f"{path}\0{len(asset.content)}\0".encode() + asset.content)
        self.digest = whole.hexdigest()[:DIGITS]

    def _walk(self) -> Iterator[tuple[str, Path]]:
        for prefix, folder in self._folders.items():
            for file in sorted(folder.rglob("*")) if folder.is_dir() else ():
                if file.is_file():
                    yield prefix + file.relative_to(folder).as_posix(), file

    def _join_styles(self) -> None:
        """Those that the shell names come first, in its order; games' last."""
        games = [path for path in self.raw if path.endswith(".css") and self._is_joined_game(path)]
        own = [path for path in self.raw if path.endswith(".css") and path.startswith(("components/", "generic/"))]
        named = [path for path in STYLED.findall(self.shell) if path in self.raw]
        self.styles = list(dict.fromkeys([*named, *sorted(own), *sorted(games)]))
        text = "\n".join(self.raw[path].content.decode() for path in self.styles)
        self.served[STYLES] = Asset(text.encode(), "text/css")

    def _join_scripts(self) -> None:
        own = [path for path in self.raw if path.endswith(".js") and path.partition("/")[0] in SCRIPT_FOLDERS]
        texts = {path: self.raw[path].content.decode() for path in own if path != "app/theme.js"}
        try:
            for name in self._joined_games:
                texts |= self._find_closure(f"games/{name}/{INDEX}")
            modules = bundle.read_modules(texts)
        except bundle.NotJoined as error:
            log.warning("the scripts of the pages are served one by one: %s", error)
            return
        self.served[bundle.NAME] = Asset(bundle.join(modules).encode(), "text/javascript")
        for path, module in modules.items():
            self.served[path] = Asset(bundle.write_facade(path, module.exports).encode(), "text/javascript")

    def _find_closure(self, path: str) -> dict[str, str]:
        """A game's module and all of the game's that it imports at once."""
        found: dict[str, str] = {}
        waiting = [path]
        while waiting:
            path = waiting.pop()
            if path in self.raw and path.startswith("games/") and path not in found:
                found[path] = self.raw[path].content.decode()
                waiting += bundle.read_module(path, found[path]).imports
        return found

    def _is_joined_game(self, path: str) -> bool:
        return path.startswith(tuple(f"games/{name}/" for name in self._joined_games))

    @property
    def is_joined(self) -> bool:
        return bundle.NAME in self.served

    @property
    def root(self) -> str:
        return f"/static/{self.digest}/"

    def find(self, path: str) -> tuple[Asset | None, bool]:
        """The file at an address below /static/, and whether this address will always have it."""
        digest, _, rest = path.partition("/")
        if digest == self.digest:
            return self.served.get(rest), True
        return self.raw.get(path) or self.served.get(rest if len(digest) == DIGITS else path), False


def _read(file: Path) -> Asset:
    return Asset(file.read_bytes(), kind_of(file.name))


def kind_of(name: str) -> str:
    """The media type of a file."""
    return TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
