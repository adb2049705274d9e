"""Successive halving: how many rounds, who is dropped, who is kept."""

import math

import numpy as np
import pytest

from ludoteca.core.halving import better_half, count_rounds, drop_worse_half


@pytest.mark.parametrize("candidates", range(1, 40))
def test_so_many_halvings_leave_one(candidates):
    assert count_rounds(candidates) == max(1, math.ceil(math.log2(candidates)))
    left = candidates
    for _ in range(count_rounds(candidates)):
        left = (left + 1) // 2
    assert left == 1


def test_the_worse_half_is_dropped_and_the_middle_one_kept():
    scores, alive = np.array([0.0, 3.0, -1.0, 2.0, 1.0]), np.ones(5)
    assert drop_worse_half(scores, alive) == 3
    assert alive.tolist() == [0, 1, 0, 1, 1]
    assert drop_worse_half(scores, alive) == 2
    assert alive.tolist() == [0, 1, 0, 1, 0]
    assert drop_worse_half(scores, alive) == 1
    assert drop_worse_half(scores, alive) == 1
    assert alive.tolist() == [0, 1, 0, 0, 0]


def test_of_equals_the_later_is_dropped():
    alive = np.ones(4, np.int8)
    drop_worse_half(np.array([1.0, 1.0, 1.0, 1.0]), alive)
    assert alive.tolist() == [1, 1, 0, 0]


def test_those_dropped_before_do_not_count():
    alive = np.array([1, 0, 1, 0, 1, 1], np.int8)
    assert drop_worse_half(np.array([5.0, 9.0, 1.0, 9.0, 3.0, 2.0]), alive) == 2
    assert alive.tolist() == [1, 0, 0, 0, 1, 0]


def test_the_better_half_comes_best_first():
    assert better_half("abcde", [1, 3, 2, 3, 0]) == ["b", "d"]
    assert better_half("abcde", [1, 3, 2, 3, 0], least=4) == ["b", "d", "c", "a"]
    assert better_half("abc", [(1, 5), (1, 7), (0, 9)], least=2) == ["b", "a"]
    assert better_half("a", [0]) == ["a"]
