"""Compiled code on disk: found by other processes at other paths, never stale, never mixed up, never in the way."""

import errno
import os
import pickle
import re
import shutil
import signal
import subprocess
import sys
import textwrap
import time
import warnings
from pathlib import Path

import pytest

import ludoteca
from ludoteca.core import code_cache
from ludoteca.core.jit import compiled, compiles

SOURCE = Path(ludoteca.__file__).parents[1]
needs_compiler = pytest.mark.skipif(not compiles, reason="nothing is compiled in this mode")
needs_owners = pytest.mark.skipif(os.name == "nt", reason="folders have no owner and mode here")

COUNT = """
from numba.core import event
class Listener(event.Listener):
    names = []
    def on_start(self, happened):
        self.names.append(happened.data["dispatcher"].py_func.__qualname__)
    def on_end(self, happened):
        pass
event.register("numba:compile", Listener())
"""

TOY = {
    "__init__": "",
    "tables": "import numpy as np\nTABLE = np.array([3, 5, 8])",
    "arithmetic": """
        from ludoteca.core.jit import compiled
        from toy.tables import TABLE
        @compiled
        def add(a, b):
            return a + b + TABLE[0]
        """,
    "chess": """
        from ludoteca.core.jit import compiled
        from toy import arithmetic
        @compiled
        def play_chess(n):
            return arithmetic.add(n, 1) * 10
        """,
    "draughts": """
        from ludoteca.core.jit import compiled
        BONUS = 7
        @compiled
        def play_draughts(n):
            return n + BONUS
        """,
    "report": "def show(*results):\n    return ' and '.join(map(str, results))",
}
PLAY_TOY = (
    COUNT
    + """
from toy.chess import play_chess
from toy.draughts import play_draughts
from ludoteca.core.jit import is_warm, warm_up
warm = is_warm("toy")
def play():
    from toy.report import show
    print(show(play_chess(2), play_draughts(2)))
play() if warm else warm_up([("toy", play)])
print("warm" if warm else "cold", *Listener.names)
"""
)


def run(code, cache, *path, check=True, **env):
    """What a process says that runs this code with this cache."""
    places = os.pathsep.join([*map(str, path), str(SOURCE)])
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "LUDOTECA_CACHE": str(cache), "PYTHONPATH": places, "OPENBLAS_NUM_THREADS": "1", **env},
        capture_output=True,
        text=True,
        check=check,
    ).stdout


def write_toy(folder):
    (folder / "toy").mkdir(parents=True)
    for name, text in TOY.items():
        (folder / "toy" / f"{name}.py").write_text(textwrap.dedent(text))
    return folder


def play_toy(cache, folder):
    """The results, whether it was warm, and the functions that were compiled."""
    results, told = run(PLAY_TOY, cache, folder).splitlines()
    warmth, *names = told.split()
    return results, warmth, sorted(names)


