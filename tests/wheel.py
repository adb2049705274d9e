"""Builds the package from a copy of the tree, and installs it somewhere else."""

import os
import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path

from base_install import ROOT

IGNORED = {name.strip("/") for name in (ROOT / ".gitignore").read_text("utf-8").split()} | {".git"}
MOMENT = "1700000000"


def copy_tree(target: Path) -> Path:
    """The tree without what git ignores; its files are new, so their times differ from copy to copy."""

    def ignore(folder: str, names: list[str]) -> set[str]:
        ours = IGNORED if Path(folder) == ROOT else {"__pycache__"}
        return {name for name in names if name in ours or name.endswith((".egg-info", ".pyc"))}

    shutil.copytree(ROOT, target, ignore=ignore, copy_function=shutil.copy)
    return target


def build(tree: Path, *words: str, umask: int = 0o022) -> Path:
    """The folder with what `make wheel` builds."""
    command = [sys.executable, "-m", "build", "--no-isolation", *words, "--outdir", str(tree / "out"), str(tree)]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": MOMENT}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, umask=umask)
    assert done.returncode == 0, done.stdout + done.stderr
    return tree / "out"


def install(wheel: Path, folder: Path) -> Path:
    """The Python of a new virtual environment with the wheel; other packages are found where this Python has them."""
    venv.create(folder, with_pip=False)
    python = folder / "bin" / "python"
    command = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*command, str(wheel)], check=True)
    (packages,) = folder.glob("lib/python*/site-packages")
    others = [path for path in sys.path if Path(path).name == "site-packages"]
    (packages / "others.pth").write_text("\n".join(others))
    return python


def relative_targets(html: str) -> list[str]:
    """What a rendered page refers to by a path rather than by a whole address."""
    targets = re.findall(r'(?:href|src)="([^"]*)"', html)
    return [target for target in targets if not target.startswith(("https://", "http://", "#"))]
