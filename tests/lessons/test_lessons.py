"""Right answers pass, and typical mistakes fail with the words that help. In this process: nothing here hangs."""

import re
import tomllib
from pathlib import Path

import pytest

from ludoteca.lessons.course import LESSONS
from ludoteca.lessons.judging import grade_source

HERE = Path(__file__).parent
MISTAKES = [
    (lesson, mistake)
    for lesson in LESSONS
    for mistake in tomllib.loads((HERE / "mistakes" / f"{lesson}.toml").read_text())["mistake"]
]


def answer(lesson):
    return (HERE / "answers" / f"{lesson}.py").read_text()


def make_mistake(lesson, mistake):
    """The right answer with the mistake in it. Each text to replace is there exactly once, or the mistake is none."""
    source = answer(lesson)
    for old, new in (("old", "new"), ("also_old", "also_new"), ("third_old", "third_new")):
        if old in mistake:
            assert mistake[old] in source, mistake[old]
            source = source.replace(mistake[old], mistake[new], 1)
    return source


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_right_answer_passes(lesson):
    report = grade_source(LESSONS[lesson], answer(lesson))
    assert report.passed, [outcome.words for outcome in report.outcomes]
    assert report.points == LESSONS[lesson].out_of == 10


@pytest.mark.parametrize(("lesson", "mistake"), MISTAKES, ids=lambda x: x if isinstance(x, str) else x["name"])
def test_a_typical_mistake_is_explained(lesson, mistake):
    report = grade_source(LESSONS[lesson], make_mistake(lesson, mistake))
    assert not report.passed
    failed = {outcome.question.name: outcome.words for outcome in report.outcomes if not outcome.passed}
    assert mistake["question"] in failed, failed
    words = failed[mistake["question"]]
    assert mistake["words"] in words or re.search(mistake["words"], words), words


def test_every_lesson_has_at_least_five_mistakes():
    for lesson in LESSONS:
        assert sum(name == lesson for name, _ in MISTAKES) >= 5
