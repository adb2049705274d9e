"""`ludoteca grade`: lessons that grade themselves, assignments, and whole classes."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.markdown import Markdown
from rich.table import Table

from ludoteca.cli.common import JsonFlag, console, messages, print_json, progress_bar
from ludoteca.core.errors import AssignmentError

if TYPE_CHECKING:
    from ludoteca.lessons.judging import Exercise, Outcome, Report
    from ludoteca.lessons.marking import Mark

PICTURES = (".svg", ".html")


def print_example(wanted: bool) -> None:
    """The example in the docstring of the module that reads assignments: tests run it."""
    if wanted:
        from ludoteca.lessons import assignment

        print(str(assignment.__doc__).partition("\n\n")[2], end="")
        raise typer.Exit


def grade_command(
    exercise: Annotated[
        str | None, typer.Argument(metavar="LESSON", help="A lesson by name or number, or an assignment as TOML.")
    ] = None,
    file: Annotated[Path | None, typer.Argument(metavar="FILE", help="The Python file with your functions.")] = None,
    list_all: Annotated[bool, typer.Option("--list", help="List the lessons.")] = False,
    start: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a file to begin with.")] = None,
    folder: Annotated[
        Path | None, typer.Option("--class", metavar="FOLDER", help="Grade every *.py of a folder; needs --out.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="MARKS.csv", help="The table of a class; what it holds is not graded again.")
    ] = None,
    picture: Annotated[
        Path | None, typer.Option(metavar="OUT", help="Draw the search that was seen, as .svg or .html.")
    ] = None,
    example: Annotated[
        bool,
        typer.Option("--example", callback=print_example, is_eager=True, help="Print an assignment to begin with."),
    ] = False,
    as_json: JsonFlag = False,
) -> None:
    """Read a lesson, write a file to begin with, grade a file or a class. Exit code 0 only if all is passed."""
    if list_all or exercise is None:
        show_list(as_json)
        return
    if start is not None:
        begin(exercise, start, as_json)
        return
    if folder is not None or out is not None:
        grade_class(exercise, folder, out, as_json)
        return
    if file is None:
        show_lesson(exercise, as_json)
        return
    _check_picture(picture)
    report = run_grading(find_exercise(exercise), file, as_json)
    written = draw_picture(report, picture) if picture is not None else None
    if as_json:
        print_json({"file": str(file), **report.to_json(), "picture": written})
    else:
        show_total(report, written, picture)
    sys.exit(0 if report.passed else 1)


def find_exercise(name: str) -> "Exercise":
    from ludoteca.lessons.assignment import read_assignment
    from ludoteca.lessons.texts import find_lesson

    return read_assignment(Path(name)) if name.endswith(".toml") else find_lesson(name)


# --- lessons ---------------------------------------------------------------------------------------------------------


def show_list(as_json: bool) -> None:
    from ludoteca.lessons.course import LESSONS

    lessons = [(number, lesson) for number, lesson in enumerate(LESSONS.values(), 1)]
    if as_json:
        print_json(
            [
                {
                    "number": number,
                    "name": lesson.name,
                    "title": lesson.title,
                    "out_of": lesson.out_of,
                    "questions": [question.title for question in lesson.questions],
                }
                for number, lesson in lessons
            ]
        )
        return
    table = Table(title="Lessons", title_justify="left")
    for heading in ("", "name", "title", "questions"):
        table.add_column(heading)
    for number, lesson in lessons:
        table.add_row(str(number), lesson.name, lesson.title, "; ".join(q.title for q in lesson.questions))
    console.print(table)
    console.print(
        "Read one: ludoteca grade NAME. Begin: ludoteca grade NAME --start my.py. Grade: ludoteca grade NAME my.py",
        highlight=False,
    )


def show_lesson(name: str, as_json: bool) -> None:
    from ludoteca.lessons.texts import find_lesson, lesson_text

    lesson = find_lesson(name)
    text = lesson_text(lesson.name)
    if as_json:
        print_json({"name": lesson.name, "title": lesson.title, "text": text})
        return
    console.print(Markdown(text))
    console.print(f"\nBegin: ludoteca grade {lesson.name} --start my_{lesson.name}.py", highlight=False)


def begin(name: str, path: Path, as_json: bool) -> None:
    from ludoteca.lessons.texts import find_lesson, write_skeleton

    if name.endswith(".toml"):
        raise AssignmentError("--start is for lessons: an assignment has no file to begin with")
    lesson = find_lesson(name)
    write_skeleton(lesson.name, path)
    if as_json:
        print_json({"lesson": lesson.name, "file": str(path)})
    else:
        console.print(f"wrote {path}; fill it in, then: ludoteca grade {lesson.name} {path}", highlight=False)


# --- one file --------------------------------------------------------------------------------------------------------


def run_grading(exercise: "Exercise", file: Path, as_json: bool) -> "Report":
    from ludoteca.lessons.judging import grade_file

    done = 0
    with progress_bar() as bar:
        task = bar.add_task(f"grading {file.name}", total=len(exercise.questions))

        def tell(outcome: "Outcome") -> None:
            nonlocal done
            done += 1
            bar.advance(task)
            if not as_json:
                show_outcome(outcome)

        report = grade_file(exercise, file, tell)
    if not as_json:
        for outcome in report.outcomes[done:]:
            show_outcome(outcome)
    return report


def show_outcome(outcome: "Outcome") -> None:
    mark = "[green]ok[/green]    " if outcome.passed else "[red]failed[/red]"
    console.print(f"{mark} {outcome.points} of {outcome.question.points}  {outcome.question.title}", highlight=False)
    for text in (outcome.words, outcome.drawing and f"\n{outcome.drawing}\n"):
        if text:
            _print_indented(text)
    if outcome.printed and not outcome.passed:
        _print_indented(f"your code printed: {outcome.printed.strip()[:600]}")


def _print_indented(text: str) -> None:
    """Plain text of somebody else's: no markup, no colours, nothing that a terminal would obey."""
    for line in text.split("\n"):
        clean = "".join(mark if mark.isprintable() else " " for mark in line)
        console.print(f"       {clean}".rstrip(), highlight=False, markup=False, soft_wrap=True)


