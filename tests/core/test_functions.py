"""Compiled functions get a wrapper, machine code and optimising only where Python calls them; few specialisations."""

import numpy as np
import pytest
from numba import types

from ludoteca.core.functions import Function
from ludoteca.core.jit import compiled, compiles

pytestmark = pytest.mark.skipif(not compiles, reason="nothing is compiled")

ROW = np.dtype([("narrow", np.int32), ("items", np.int64, (4,))], align=True)


def make_pair():
    @compiled
    def inner(x, items):
        return 2 * x + items[0]

    @compiled
    def outer(row, n):
        return inner(n, row.items) + inner(3, row.items) + inner(row.narrow, row.items)

    for function in (inner, outer):
        function._cache.disable()  # an outer function that is loaded needs no inner one
    return inner, outer


@pytest.fixture
def row():
    made = np.zeros(1, ROW)[0]
    made["narrow"], made["items"][0] = 5, 7
    return made


def test_constants_narrow_numbers_and_arrays_in_records_make_no_specialisations(row):
    inner, outer = make_pair()
    assert isinstance(inner, Function)
    assert outer(row, 1) == 2 * (1 + 3 + 5) + 3 * 7
    assert inner.signatures == [(types.int64, types.Array(types.int64, 1, "C"))]


def test_what_only_compiled_code_calls_has_no_machine_code_until_python_calls_it(row):
    inner, outer = make_pair()
    outer(row, 1)
    (known,) = inner.overloads.values()
    assert known.library.is_inner
    assert not known.library.get_pointer_to_function(known.fndesc.llvm_cpython_wrapper_name)
    items = np.array([7, 0, 0, 0])
    assert [inner(n, items) for n in (1, 2)] == [9, 11]
    (known,) = inner.overloads.values()
    assert not known.library.is_inner
    assert outer(row, 2) == 2 * (2 + 3 + 5) + 3 * 7


def test_errors_of_inner_functions_reach_python():
    @compiled
    def inner(x):
        if x < 0:
            raise ValueError("too small")
        return x

    @compiled
    def outer(x):
        return inner(x) + 1

    assert outer(1) == 2
    with pytest.raises(ValueError, match="too small"):
        outer(-1)


def test_a_function_that_cannot_be_compiled_for_python_still_serves_compiled_code(row, monkeypatch):
    inner, outer = make_pair()
    outer(row, 1)
    monkeypatch.setattr(inner._compiler, "compile", lambda args, result: (_ for _ in ()).throw(MemoryError))
    with pytest.raises(MemoryError):
        inner(1, np.array([7]))
    assert len(inner.overloads) == 1
    assert outer(row, 1) == 2 * (1 + 3 + 5) + 3 * 7


def test_arrays_of_different_lengths_are_refused():
    @compiled
    def copy(source, out):
        out[:] = source

    with pytest.raises(ValueError, match="different size"):
        copy(np.zeros(3), np.zeros(4))
