"""A student's file in a process with limits: whatever it does, there is a clear sentence, and the grader goes on."""

from pathlib import Path

import pytest

from ludoteca.core.errors import AssignmentError
from ludoteca.lessons.desk import DeskLimits, Wrong, open_file
from ludoteca.lessons.judging import Exercise, Question, grade_file
from ludoteca.lessons.values import Nonsense

ROGUE = Path(__file__).parent / "rogue.py"
LIMITS = DeskLimits(seconds=1.0, wall=60.0, memory=400)
SAYS = {
    "raises": "`raises` raised IndexError: list index out of range, in line 45: `return numbers[3]`",
    "leaves": "`leaves` calls sys.exit",
    "recurses": "calls itself without end",
    "prints_much": "prints more than 1,000,000 characters",
    "eats_memory": "needs more memory than it may have",
    "needs_more": "cannot be called as the lesson says",
    "godo": "the file has no function `godo`; did you mean good?",
}


@pytest.fixture(scope="module")
def desk():
    opened = open_file(ROGUE, LIMITS)
    yield opened
    opened.close()


@pytest.mark.parametrize("function", SAYS)
def test_a_fault_is_a_sentence_and_the_desk_goes_on(desk, function):
    with pytest.raises(Wrong) as caught:
        desk.call(function)
    assert SAYS[function] in caught.value.words
    assert desk.call("good").value == 42
    assert desk.starts == 1


@pytest.mark.parametrize("function", ["returns_a_function", "returns_a_lot", "returns_something_nasty"])
def test_nonsense_is_described(desk, function):
    assert isinstance(desk.call(function).value, Nonsense)


def test_prints_are_kept_for_the_student(desk):
    assert desk.call("returns_nothing").value is None
    assert desk.call("prints_a_little").printed == "hello from the student\n"


@pytest.mark.parametrize(
    ("function", "words"),
    [
        ("loops", "computed for more than 1 seconds: does it stop?"),
        ("writes_much", "computed for more than 1 seconds: does it stop?"),
        ("leaves_at_once", "ended the program: it ended with status 0"),
        ("forges", "something that is no answer"),
    ],
)
def test_what_breaks_the_process_off_is_told_and_the_next_call_works(function, words):
    opened = open_file(ROGUE, LIMITS)
    try:
        with pytest.raises(Wrong) as caught:
            opened.call(function)
        assert words in caught.value.words
        assert opened.call("good").value == 42
    finally:
        opened.close()


def test_who_waits_for_ever_is_not_waited_for():
    opened = open_file(ROGUE, DeskLimits(seconds=1.0, wall=1.0, memory=400))
    with pytest.raises(Wrong, match="did not answer within 1 seconds"):
        opened.call("waits")
    opened.close()


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("def f(:\n", "the file is no Python: "),
        ("import sys\nsys.exit(3)\n", "the file calls sys.exit, in line 2: `sys.exit(3)`"),
        ("while True:\n    pass\n", "the file computed for more than"),
        ("import nothing_of_this_name\n", "raised ModuleNotFoundError: No module named 'nothing_of_this_name'"),
        ("", "the file has no function `f`"),
        ("f = 3\n", "the file has no function `f`"),
        ("def f():\n    raise NotImplementedError\n", "`f` is not written yet, in line 2"),
    ],
)
def test_a_file_that_does_not_run_fails_every_question_with_the_reason(tmp_path, source, words):
    path = tmp_path / "answer.py"
    path.write_text(source)
    questions = [Question(name, name, 1, lambda desk: str(desk.call("f").value)) for name in ("one", "two")]
    report = grade_file(Exercise("x", "X", questions, limits=DeskLimits(0.5, 60.0, 400)), path)
    assert words in report.first_fault
    assert (report.points, report.passed, len(report.outcomes)) == (0, False, 2)


def test_a_file_may_be_called_like_a_module_and_import_its_neighbours(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "helper.py").write_text("ANSWER = 42\n")
    (tmp_path / "random.py").write_text("from helper import ANSWER\n\ndef f():\n    return ANSWER\n")
    opened = open_file(Path("random.py"), LIMITS)
    assert opened.call("f").value == 42
    opened.close()


def test_a_file_that_is_none_is_refused(tmp_path):
    with pytest.raises(AssignmentError, match=r"cannot read .*No such file"):
        open_file(tmp_path / "nothing.py", LIMITS)
    with pytest.raises(AssignmentError, match=r"cannot read .*directory"):
        open_file(tmp_path, LIMITS)
    big, binary = tmp_path / "big.py", tmp_path / "binary.py"
    big.write_bytes(b"#" * 1_000_001)
    binary.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(AssignmentError, match="more than 1,000,000 bytes"):
        open_file(big, LIMITS)
    with pytest.raises(AssignmentError, match="no Python source"):
        open_file(binary, LIMITS)
