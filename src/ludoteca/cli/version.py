"""`ludoteca version` and `--version`: what is installed, and where compiled code comes from and is kept."""

import platform
from typing import Annotated

import typer

from ludoteca.cli.common import JsonFlag, console, print_json


def show_version(as_json: JsonFlag = False) -> None:
    """Show the versions of Ludoteca and of what it stands on, the machine code that ships, and the cache."""
    import numba
    import numpy

    import ludoteca
    from ludoteca.core.jit import cache_folder
    from ludoteca.core.kernels import find_baseline, open_kernels

    kernels, baseline = open_kernels(), find_baseline()
    versions = {
        "ludoteca": ludoteca.__version__,
        "python": platform.python_version(),
        "numba": numba.__version__,
        "numpy": numpy.__version__,
        "kernels": f"{len(kernels)} functions for {baseline.cpu}" if kernels and baseline else "none",
        "cache": str(cache_folder() or "none"),
    }
    if as_json:
        print_json(versions)
        return
    for name, value in versions.items():
        console.print(f"{name:9} {value}", highlight=False, soft_wrap=True)


def _print_version(wanted: bool) -> None:
    if wanted:
        import ludoteca

        print(f"ludoteca {ludoteca.__version__}")
        raise typer.Exit


def take_common_options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version and leave.")
    ] = False,
) -> None:
    """A home for games and the agents that play them."""