def edit(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def entries(cache):
    return sorted((cache / "code").glob("*.code"))


# --- what is compiled again ----------------------------------------------------------------------------------------


@needs_compiler
@pytest.mark.slow
def test_an_edit_compiles_what_depends_on_it_and_nothing_else(tmp_path):
    cache, here, there = (
        tmp_path / "cache",
        write_toy(tmp_path / "here"),
        write_toy(tmp_path / "some" / "where" / "else"),
    )
    assert play_toy(cache, here) == ("60 and 9", "cold", ["add", "play_chess", "play_draughts"])
    assert play_toy(cache, here) == ("60 and 9", "warm", [])
    assert play_toy(cache, there)[::2] == ("60 and 9", [])

    edit(here / "toy" / "arithmetic.py", "@compiled", "# a comment\n@compiled")
    edit(here / "toy" / "report.py", "and", "or")
    assert play_toy(cache, here) == ("60 or 9", "cold", [])

    edit(here / "toy" / "draughts.py", "7", "8")
    assert play_toy(cache, here) == ("60 or 10", "cold", ["play_draughts"])
    edit(here / "toy" / "draughts.py", "8", "7")
    assert play_toy(cache, here) == ("60 or 9", "warm", [])

    edit(here / "toy" / "tables.py", "3", "4")
    assert play_toy(cache, here) == ("70 or 9", "cold", ["add", "play_chess"])
    assert play_toy(cache, there)[::2] == ("60 and 9", [])


CONNECT_FOUR = (
    COUNT
    + """
import ludoteca, ludoteca.lab.warming
game = ludoteca.load_game("connect_four")
agent = ludoteca.make_agent("mcts", game, iterations=300, seed=1)
print([(row.action, row.visits) for row in agent.decide(game.start()).analysis.actions])
print(*Listener.names)
"""
)


@needs_compiler
@pytest.mark.slow
def test_another_checkout_compiles_nothing_and_an_edit_of_a_rule_what_uses_it(tmp_path):
    for place in ("here", "there"):
        shutil.copytree(
            SOURCE / "ludoteca", tmp_path / place / "ludoteca", ignore=shutil.ignore_patterns("__pycache__", "static")
        )
    cache, here, there = tmp_path / "cache", tmp_path / "here", tmp_path / "there"
    decision, names = run(CONNECT_FOUR, cache, here).splitlines()
    assert {"play_out", "apply", "legal_actions"} <= set(names.split())
    assert run(CONNECT_FOUR, cache, there).splitlines() == [decision, ""]

    rules = there / "ludoteca" / "games" / "connect_four" / "rules.py"
    edit(rules, "    n = 0\n    for column in range(COLUMNS):", "    n = 0\n    for column in range(2, COLUMNS):")
    edited, names = run(CONNECT_FOUR, cache, there).splitlines()
    assert {action for action, _ in eval(edited)} == {2, 3, 4, 5, 6}
    assert {"play_out", "legal_actions"} <= set(names.split())
    assert not {"apply", "start", "below", "advance"} & set(names.split())
    assert run(CONNECT_FOUR, cache, here).splitlines() == [decision, ""]


# --- symbols -------------------------------------------------------------------------------------------------------

CLASH = """
import itertools, sys
from numba.core.bytecode import FunctionIdentity
from ludoteca.core.jit import compiled
if {counting}:
    FunctionIdentity._unique_ids = itertools.count(1)
def make(k):
    @compiled
    def inner(n):
        total = 0
        for i in range(n):
            if i % 7 == k:
                total += k * i
            elif i % 11 == k:
                total -= i // (k + 1)
            else:
                total ^= i + k
        return total
    return inner
first, second = make(1), make(2)
for inner in {functions}:
    print(inner(100) == inner.py_func(100))
"""


def load_symbols(cache):
    """The symbol of each entry."""
    parts = [pickle.loads(path.read_bytes()[code_cache.CHECKSUM :]) for path in entries(cache)]
    return [part[1].mangled_name for part in parts]


@needs_compiler
def test_code_of_two_processes_does_not_clash(tmp_path):
    """With Numba's own counters the same two functions share a symbol: so this test can fail."""
    for counting in (True, False):
        cache = tmp_path / f"cache-{counting}"
        for functions in ("[first]", "[second]"):
            run(CLASH.format(counting=counting, functions=functions), cache)
        symbols = load_symbols(cache)
        assert len(symbols) == 2
        assert len(set(symbols)) == (1 if counting else 2)
    assert run(CLASH.format(counting=False, functions="[first, second]"), cache).split() == ["True", "True"]


# --- damage --------------------------------------------------------------------------------------------------------


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """A cache of its own for functions that this process compiles."""
    folder = tmp_path / "code"
    folder.mkdir(mode=0o700)
    monkeypatch.setattr(code_cache, "cache_folder", lambda: folder)
    code_cache._warn_unsaved.cache_clear()
    return tmp_path


def triple():
    """A new dispatcher of one and the same function: the next call asks the cache."""

    def tripled(x):
        return x * 3

    return compiled(tripled)


def hits(function):
    return sum(function.stats.cache_hits.values())


@needs_compiler
@pytest.mark.parametrize(
    "damage",
    [
        lambda content: b"",
        lambda content: content[: len(content) // 2],
        lambda content: content[:-1] + bytes([content[-1] ^ 1]),
        lambda content: b"garbage" * 1000,
    ],
    ids=["empty", "cut off", "one bit", "garbage"],
)
def test_a_damaged_entry_is_compiled_again_and_replaced(cache, damage):
    assert triple()(5) == 15
    (path,) = entries(cache)
    whole = path.read_bytes()
    path.write_bytes(damage(whole))
    again = triple()
    assert again(5) == 15
    assert hits(again) == 0
    assert len(path.read_bytes()) > 1000
    third = triple()
    assert third(5) == 15
    assert hits(third) == 1


@needs_compiler
def test_an_entry_that_cannot_be_understood_is_compiled_again_with_a_warning(cache):
    assert triple()(5) == 15
    (path,) = entries(cache)
    code_cache._save(path, b"whole, but no pickle")
    with pytest.warns(UserWarning, match="cannot be loaded"):
        assert triple()(5) == 15
    third = triple()
    assert third(5) == 15
    assert hits(third) == 1


@needs_compiler
@pytest.mark.slow
def test_two_processes_may_fill_the_cache_at_once_and_be_killed(tmp_path):
    cache, toy = tmp_path / "cache", write_toy(tmp_path / "here")
    env = {
        **os.environ,
        "LUDOTECA_CACHE": str(cache),
        "PYTHONPATH": f"{toy}{os.pathsep}{SOURCE}",
    }

    def start():
        return subprocess.Popen([sys.executable, "-c", PLAY_TOY], env=env, stdout=subprocess.PIPE, text=True)

    killed = start()
    while not entries(cache):
        assert killed.poll() is None
        time.sleep(0.01)
    killed.send_signal(signal.SIGKILL)
    killed.communicate()
    both = [start(), start()]
    assert [process.communicate()[0].splitlines()[0] for process in both] == ["60 and 9"] * 2
    assert play_toy(cache, toy) == ("60 and 9", "warm", [])
    assert len(entries(cache)) == 3


@needs_compiler
def test_a_full_disk_is_said_once_and_keeps_nothing_from_running(cache, monkeypatch):
    def fill(file, *rest):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "replace", fill)
    with pytest.warns(UserWarning, match=r"cannot be kept in .* \(No space left on device\)"):
        assert triple()(5) == 15
    assert triple()(5.0) == 15.0  # a second warning would be an error here
    assert list((cache / "code").iterdir()) == []


@needs_compiler
def test_without_a_place_for_the_cache_everything_runs(monkeypatch):
    monkeypatch.setattr(code_cache, "cache_folder", lambda: None)
    assert triple()(5) == 15


# --- the folder ----------------------------------------------------------------------------------------------------


@pytest.fixture
def find_folder(tmp_path, monkeypatch):
    """Where the cache goes if it is asked for at a place, and what is said about it."""
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(code_cache.tempfile, "gettempdir", lambda: str(tmp_path / "temporary"))
    monkeypatch.setattr(code_cache.tempfile, "tempdir", str(tmp_path / "temporary"))

    def find(place):
        monkeypatch.setenv("LUDOTECA_CACHE", str(place))
        code_cache.cache_folder.cache_clear()
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            folder = code_cache.cache_folder()
        return folder, [str(warning.message) for warning in told]

    yield find
    code_cache.cache_folder.cache_clear()


def is_private(folder):
    return folder.stat().st_mode & 0o777 == 0o700


@needs_owners
def test_the_folder_is_made_private(tmp_path, find_folder):
    before = os.umask(0)
    try:
        folder, told = find_folder(tmp_path / "deep" / "cache")
    finally:
        os.umask(before)
    assert folder == tmp_path / "deep" / "cache" / "code"
    assert told == []
    assert is_private(folder)
    assert is_private(folder.parent)


@needs_owners
@pytest.mark.parametrize("loose", ["cache", "cache/code"])
@pytest.mark.parametrize("mode", [0o777, 0o770, 0o702])
def test_a_folder_that_others_can_write_is_refused(tmp_path, find_folder, loose, mode):
    (tmp_path / "cache" / "code").mkdir(parents=True, mode=0o700)
    (tmp_path / loose).chmod(mode)
    folder, (told,) = find_folder(tmp_path / "cache")
    assert f"{tmp_path / loose} can be written by others (chmod go-w" in told
    assert str(folder) in told
    assert folder.is_relative_to(tmp_path / "temporary")
    assert is_private(folder)
    (tmp_path / loose).chmod(0o755)
    assert find_folder(tmp_path / "cache") == (tmp_path / "cache" / "code", [])


@needs_owners
def test_a_folder_of_somebody_else_is_refused(tmp_path, find_folder, monkeypatch):
    (tmp_path / "cache").mkdir(mode=0o700)
    own = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: own + 1)
    folder, (told,) = find_folder(tmp_path / "cache")
    assert f"{tmp_path / 'cache'} belongs to somebody else" in told
    assert folder is None  # what it could make in its stead is not its own either


