"""The contest's catalogue of texts: `texts/`, one file a language."""

from pathlib import Path

from ludoteca.core.errors import UnknownName
from ludoteca.core.texts import Catalogue

TEXTS = Catalogue("contest", Path(__file__).parent / "texts")
ALIASES = {"english": "en", "italian": "it"}  # as the commands called them at first


def find_language(name: str) -> str:
    """The code of a language that was named by its code or its English name."""
    code = ALIASES.get(name, name)
    if code not in TEXTS.languages:
        raise UnknownName("language", name, (*TEXTS.languages, *ALIASES))
    return code
