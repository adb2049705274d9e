"""The texts of the lessons: notebooks as plain Python (py:percent), one a lesson, with the skeleton to fill in."""

import re
from functools import cache
from pathlib import Path

from ludoteca.core.errors import AssignmentError, UnknownName
from ludoteca.core.files import write_atomic
from ludoteca.lessons.course import LESSONS
from ludoteca.lessons.judging import Exercise

FOLDER = Path(__file__).parent / "notebooks"
CELL = re.compile(r"^# %%(.*)$", re.M)


def find_lesson(name: str) -> Exercise:
    """A lesson by its name or its number, from 1."""
    if name.isdecimal() and 1 <= int(name) <= len(LESSONS):
        return list(LESSONS.values())[int(name) - 1]
    if name not in LESSONS:
        raise UnknownName("lesson", name, LESSONS)
    return LESSONS[name]


@cache
def read_cells(name: str) -> tuple[tuple[str, str], ...]:
    """The cells of a lesson's notebook: (what stands behind `# %%`, the text)."""
    number = list(LESSONS).index(name) + 1
    source = (FOLDER / f"{number:02}-{name}.py").read_text(encoding="utf-8")
    parts = CELL.split(source)[1:]
    return tuple((head.strip(), body.strip("\n")) for head, body in zip(parts[::2], parts[1::2], strict=True))


def lesson_text(name: str) -> str:
    """The lesson as Markdown, its code in blocks."""
    parts = []
    for head, body in read_cells(name):
        if head.startswith("[markdown]"):
            parts.append("\n".join(line.removeprefix("#").removeprefix(" ") for line in body.splitlines()))
        else:
            parts.append(f"```python\n{body}\n```")
    return "\n\n".join(parts)


def skeleton(name: str) -> str:
    """The functions to fill in."""
    body = next(body for head, body in read_cells(name) if "skeleton" in head)
    number, title = list(LESSONS).index(name) + 1, LESSONS[name].title
    return f'"""Lesson {number}, {title}: `ludoteca grade {name} FILE`."""\n\n{body}\n'


def write_skeleton(name: str, path: Path) -> None:
    """A file to begin with; what is there already stays."""
    if path.exists():
        raise AssignmentError(f"{path} is there already, and stays as it is: name another file")
    if not path.parent.is_dir():
        raise AssignmentError(f"there is no folder {path.parent}")
    write_atomic(path, skeleton(name))
