"""What `pip install ludoteca` brings, by pyproject.toml and by what those packages require; and an environment for
programs that shall find nothing else."""

import os
import tomllib
from functools import cache
from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]


def read_project():
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def names_of(requirements):
    return {canonicalize_name(Requirement(text).name) for text in requirements}


@cache
def base_distributions() -> dict[str, Distribution]:
    """The packages of the base and all that they require, by name."""
    found: dict[str, Distribution] = {}
    waiting = [Requirement(text) for text in read_project()["dependencies"]]
    while waiting:
        wanted = waiting.pop()
        name = canonicalize_name(wanted.name)
        if name in found and not wanted.extras:
            continue
        found[name] = distribution(name)
        for text in found[name].requires or []:
            more = Requirement(text)
            if any(more.marker is None or more.marker.evaluate({"extra": extra}) for extra in ("", *wanted.extras)):
                waiting.append(more)
    return found


def base_modules() -> set[str]:
    """The names that can be imported in a base install, beside Python's own."""
    names = {"ludoteca"}
    for package in base_distributions().values():
        for file in package.files or []:
            first = file.parts[0]
            if first != ".." and not first.endswith((".dist-info", ".libs", ".pth")):
                names.add(first.partition(".")[0])
    return names


def base_environment() -> dict[str, str]:
    """For subprocesses: only the base can be imported."""
    path = os.pathsep.join(filter(None, [str(ROOT / "tests" / "base_only"), os.environ.get("PYTHONPATH")]))
    return {**os.environ, "PYTHONPATH": path, "LUDOTECA_BASE_MODULES": " ".join(sorted(base_modules()))}
