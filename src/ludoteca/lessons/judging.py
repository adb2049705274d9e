"""Questions, points and the report: what `ludoteca grade` tells."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ludoteca.lessons.answering import Student
from ludoteca.lessons.desk import Desk, DeskLimits, LocalDesk, Seen, Wrong, open_file

Check = Callable[[Desk], "str | Passed"]


@dataclass(frozen=True)
class Passed:
    """What is worth saying of a right answer, and the search that was seen."""

    words: str = ""
    trace: Seen | None = None


@dataclass(frozen=True)
class Question:
    """One thing to check. `check` returns what it saw, or raises Wrong."""

    name: str
    title: str
    points: int
    check: Check


@dataclass(frozen=True)
class Exercise:
    """What is graded: a lesson, or a teacher's assignment."""

    name: str
    title: str
    questions: Sequence[Question]
    pass_mark: float = 100.0
    """Percent of the points that are needed to pass."""
    limits: DeskLimits = field(default_factory=DeskLimits)
    fingerprint: str = ""
    """Of the content of an assignment: another one is graded anew."""

    @property
    def out_of(self) -> int:
        return sum(question.points for question in self.questions)


@dataclass(frozen=True)
class Outcome:
    """How one question was answered."""

    question: Question
    passed: bool
    words: str
    drawing: str = ""
    printed: str = ""
    trace: Seen | None = None

    @property
    def points(self) -> int:
        return self.question.points if self.passed else 0

    def to_json(self) -> dict[str, Any]:
        return {
            "question": self.question.name,
            "title": self.question.title,
            "passed": self.passed,
            "points": self.points,
            "out_of": self.question.points,
            "words": self.words,
            "drawing": self.drawing,
            "printed": self.printed,
        }


@dataclass(frozen=True)
class Report:
    """All that is told of a file."""

    exercise: Exercise
    outcomes: tuple[Outcome, ...]

    @property
    def points(self) -> int:
        return sum(outcome.points for outcome in self.outcomes)

    @property
    def percent(self) -> float:
        return 100.0 * self.points / max(1, self.exercise.out_of)

    @property
    def passed(self) -> bool:
        return self.percent >= self.exercise.pass_mark - 1e-9

    @property
    def first_fault(self) -> str:
        return next((outcome.words for outcome in self.outcomes if not outcome.passed), "")

    def to_json(self) -> dict[str, Any]:
        return {
            "exercise": self.exercise.name,
            "points": self.points,
            "out_of": self.exercise.out_of,
            "percent": round(self.percent, 1),
            "passed": self.passed,
            "questions": [outcome.to_json() for outcome in self.outcomes],
        }


def judge(exercise: Exercise, desk: Desk) -> Iterator[Outcome]:
    """Every question in turn. One that breaks off does not harm the others."""
    for question in exercise.questions:
        desk.printed = ""
        try:
            found = question.check(desk)
        except Wrong as wrong:
            yield Outcome(question, False, wrong.words, wrong.drawing, desk.printed, wrong.trace)
        else:
            passed = Passed(found) if isinstance(found, str) else found
            yield Outcome(question, True, passed.words, trace=passed.trace)


def grade_file(exercise: Exercise, path: Path, tell: Callable[[Outcome], None] = lambda outcome: None) -> Report:
    """Grade a file in a process with limits. `tell` hears of each question as it is done."""
    outcomes = []
    try:
        desk = open_file(path, exercise.limits)
    except Wrong as wrong:
        return _fail_all(exercise, wrong)
    try:
        for outcome in judge(exercise, desk):
            outcomes.append(outcome)
            tell(outcome)
    finally:
        desk.close()
    return Report(exercise, tuple(outcomes))


def grade_source(exercise: Exercise, source: str, name: str = "answer.py") -> Report:
    """Grade source text in this very process, without limits: for tests, and for notebooks of one's own."""
    try:
        desk = LocalDesk(Student(source, name))
    except Wrong as wrong:
        return _fail_all(exercise, wrong)
    return Report(exercise, tuple(judge(exercise, desk)))


def _fail_all(exercise: Exercise, wrong: Wrong) -> Report:
    """The file itself is at fault: the reason is told once."""
    first, *rest = exercise.questions
    outcomes = [Outcome(first, False, wrong.words)]
    outcomes += [Outcome(question, False, "not tried: the file does not run") for question in rest]
    return Report(exercise, tuple(outcomes))