@needs_owners
def test_a_link_in_the_place_of_the_folder_is_refused(tmp_path, find_folder):
    (tmp_path / "cache").mkdir(mode=0o700)
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    (tmp_path / "cache" / "code").symlink_to(tmp_path / "elsewhere")
    folder, (told,) = find_folder(tmp_path / "cache")
    assert "is a link" in told
    assert folder.is_relative_to(tmp_path / "temporary")


def test_a_folder_that_cannot_be_written_is_said(tmp_path, find_folder):
    (tmp_path / "file").write_text("not a folder")
    folder, (told,) = find_folder(tmp_path / "file")
    assert re.search(r"file cannot be written \(.+\); compiled code goes to ", told)
    assert folder.is_relative_to(tmp_path / "temporary")
    shutil.rmtree(tmp_path / "temporary")
    (tmp_path / "temporary").write_text("not a folder either")
    folder, (told,) = find_folder(tmp_path / "file")
    assert folder is None
    assert told.endswith("compiled code is not kept")


# --- removal -------------------------------------------------------------------------------------------------------


def make_file(path, age_in_days, size=100):
    path.write_bytes(b"x" * size)
    moment = time.time() - age_in_days * code_cache.DAY
    os.utime(path, (moment, moment))


def names_in(folder):
    return sorted(path.name for path in folder.iterdir())


