"""The texts of the site and of its games, in each language that there is."""

import gzip
import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from ludoteca.core.plugins import usable_plugins
from ludoteca.core.texts import NAME_KEY, Catalogue

FRAME = Catalogue("site", Path(__file__).parent / "texts")
"""What is not a game's. Its languages are those that the site offers."""


@dataclass(frozen=True)
class TextsFile:
    """All texts of a language, as a page loads them."""

    plain: bytes
    zipped: bytes
    digest: str


class Texts:
    """Written once, when the site starts."""

    def __init__(self, games: Iterable[str]) -> None:
        catalogues = find_catalogues(games)
        self.files = {language: _write(tell_texts(language, catalogues)) for language in FRAME.languages}
        names = {language: FRAME.load(language)[NAME_KEY] for language in self.files}
        listed = {
            language: {"name": names[language], "texts": f"/texts/{language}.{file.digest}.json"}
            for language, file in self.files.items()
        }
        self.listed = json.dumps(listed, ensure_ascii=False)
        """For pages: what each language calls itself, and the address of its texts."""


def find_catalogues(games: Iterable[str]) -> dict[str, Catalogue]:
    """The catalogues of these games, by name. A game that no package offers has none."""
    plugins = usable_plugins()
    return {name: Catalogue(name, plugins[name].folder / "texts") for name in games if name in plugins}


def tell_texts(language: str, catalogues: dict[str, Catalogue]) -> dict[str, str]:
    """Every text that a page may show; a game's begin with its name."""
    texts = dict(FRAME.load(language))
    for game, catalogue in catalogues.items():
        texts |= {f"{game}.{key}": text for key, text in catalogue.load(language).items()}
    return texts


def _write(texts: dict[str, str]) -> TextsFile:
    plain = json.dumps(texts, ensure_ascii=False, separators=(",", ":")).encode()
    return TextsFile(plain, gzip.compress(plain, mtime=0), hashlib.sha256(plain).hexdigest()[:12])
