"""Studies that repeat published experiments. Games declare theirs in their plugin (`Plugin.studies`).

A study is a function `run(quick=False, seed=1, out="docs/results", report=...)`, which does the whole study and writes
NAME.md into `out`; `report(what, done, total)` is called as it goes on. It may have a second function `rewrite(out)`,
which writes the page anew from the figures that were kept beside it: the page then holds nothing else.
"""

import re
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ludoteca.core.errors import SetupError, UnknownName
from ludoteca.core.plugins import Plugin, usable_plugins

RESULTS = Path("docs/results")


@dataclass(frozen=True)
class StudyInfo:
    """What there is to know of a study without running it."""

    name: str
    title: str
    duration: str
    page: str
    """Where its result is, or will be."""
    result: str | None
    """The first lines of the last result; None if there is none."""

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def _homes() -> dict[str, Plugin]:
    """Every study with the plugin that declares it."""
    return {name: plugin for plugin in usable_plugins().values() for name in plugin.studies}


def list_studies(results: Path = RESULTS) -> list[StudyInfo]:
    """Every study: nothing is imported."""
    studies = []
    for name, plugin in sorted(_homes().items()):
        entry, page = plugin.studies[name], results / f"{name}.md"
        studies.append(StudyInfo(name, entry.title, entry.duration, page.as_posix(), _first_words(page)))
    return studies


def _first_words(page: Path) -> str | None:
    """The first paragraph of a page, without its title and its links."""
    if not page.exists():
        return None
    paragraphs = page.read_text(encoding="utf-8").split("\n\n")
    summary = next((text for text in paragraphs if text.strip() and not text.startswith(("#", "|", "!"))), "")
    return re.sub(r"\[(.*?)\]\(.*?\)", r"\1", " ".join(summary.split()))


def load_study(name: str, page_only: bool = False) -> Callable[..., Any]:
    """The function that does the study, or the one that only writes its page anew."""
    homes = _homes()
    if name not in homes:
        raise UnknownName("study", name, sorted(homes))
    entry = homes[name].studies[name]
    if page_only and not entry.rewrite:
        raise SetupError(f"the study {name} keeps no figures: its page is written by a whole run only")
    found: Callable[..., Any] = homes[name].load(entry.rewrite if page_only else entry.run)
    return found
