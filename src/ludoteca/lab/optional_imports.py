"""Parts of the lab stand on packages that the base install leaves out: they are imported here, or asked for by name."""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from ludoteca.core.errors import ExtraMissing

LAB = ("loky", "plotly", "pyarrow", "scipy")


def load_extra(module: str, extra: str = "lab") -> Any:
    """Import a module of an extra; ExtraMissing says what to install."""
    try:
        return import_module(module)
    except ImportError as error:
        package = module.partition(".")[0]
        if error.name is not None and error.name.partition(".")[0] != package:
            raise  # it is there and lacks something itself: say what
        raise _missing(package, extra) from None


def require_lab() -> None:
    """Ask for the extra `lab` before long work begins rather than when its results are due. Nothing is imported."""
    for package in LAB:
        if find_spec(package) is None:
            raise _missing(package, "lab")


def _missing(package: str, extra: str) -> ExtraMissing:
    return ExtraMissing(f"this needs {package}, which the base install leaves out: pip install 'ludoteca[{extra}]'")
