"""`ludoteca reproduce`: published experiments, repeated."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from ludoteca.cli.common import JsonFlag, choose_seed, console, print_json, progress_bar
from ludoteca.core.errors import SetupError


def reproduce_study(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="A study; without it, list them.")] = None,
    quick: Annotated[bool, typer.Option("--quick", help="A small form that shows that it runs.")] = False,
    seed: Annotated[int, typer.Option(help="The seed of all chance.")] = 1,
    out: Annotated[
        Path | None,
        typer.Option(help="The folder for the page; docs/results if left out, or results-quick with --quick."),
    ] = None,
    page_only: Annotated[
        bool, typer.Option("--page-only", help="Only write the page anew, from the figures that a run has kept.")
    ] = False,
    as_json: JsonFlag = False,
) -> None:
    """Repeat a published experiment and write its page; without a NAME, list the studies and their last results."""
    from ludoteca.lab.studies import RESULTS, list_studies, load_study

    if name is None:
        show_studies(out or RESULTS, as_json)
        return
    run = load_study(name, page_only)
    choose_seed(seed)
    if out is None:
        out = Path("results-quick") if quick else RESULTS  # a quick page must not replace a real one
    if page_only:
        run(out)
    else:
        _run_study(run, name, out, quick, seed)
    (study,) = [study for study in list_studies(out) if study.name == name]
    if as_json:
        print_json(study.to_json())
    else:
        console.print(f"wrote {study.page}\n{study.result or ''}", highlight=False, markup=False, soft_wrap=True)


def _run_study(run: Callable[..., Any], name: str, out: Path, quick: bool, seed: int) -> None:
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SetupError(f"cannot make the folder {out}: {error.strerror}") from None
    with progress_bar() as bar:
        task = bar.add_task(name, total=None)
        run(
            quick=quick,
            seed=seed,
            out=out,
            report=lambda what, done, total: bar.update(task, description=what, completed=done, total=total),
        )


def show_studies(out: Path, as_json: bool) -> None:
    from ludoteca.lab.studies import list_studies

    studies = list_studies(out)
    if as_json:
        print_json([study.to_json() for study in studies])
        return
    if not studies:
        console.print("no installed game has a study")
    for study in studies:
        console.print(f"[bold]{study.name}[/bold]: {study.title}", highlight=False)
        console.print(f"  takes {study.duration}; writes {study.page}", highlight=False)
        last = study.result or f"no result yet: ludoteca reproduce {study.name}"
        console.print(f"  last result: {last}", highlight=False, markup=False)