def test_what_was_unused_for_long_is_removed(tmp_path):
    (tmp_path / "warm").mkdir()
    for name, age in {"old.code": 31, "new.code": 29, "cut.part": 2, "writing.part": 0, "note.txt": 99}.items():
        make_file(tmp_path / name, age)
    code_cache.remove_old(tmp_path)
    assert names_in(tmp_path) == ["new.code", "note.txt", "writing.part"]


def test_beyond_the_bound_the_longest_unused_are_removed(tmp_path):
    (tmp_path / "warm").mkdir()
    for age in range(6):
        make_file(tmp_path / f"{age}.code", age)
    code_cache.remove_old(tmp_path, most_bytes=600)
    assert names_in(tmp_path) == [*(f"{age}.code" for age in range(6)), "warm"]
    code_cache.remove_old(tmp_path, most_bytes=350)
    assert names_in(tmp_path) == [f"{age}.code" for age in range(3)]


@needs_compiler
def test_old_entries_are_looked_for_once_a_day(cache):
    folder = cache / "code"
    make_file(folder / "old.code", 99)
    triple()(5)
    assert not (folder / "old.code").exists()
    make_file(folder / "old.code", 99)
    triple()(5.0)
    assert (folder / "old.code").exists()
    make_file(folder / "tidied", 1.1, size=0)
    triple()(5j)
    assert not (folder / "old.code").exists()


@needs_compiler
@pytest.mark.parametrize(("age", "is_marked"), [(0.5, False), (2, True)])
def test_use_is_noted_once_a_day(cache, age, is_marked):
    triple()(5)
    (path,) = entries(cache)
    moment = time.time() - age * code_cache.DAY
    os.utime(path, (moment, moment))
    assert triple()(5) == 15
    assert (path.stat().st_mtime > moment + 60) == is_marked
