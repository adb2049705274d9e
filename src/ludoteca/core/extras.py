"""Packages that the base install leaves out: imported here, or asked for by the name of their extra."""

from importlib import import_module
from typing import Any

from ludoteca.core.errors import ExtraMissing


def load_extra(module: str, extra: str) -> Any:
    """Import a module of an extra; ExtraMissing says what to install."""
    try:
        return import_module(module)
    except ImportError as error:
        package = module.partition(".")[0]
        if error.name is not None and error.name.partition(".")[0] != package:
            raise  # it is there and lacks something itself: say what
        raise missing(package, extra) from None


def missing(package: str, extra: str) -> ExtraMissing:
    return ExtraMissing(f"this needs {package}, which the base install leaves out: pip install 'ludoteca[{extra}]'")
