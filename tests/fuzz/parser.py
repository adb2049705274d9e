"""What is known of a parser of what comes from outside: how it is called, what it reads, how large that may be."""

import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from ludoteca import games
from ludoteca.site.limits import Limits

IMPORTED = 50_000  # characters of a text that the site takes
MESSAGE = Limits().message_bytes
FOLDER = Path(games.__file__).parent


@dataclass(frozen=True)
class Parser:
    name: str
    parse: Callable[[Any], Any]
    inputs: st.SearchStrategy[Any]
    largest: Mapping[str, Any] = field(default_factory=dict)
    """The worst of the largest size that is allowed, by name: to be read or refused in 50 ms."""
    allowed: tuple[type[Exception], ...] = ()
    """Errors beside those of the tree, where the parser's own caller expects them."""


def parse_file(read: Callable[[Path], Any], suffix: str) -> Callable[[str | bytes], Any]:
    def parse(content: str | bytes) -> Any:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"file{suffix}"
            path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass"))
            return read(path)

    return parse
