"""Texts that people read, in catalogues: `texts/<language>.json` in the site's folder and in each game's.

Languages are found, not listed: a file is all it takes. LUDOTECA_TEXTS names a folder with more of them, such as
FOLDER/fr/site.json and FOLDER/fr/checkers.json; they go before the packages' own files. English is complete; what
another language lacks is shown in English.
"""

import json
import os
import re
from functools import cached_property
from pathlib import Path
from typing import Any

from ludoteca.core.errors import TextsError, UnknownName

SOURCE = "en"
"""The language that every catalogue has."""
SWITCH = "LUDOTECA_TEXTS"
NAME_KEY = "language.name"
_CODE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")
_BLANK = re.compile(r"\{(\w+)\}")


class Catalogue:
    """The texts of one part (the site, a game), by language and key."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name, self.folder = name, folder
        self._loaded: dict[str, dict[str, str]] = {}

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """Codes such as en, it, pt-BR; English first."""
        found = {path.stem for path in self.folder.glob("*.json")} | {path.parent.name for path in self._list_added()}
        codes = sorted(code for code in found if _CODE.fullmatch(code) and code != SOURCE)
        return (SOURCE, *codes)

    def load(self, language: str) -> dict[str, str]:
        """All texts of a language, by key."""
        if language not in self._loaded:
            self._loaded[language] = self._read(SOURCE) | self._read(language)
        return self._loaded[language]

    def tell(self, language: str, key: str, **params: Any) -> str:
        """One text, with its `{blanks}` filled in."""
        texts = self.load(language)
        if key not in texts:
            raise UnknownName("text", key, texts)
        return fill_in(texts[key], params)

    def _read(self, language: str) -> dict[str, str]:
        if not _CODE.fullmatch(language):
            raise UnknownName("language", language, self.languages)
        texts: dict[str, str] = {}
        for path in (self.folder / f"{language}.json", *self._added(language)):
            if path.is_file():
                texts |= read_texts(path)
        return texts

    def _added(self, language: str) -> list[Path]:
        chosen = os.environ.get(SWITCH)
        return [Path(chosen) / language / f"{self.name}.json"] if chosen else []

    def _list_added(self) -> list[Path]:
        chosen = os.environ.get(SWITCH)
        return sorted(Path(chosen).glob(f"*/{self.name}.json")) if chosen else []


def read_texts(path: Path) -> dict[str, str]:
    """A catalogue's file: one object of texts."""
    try:
        found = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise TextsError(f"{path} is no catalogue of texts: {error}") from error
    if not isinstance(found, dict) or not all(isinstance(text, str) for text in found.values()):
        raise TextsError(f"{path} is no catalogue of texts: it must hold one object whose values are all texts")
    return found


def fill_in(text: str, params: dict[str, Any]) -> str:
    """`{names}` become the parameters of these names; others stay."""
    return _BLANK.sub(lambda blank: str(params.get(blank[1], blank[0])), text)
