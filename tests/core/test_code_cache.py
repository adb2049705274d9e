"""Compiled code on disk: found by other processes at other paths, never stale, never mixed up, never in the way."""

import errno
import os
import re
import shutil
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

import ludoteca
from core.counting import COUNT
from ludoteca.core import code_cache
from ludoteca.core.jit import compiled, compiles

SOURCE = Path(ludoteca.__file__).parents[1]
needs_compiler = pytest.mark.skipif(not compiles, reason="nothing is compiled in this mode")

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


def copy_package(folder):
    shutil.copytree(SOURCE / "ludoteca", folder / "ludoteca", ignore=shutil.ignore_patterns("__pycache__", "static"))
    return folder / "ludoteca"


def decide(cache, package):
    """A decision at connect four, and the functions that were compiled for it."""
    decision, names = run(CONNECT_FOUR, cache, package.parent).splitlines()
    return decision, set(names.split())


@needs_compiler
@pytest.mark.slow
def test_another_checkout_compiles_nothing_and_an_edit_what_uses_it(tmp_path):
    cache, here, there = tmp_path / "cache", copy_package(tmp_path / "here"), copy_package(tmp_path / "there")
    decision, names = decide(cache, here)
    assert {"play_out", "apply", "legal_actions"} <= names
    assert decide(cache, there) == (decision, set())

    rules = there / "games" / "connect_four" / "rules.py"
    edit(
        rules, "    n = 0\n    for column in range(COLUMNS):", "    n = 0  # columns\n    for column in range(COLUMNS):"
    )
    edit(
        there / "games" / "checkers" / "rules.py",
        "def mover(s: State) -> int:",
        "def mover(s: State) -> int:\n    s.ply += 1",
    )
    edit(there / "lab" / "tables.py", "def ", "UNUSED = 1\n\n\ndef ")
    edit(there / "lab" / "warming.py", "new_rng(1)", "new_rng(2)")
    assert decide(cache, there) == (decision, set())

    edit(rules, "for column in range(COLUMNS):", "for column in range(2, COLUMNS):")
    edited, names = decide(cache, there)
    assert {action for action, _ in eval(edited)} == {2, 3, 4, 5, 6}
    assert {"play_out", "legal_actions"} <= names
    assert not {"apply", "start", "below", "advance"} & names

    edit(here / "core" / "rng.py", "x ^= x >> np.uint64(7)", "x ^= x >> np.uint64(9)")
    edited, names = decide(cache, here)
    assert edited != decision
    assert {"advance", "below", "play_out"} <= names
    assert not {"apply", "legal_actions", "start"} & names


# --- symbols -------------------------------------------------------------------------------------------------------

CLASH = """
import sys
import numpy as np
{decorator}
def make(k):
    @compiled
    def inner(a, n):
        total = 0
        for i in range(n):
            for j in range(a.shape[0]):
                if (a[j] + i) % 7 == k:
                    total += k * a[j]
                elif (a[j] * i) % 11 == k:
                    total -= a[j] // (k + 1)
                else:
                    total ^= j + k
        for i in range(n):
            for j in range(a.shape[0]):
                if (a[j] + 3 * i) % 13 == k:
                    total += k * a[j]
                elif (a[j] * i * 5) % 17 == k:
                    total -= a[j] // (k + 2)
                else:
                    total ^= j * k
        return total
    return inner
one, two = make(1), make(2)
@compiled
def first(a, n):
    return one(a, n) + one(a, n + 1) + one(a, n * 2) + one(a, n * 3)
@compiled
def second(a, n):
    return two(a, n) + two(a, n + 1) + two(a, n * 2) + two(a, n * 3)
a = np.arange(100)
for name in sys.argv[1:]:
    outer, inner = {{"first": (first, one), "second": (second, two)}}[name]
    print(outer(a, 9) == sum(inner.py_func(a, n) for n in (9, 10, 18, 27)))
"""
NUMBAS = "import numba\ncompiled = numba.njit(cache=True, error_model='numpy')"
OURS = "from ludoteca.core.jit import compiled"


@needs_compiler
@pytest.mark.parametrize(("decorator", "right"), [(NUMBAS, ["True", "False"]), (OURS, ["True", "True"])])
def test_code_of_two_processes_does_not_clash(tmp_path, decorator, right):
    """Numba's own counters give the inner functions of two processes one symbol, and a third that loads the code of
    both runs one for the other (numba issue 10486). Ours does not."""
    script = tmp_path / "clash.py"
    script.write_text(CLASH.format(decorator=decorator))
    places = {"LUDOTECA_CACHE": str(tmp_path / "ours"), "NUMBA_CACHE_DIR": str(tmp_path / "numbas")}

    def say(*functions):
        env = {**os.environ, **places, "PYTHONPATH": str(SOURCE), "OPENBLAS_NUM_THREADS": "1"}
        command = [sys.executable, str(script), *functions]
        return subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout.split()

    assert say("first") == say("second") == ["True"]
    assert say("first", "second") == right


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


CUT_OFF = """
import os, signal
from pathlib import Path
from ludoteca.core import files
def die(self, path):
    os.truncate(self, self.stat().st_size // 2)
    os.kill(os.getpid(), signal.SIGKILL)
Path.replace = die
from toy.draughts import play_draughts
play_draughts(2)
"""


@needs_compiler
def test_a_process_killed_while_it_writes_leaves_nothing_that_is_loaded(tmp_path):
    cache, toy = tmp_path / "cache", write_toy(tmp_path / "here")
    with pytest.raises(subprocess.CalledProcessError) as killed:
        run(CUT_OFF, cache, toy)
    assert killed.value.returncode == -signal.SIGKILL
    assert entries(cache) == []
    assert len(list((cache / "code").glob("*.part"))) == 1
    assert play_toy(cache, toy) == ("60 and 9", "cold", ["add", "play_chess", "play_draughts"])
    assert play_toy(cache, toy) == ("60 and 9", "warm", [])


FULL_DISK = """
import resource, signal, sys, warnings
from toy.draughts import play_draughts
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    print(play_draughts(2), play_draughts(2.0))
print(len(told), told[0].message)
"""


@needs_compiler
@pytest.mark.skipif(os.name == "nt", reason="no bound on the size of files here")
def test_a_write_that_fails_half_way_leaves_nothing_behind(tmp_path):
    """A bound on the size of files stands for a disk that is full in the middle of a write."""
    cache, toy = tmp_path / "cache", write_toy(tmp_path / "here")
    result, told = run(FULL_DISK, cache, toy).splitlines()
    assert result == "9 9.0"
    assert re.match(r"1 compiled code cannot be kept in .* \(File too large\)", told)
    assert list((cache / "code").iterdir()) == []
    assert play_toy(cache, toy)[2] == ["add", "play_chess", "play_draughts"]


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


# --- removal -------------------------------------------------------------------------------------------------------


def make_file(path, age_in_days, size=100):
    path.write_bytes(b"x" * size)
    moment = time.time() - age_in_days * code_cache.DAY
    os.utime(path, (moment, moment))


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
