"""Parts of the lab stand on packages that the base install leaves out: they are imported here, or asked for by name."""

from importlib.util import find_spec
from typing import Any

from ludoteca.core import extras

LAB = ("loky", "plotly", "pyarrow", "scipy")


def load_extra(module: str, extra: str = "lab") -> Any:
    """Import a module of an extra; ExtraMissing says what to install."""
    return extras.load_extra(module, extra)


def require_lab() -> None:
    """Ask for the extra `lab` before long work begins rather than when its results are due. Nothing is imported."""
    for package in LAB:
        if find_spec(package) is None:
            raise extras.missing(package, "lab")
