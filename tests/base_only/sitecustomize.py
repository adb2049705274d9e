"""Python loads this at its start where the folder is on PYTHONPATH, in child processes, too: of installed packages only
those that LUDOTECA_BASE_MODULES names can be found, as in a virtual environment that has nothing else."""

import os
import sys
from importlib.machinery import PathFinder
from pathlib import Path

ALLOWED = set(os.environ["LUDOTECA_BASE_MODULES"].split())


def is_installed(spec):
    places = [spec.origin] if spec.has_location else [*(spec.submodule_search_locations or [])]
    return any("site-packages" in Path(place).parts for place in places)


class BaseFinder(PathFinder):
    """Finds what the base install has; of other packages it says nothing, so that they count as not installed."""

    @classmethod
    def find_spec(cls, name, path=None, target=None):
        spec = super().find_spec(name, path, target)
        hidden = spec is not None and path is None and name not in ALLOWED and is_installed(spec)
        return None if hidden else spec


sys.meta_path[:] = [BaseFinder if finder is PathFinder else finder for finder in sys.meta_path]