def show_total(report: "Report", written: str | None, picture: Path | None) -> None:
    verdict = "passed" if report.passed else "not passed yet"
    need = "" if report.exercise.pass_mark == 100 else f" ({report.exercise.pass_mark:g} % are needed)"
    console.print(f"{report.points} of {report.exercise.out_of} points: {verdict}{need}", highlight=False)
    if written:
        console.print(f"the search is drawn in {written}", highlight=False)
    elif picture is not None:
        console.print("no search was seen, so that there is nothing to draw", highlight=False)


def _check_picture(picture: Path | None) -> None:
    if picture is None:
        return
    if picture.suffix not in PICTURES:
        raise AssignmentError(f"--picture writes .svg or .html, not {picture.suffix or 'a file without an ending'}")
    if not picture.parent.is_dir():
        raise AssignmentError(f"there is no folder {picture.parent}")


def draw_picture(report: "Report", picture: Path) -> str | None:
    """The search of the first question that failed, else of the first that shows one."""
    from ludoteca.core.files import write_atomic
    from ludoteca.lessons.drawing import draw_svg

    shown = [outcome for outcome in report.outcomes if outcome.trace is not None and outcome.trace.edges]
    if not shown:
        return None
    outcome = next((one for one in shown if not one.passed), shown[0])
    assert outcome.trace is not None
    svg = draw_svg(outcome.trace, f"{report.exercise.title}: {outcome.question.title}")
    if picture.suffix == ".html":
        svg = f"<!doctype html>\n<meta charset='utf-8'><title>{report.exercise.title}</title>\n{svg}"
    write_atomic(picture, svg)
    return str(picture)


# --- a class ---------------------------------------------------------------------------------------------------------


def grade_class(name: str, folder: Path | None, out: Path | None, as_json: bool) -> None:
    from ludoteca.lessons.marking import list_files, mark_class

    if folder is None or out is None:
        raise AssignmentError("a class needs both: --class FOLDER --out MARKS.csv")
    exercise = find_exercise(name)
    files = list_files(folder)
    marks: list[Mark] = []
    stopped = False
    with progress_bar() as bar:
        task = bar.add_task(f"grading {len(files)} files", total=len(files))

        def tell(done: int, total: int, mark: "Mark") -> None:
            marks.append(mark)
            bar.update(task, completed=done, description=mark.file)

        try:
            mark_class(exercise, folder, out, tell)
        except KeyboardInterrupt:
            stopped = True
    if as_json:
        print_json(
            {"exercise": exercise.name, "table": str(out), "stopped": stopped, "files": [m.to_json() for m in marks]}
        )
    else:
        show_marks(exercise, marks, out)
        if stopped:
            messages.print("stopped; the same command goes on from here", highlight=False)
    sys.exit(130 if stopped else 0)


def show_marks(exercise: "Exercise", marks: "list[Mark]", out: Path) -> None:
    table = Table(title=f"{exercise.title}: {len(marks)} files", title_justify="left")
    for heading in ("file", "points", "passed", "first fault"):
        table.add_column(heading, overflow="fold")
    for mark in marks:
        cells: list[Any] = [
            mark.file,
            f"{mark.points} of {mark.out_of}",
            "yes" if mark.passed else "no",
            mark.first_fault,
        ]
        table.add_row(*(str(cell).replace("[", r"\[") for cell in cells))
    console.print(table)
    console.print(f"The table is in {out}: a column a question.", highlight=False)
