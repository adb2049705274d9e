"""`ludoteca version`: what is installed, and where compiled code is kept."""

import platform

from ludoteca.cli.common import JsonFlag, console, print_json


def show_version(as_json: JsonFlag = False) -> None:
    """Show the versions of Ludoteca and of what it stands on, and the cache folder."""
    import numba
    import numpy

    import ludoteca
    from ludoteca.core.jit import cache_folder

    versions = {
        "ludoteca": ludoteca.__version__,
        "python": platform.python_version(),
        "numba": numba.__version__,
        "numpy": numpy.__version__,
        "cache": str(cache_folder() or "none"),
    }
    if as_json:
        print_json(versions)
        return
    for name, value in versions.items():
        console.print(f"{name:9} {value}", highlight=False, soft_wrap=True)
