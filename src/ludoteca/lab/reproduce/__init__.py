"""Studies that repeat published experiments: one module a study, each with a function `run`.

A study is a file in this folder. It has

- a docstring whose first line says what it reproduces;
- `run(quick=False, seed=1, out="docs/results", report=...)`, which does the whole study and writes NAME.md into `out`;
  `report(what, done, total)` is called as it goes on;
- if it likes, `DURATION`, in words: how long the whole takes, and how long the quick form.

Nothing else lists it: `ludoteca reproduce` finds it.
"""

import ast
import re
from collections.abc import Callable
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from ludoteca.errors import UnknownName

HERE = Path(__file__).parent
RESULTS = Path("docs/results")
Report = Callable[[str, int, int], None]


@dataclass(frozen=True)
class Study:
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


def list_names(folder: Path = HERE) -> list[str]:
    return sorted(path.stem for path in folder.glob("*.py") if not path.stem.startswith("_"))


def list_studies(results: Path = RESULTS, folder: Path = HERE) -> list[Study]:
    """Every study, by reading its file: nothing is imported."""
    return [_describe(folder / f"{name}.py", results) for name in list_names(folder)]


def _describe(path: Path, results: Path) -> Study:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    title = (ast.get_docstring(tree) or path.stem).splitlines()[0]
    duration = "not stated"
    for node in tree.body:
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == "DURATION" for t in node.targets):
            duration = str(ast.literal_eval(node.value))
    page = results / f"{path.stem}.md"
    return Study(path.stem, title, duration, page.as_posix(), _first_words(page))


def _first_words(page: Path) -> str | None:
    """The first paragraph of a page, without its title and its links."""
    if not page.exists():
        return None
    paragraphs = page.read_text(encoding="utf-8").split("\n\n")
    told = next((text for text in paragraphs if text.strip() and not text.startswith(("#", "|", "!"))), "")
    return re.sub(r"\[(.*?)\]\(.*?\)", r"\1", " ".join(told.split()))


def load_study(name: str) -> Callable[..., Any]:
    """The function that does the study."""
    if name not in list_names():
        raise UnknownName("study", name, list_names())
    run: Callable[..., Any] = import_module(f"{__name__}.{name}").run
    return run
