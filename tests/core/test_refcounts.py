"""Reference counts are left out where a function only borrows its arrays, and nowhere else."""

import re
import sys
from typing import NamedTuple

import numpy as np
import pytest
from numba import njit
from numba.core.caching import NullCache
from numba.core.runtime import _nrt_python, rtsys

from ludoteca.core.jit import compiled, compiles

pytestmark = pytest.mark.skipif(not compiles, reason="nothing is compiled in this mode")


class Pair(NamedTuple):
    left: np.ndarray
    right: np.ndarray


@compiled
def add_up(items):
    total = 0.0
    for i in range(len(items)):
        total += items[i]
    return total


@compiled
def find_large(pair, n):
    """A variable that is now the one array and now the other: where Numba by itself counts."""
    items = pair.left
    for i in range(n):
        items = pair.right if i % 2 else items[1:]
        if add_up(items) > 3.0:
            return i
    return n


@compiled
def double(items):
    return items * 2.0


@compiled
def skip_first(items):
    return items[1:]


@compiled
def add_doubled(items):
    return add_up(double(items))


@compiled
def move_down(items):
    items[1:] = items[:-1]
    return items[0]


@compiled
def pick(items, places):
    return add_up(items[places])


@compiled
def put(items, places):
    items[places] = 0.0
    return items[0]


@compiled
def keep_in_list(items):
    kept = [items]
    kept.append(kept[0][1:])
    return add_up(kept[1])


@compiled
def first_of_sorted(items):
    return np.sort(items)[0]


@compiled
def add_row(table):
    for row in table:
        return add_up(row)
    return 0.0


ITEMS = (1.0, 2.0, 3.0, 4.0)
MAKERS = [
    (add_doubled, (), 20.0),
    (move_down, (), 1.0),
    (pick, (np.array([1, 3]),), 6.0),
    (put, (np.array([0, 1]),), 0.0),
    (keep_in_list, (), 9.0),
    (first_of_sorted, (), 1.0),
]


def counts(function):
    """Whether the code of a function counts references."""
    (text,) = function.inspect_llvm().values()
    name = function.overloads[function.signatures[0]].fndesc.mangled_name
    (body,) = re.findall(rf"^define [^\n]*@{re.escape(name)}\(.*?^}}", text, re.MULTILINE | re.DOTALL)
    return "NRT_incref" in body or "NRT_decref" in body


@pytest.fixture
def memory():
    """Numba's counts of what was allocated and freed, which are kept on request only."""
    was_on = _nrt_python.memsys_stats_enabled()
    _nrt_python.memsys_enable_stats()
    yield rtsys.get_allocation_stats
    if not was_on:
        _nrt_python.memsys_disable_stats()


def test_who_borrows_does_not_count():
    """The same function as Numba compiles it by itself does: so this test can fail."""
    pair = Pair(np.ones(3), np.array(ITEMS))
    ours, plain = compiled(find_large.py_func), njit(find_large.py_func)
    ours._cache = NullCache()  # what comes out of the cache cannot be looked into
    assert ours(pair, 3) == plain(pair, 3) == find_large.py_func(pair, 3) == 1
    assert counts(plain)
    assert not counts(ours)


@pytest.mark.parametrize(("function", "more", "expected"), MAKERS, ids=[row[0].__name__ for row in MAKERS])
def test_who_makes_arrays_frees_them(memory, function, more, expected):
    items = np.array(ITEMS)
    assert function(items, *more) == expected  # the first call may compile
    before = memory()
    held = sys.getrefcount(items)
    for _ in range(10):
        function(np.array(ITEMS), *more)
        function(items, *more)
    after = memory()
    assert after.alloc - before.alloc == after.free - before.free
    assert sys.getrefcount(items) == held


def test_a_part_that_is_returned_outlives_the_whole():
    parts = [skip_first(np.arange(1000.0) + i) for i in range(50)]
    assert [part[0] for part in parts] == [i + 1.0 for i in range(50)]
    assert add_row(np.ones((2, 3))) == 3.0
