"""`ludoteca new-game`: a package with a small working game, to be made into another."""

import keyword
import sys
from pathlib import Path
from typing import Annotated

import typer

from ludoteca.cli.common import JsonFlag, console, print_json
from ludoteca.core.errors import SetupError
from ludoteca.core.plugins import plugin_names

TEMPLATE = Path(__file__).parent / "template"
PAGE = ("src/NAME/page", "src/NAME/texts")
PAGE_ROWS = """\
| `src/{name}/page/` | the page of the site |
| `src/{name}/texts/` | what it says, one file a language |
"""
LONGEST_NAME = 40


def write_new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Lower-case letters, digits and _, as in tic_tac_toe.")],
    page: Annotated[bool, typer.Option("--page", help="Also write a page for the site.")] = False,
    out: Annotated[Path | None, typer.Option(help="The folder to make; NAME here if left out.")] = None,
    as_json: JsonFlag = False,
) -> None:
    """Write a package with a working game of its own: rules, tests, a README and, if asked for, a page.

    `pip install -e NAME` makes it known to every command, tournaments and the site."""
    check_name(name)
    folder = out or Path(name)
    written = write_package(folder, name, page)
    if as_json:
        print_json({"folder": str(folder), "files": [path.as_posix() for path in written]})
        return
    console.print(f"wrote {len(written)} files to {folder}; now:", highlight=False)
    console.print(f"  pip install -e {folder}\n  ludoteca play {name}", highlight=False, markup=False)


def check_name(name: str) -> None:
    """Refuse names that cannot be a Python package or are taken."""
    if not (name.isascii() and name.isidentifier() and name == name.lower() and name[0].isalpha()):
        raise SetupError(f"{name!r} cannot be a game's name: take lower-case letters, digits and _, as in tic_tac_toe")
    if len(name) > LONGEST_NAME:
        raise SetupError(f"{name[:LONGEST_NAME]}... is too long for a name: {LONGEST_NAME} letters are enough")
    if keyword.iskeyword(name) or name in sys.stdlib_module_names or name == "ludoteca":
        raise SetupError(f"{name!r} is a name of Python's or ours: choose another")
    if name in plugin_names():
        raise SetupError(f"a game called {name!r} is installed already: choose another name")


def write_package(folder: Path, name: str, page: bool) -> list[Path]:
    """Write the template's files with the game's names in them; the paths, relative to `folder`."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise SetupError(f"{folder} is there already and not an empty folder: choose another with --out")
    words = {
        "name": name,
        "dashed": name.replace("_", "-"),
        "title": name.replace("_", " ").capitalize(),
        "class_name": "".join(part.capitalize() for part in name.split("_")),
        "page_argument": ', page="page"' if page else "",
        "page_row": PAGE_ROWS.format(name=name) if page else "",
    }
    written = []
    try:
        for source in sorted(TEMPLATE.rglob("*.in")):
            inside = source.relative_to(TEMPLATE).as_posix().removesuffix(".in")
            if inside.startswith(PAGE) and not page:
                continue
            target = Path(inside.replace("NAME", name))
            (folder / target).parent.mkdir(parents=True, exist_ok=True)
            (folder / target).write_text(fill_in(source.read_text(encoding="utf-8"), words), encoding="utf-8")
            written.append(target)
    except OSError as error:
        raise SetupError(f"cannot write {folder}: {error.strerror}") from None
    return written


def fill_in(text: str, words: dict[str, str]) -> str:
    """The text with each `{{word}}` replaced."""
    for word, value in words.items():
        text = text.replace("{{" + word + "}}", value)
    return text
