"""Parts of the lab stand on packages that the base install leaves out: they are imported here, or asked for by name."""

from importlib import import_module
from typing import Any

from ludoteca.core.errors import ExtraMissing


def load_extra(module: str, extra: str = "lab") -> Any:
    """Import a module of an extra; ExtraMissing says what to install."""
    try:
        return import_module(module)
    except ImportError as error:
        if error.name is not None and error.name.partition(".")[0] != module.partition(".")[0]:
            raise  # it is there and lacks something itself: say what
        raise ExtraMissing(
            f"this needs {module.partition('.')[0]}, which the base install leaves out: pip install 'ludoteca[{extra}]'"
        ) from None
