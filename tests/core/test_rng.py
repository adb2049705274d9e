"""The one random word: even, independent, equal in both modes."""

import numpy as np
import pytest

from ludoteca.core.rng import advance, below, fork, new_rng, pick_weighted, shuffle, split_seed, uniform


@pytest.mark.parametrize("n", [1, 2, 3, 7, 10, 52])
def test_below_is_even(n):
    rng = new_rng(5, n)
    draws = 20_000
    counts = np.bincount([below(rng, n) for _ in range(draws)], minlength=n)
    assert len(counts) == n
    chi2 = ((counts - draws / n) ** 2 / (draws / n)).sum()
    assert chi2 < n + 5 * np.sqrt(2 * n) + 5


def test_uniform_has_the_right_mean_and_spread():
    rng = new_rng(1)
    values = np.array([uniform(rng) for _ in range(20_000)])
    assert 0 <= values.min() < values.max() < 1
    assert values.mean() == pytest.approx(0.5, abs=0.01)
    assert values.var() == pytest.approx(1 / 12, abs=0.003)


def test_neighbouring_seeds_share_nothing():
    firsts = [below(new_rng(seed), 1000) for seed in range(2000)]
    assert len(set(firsts)) > 800
    assert abs(np.corrcoef(firsts[:-1], firsts[1:])[0, 1]) < 0.1


def test_weighted_picks_follow_their_weights():
    rng = new_rng(2)
    weights = np.array([0.1, 0.6, 0.3])
    counts = np.bincount([pick_weighted(rng, weights, 3) for _ in range(20_000)], minlength=3)
    assert counts / 20_000 == pytest.approx(weights, abs=0.015)


def test_shuffles_reach_every_order_evenly():
    rng = new_rng(3)
    seen: dict[tuple, int] = {}
    for _ in range(6_000):
        items = np.arange(3)
        shuffle(rng, items, 3)
        seen[tuple(items.tolist())] = seen.get(tuple(items.tolist()), 0) + 1
    assert len(seen) == 6
    assert min(seen.values()) > 850


def test_seeds_are_64_bits_wide_and_never_narrowed():
    words = {split_seed(seed) for seed in (0, 1, 2**32, 2**32 + 1, 2**63, 2**64 - 1)}
    assert len(words) == 6
    assert max(words) > 2**56
    assert split_seed(1, "a") != split_seed(1, "b") != split_seed(2, "a")


def test_the_words_are_fixed_for_ever():
    """Records and studies depend on them: a change here is a new major version of everything."""
    rng = new_rng(42, "test")
    assert [below(rng, 1000) for _ in range(6)] == FIXED


FIXED = [482, 74, 568, 648, 346, 711]


def test_forked_streams_share_no_words():
    rng, words = new_rng(5), set()
    for _ in range(50):
        stream = np.array([fork(rng)], np.uint64)
        words |= {int(advance(stream)) for _ in range(100)}
    words |= {int(advance(rng)) for _ in range(100)}
    assert len(words) == 51 * 100
