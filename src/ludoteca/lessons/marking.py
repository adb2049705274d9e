"""A whole class: every file of a folder graded, the marks in one table. What is graded already is not graded again."""

import csv
import hashlib
import io
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludoteca.core.errors import AssignmentError
from ludoteca.core.files import write_atomic
from ludoteca.lessons.judging import Exercise, Report, grade_file

FIXED = ("file", "fingerprint", "points", "out_of", "percent", "passed", "first_fault")
MOST_FILES, LONGEST_FAULT = 2_000, 300
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet would compute


@dataclass(frozen=True)
class Mark:
    """One row of the table."""

    file: str
    fingerprint: str
    """Of the file and of what is graded: another fingerprint is graded anew."""
    points: int
    out_of: int
    percent: float
    passed: bool
    first_fault: str
    by_question: dict[str, int]

    def to_row(self) -> dict[str, Any]:
        told = {name: getattr(self, name) for name in FIXED}
        told |= {"percent": f"{self.percent:.1f}", "passed": "yes" if self.passed else "no"}
        told |= {"file": _harmless(self.file), "first_fault": _harmless(self.first_fault)}
        return told | self.by_question

    def to_json(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in FIXED} | {"by_question": self.by_question}


def mark_class(
    exercise: Exercise,
    folder: Path,
    table: Path,
    tell: Callable[[int, int, Mark], None] = lambda done, total, mark: None,
) -> list[Mark]:
    """Grade every `*.py` of a folder and write the table after each. `tell` hears (done, of how many, the mark)."""
    files = list_files(folder)
    questions = [question.name for question in exercise.questions]
    known = {mark.file: mark for mark in read_marks(table, questions)} if table.exists() else {}
    marks: list[Mark] = []
    for number, path in enumerate(files):
        before = known.get(path.name)
        fingerprint = _fingerprint(exercise, path)
        mark = before if before and before.fingerprint == fingerprint else _mark(exercise, path, fingerprint)
        marks.append(mark)
        rest = [known[other.name] for other in files[number + 1 :] if other.name in known]
        write_atomic(table, _write(marks + rest, questions), durable=False)
        tell(number + 1, len(files), mark)
    return marks


def list_files(folder: Path) -> list[Path]:
    if not folder.is_dir():
        raise AssignmentError(f"there is no folder {folder}")
    files = sorted(path for path in folder.glob("*.py") if path.is_file())
    if not files:
        raise AssignmentError(f"{folder} has no files *.py: put one file a student there")
    if len(files) > MOST_FILES:
        raise AssignmentError(f"{folder} has {len(files)} files; at most {MOST_FILES} are marked in one go")
    return files


def _mark(exercise: Exercise, path: Path, fingerprint: str) -> Mark:
    """One file that cannot be graded harms no other."""
    try:
        report = grade_file(exercise, path)
    except AssignmentError as error:
        nothing = {question.name: 0 for question in exercise.questions}
        return Mark(path.name, fingerprint, 0, exercise.out_of, 0.0, False, str(error), nothing)
    by_question = {outcome.question.name: outcome.points for outcome in report.outcomes}
    return Mark(
        path.name,
        fingerprint,
        report.points,
        exercise.out_of,
        report.percent,
        report.passed,
        _fault(report),
        by_question,
    )


def _fault(report: Report) -> str:
    text = " ".join(report.first_fault.split())
    return text if len(text) <= LONGEST_FAULT else f"{text[:LONGEST_FAULT]} ..."


def _fingerprint(exercise: Exercise, path: Path) -> str:
    asked = json.dumps([exercise.name, exercise.fingerprint, exercise.out_of, exercise.pass_mark])
    try:
        content = path.read_bytes()
    except OSError:
        content = b""
    return hashlib.sha256(asked.encode() + b"\0" + content).hexdigest()[:16]


def _harmless(text: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(FORMULA) else text


def _write(marks: list[Mark], questions: list[str]) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, [*FIXED, *questions], lineterminator="\n")
    writer.writeheader()
    writer.writerows(mark.to_row() for mark in marks)
    return out.getvalue()


def read_marks(table: Path, questions: list[str]) -> list[Mark]:
    """A table that was begun; AssignmentError if it is something else, so that nothing is overwritten."""
    try:
        with table.open(encoding="utf-8", newline="") as file:
            reader = csv.DictReader(file)
            if reader.fieldnames != [*FIXED, *questions]:
                raise AssignmentError(f"{table} is no table of marks for this exercise: name another file")
            return [_read_row(row, questions) for row in reader]
    except (OSError, UnicodeDecodeError, ValueError, KeyError, TypeError, csv.Error) as error:
        raise AssignmentError(f"{table} cannot be read as a table of marks ({error}): name another file") from None


def _read_row(row: dict[str, str], questions: list[str]) -> Mark:
    return Mark(
        row["file"].removeprefix("'"),
        row["fingerprint"],
        int(row["points"]),
        int(row["out_of"]),
        float(row["percent"]),
        row["passed"] == "yes",
        row["first_fault"].removeprefix("'"),
        {name: int(row[name]) for name in questions},
    )
