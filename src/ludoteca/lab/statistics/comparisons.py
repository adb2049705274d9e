"""Do these groups differ, and which: the tests for several groups at once."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from ludoteca.core.errors import StatisticsError
from ludoteca.lab.optional_imports import load_extra

Groups = Sequence[Sequence[float]]


def check_normal(values: Sequence[float]) -> tuple[float, float]:
    """(W, p) of Shapiro and Wilk: a small p says that the values are not normal."""
    data = np.asarray(values, float)
    if not 3 <= len(data) <= 5000:
        raise StatisticsError(f"Shapiro and Wilk's test takes 3 to 5000 values, not {len(data)}")
    if np.all(data == data[0]):
        raise StatisticsError("all values are equal: there is no shape to test")
    found = load_extra("scipy.stats").shapiro(data)
    return float(found.statistic), float(found.pvalue)


@dataclass(frozen=True)
class RankTest:
    """Kruskal and Wallis's test, and for every two groups the difference of mean ranks with the critical one."""

    h: float
    p: float
    pairs: dict[tuple[int, int], tuple[float, float]]
    """(i, j): observed difference of mean ranks, and what it must exceed."""

    def differing(self) -> list[tuple[int, int]]:
        return [pair for pair, (observed, critical) in self.pairs.items() if observed > critical]


def compare_ranks(groups: Groups, alpha: float = 0.05) -> RankTest:
    """Kruskal and Wallis (1952), then the multiple comparisons of Siegel and Castellan (1988, section 8.3.3)."""
    data = _as_groups(groups, least=1)
    stats = load_extra("scipy.stats")
    pooled = np.concatenate(data)
    if np.all(pooled == pooled[0]):
        raise StatisticsError("all values are equal: there is nothing to rank")
    found = stats.kruskal(*data)
    ranks = np.split(stats.rankdata(pooled), np.cumsum([len(group) for group in data])[:-1])
    n, k = len(pooled), len(data)
    z = float(stats.norm.isf(alpha / (k * (k - 1))))
    pairs = {}
    for i, j in combinations(range(k), 2):
        critical = z * math.sqrt(n * (n + 1) / 12 * (1 / len(data[i]) + 1 / len(data[j])))
        pairs[i, j] = (abs(float(ranks[i].mean() - ranks[j].mean())), critical)
    return RankTest(float(found.statistic), float(found.pvalue), pairs)


def compare_blocks(groups: Groups) -> tuple[float, float]:
    """(chi squared, p) of Friedman (1937): do groups differ that were measured on the same blocks (deals), in order?"""
    data = _as_groups(groups, least=2)
    if len(data) < 3 or len({len(group) for group in data}) > 1:
        raise StatisticsError("Friedman's test takes three groups or more with a value for every block")
    if all(np.all(group == data[0]) for group in data):
        raise StatisticsError("all values of a block are equal: there is nothing to rank")
    found = load_extra("scipy.stats").friedmanchisquare(*data)
    return float(found.statistic), float(found.pvalue)


def compare_means(groups: Groups) -> tuple[float, float, float, float]:
    """Welch's one-way test (1951): (F, first and second degrees of freedom, p). Spreads may be unequal."""
    data = _as_groups(groups, least=2)
    k = len(data)
    sizes = np.array([len(group) for group in data])
    means = np.array([group.mean() for group in data])
    spreads = np.array([group.var(ddof=1) for group in data])
    if np.any(spreads == 0):
        raise StatisticsError("a group of equal values has no spread: Welch's test cannot weigh it")
    weights = sizes / spreads
    total = weights.sum()
    grand = (weights * means).sum() / total
    lack = (((1 - weights / total) ** 2) / (sizes - 1)).sum()
    f = ((weights * (means - grand) ** 2).sum() / (k - 1)) / (1 + 2 * (k - 2) * lack / (k * k - 1))
    freedom = (k * k - 1) / (3 * lack)
    return float(f), float(k - 1), float(freedom), float(load_extra("scipy.stats").f.sf(f, k - 1, freedom))


def compare_tukey(groups: Groups, level: float = 0.95) -> dict[tuple[int, int], tuple[float, float, float, float]]:
    """Tukey's honestly significant differences: for i < j (mean j - mean i, low, high, adjusted p)."""
    data = _as_groups(groups, least=2)
    found = load_extra("scipy.stats").tukey_hsd(*data)
    interval = found.confidence_interval(level)
    return {
        (i, j): (
            float(-found.statistic[i, j]),
            float(-interval.high[i, j]),
            float(-interval.low[i, j]),
            float(found.pvalue[i, j]),
        )
        for i, j in combinations(range(len(data)), 2)
    }


def correct_holm(p_values: Sequence[float]) -> list[float]:
    """Adjusted p-values (Holm 1979): those below alpha are significant, all of them together at alpha."""
    p = np.asarray(p_values, float)
    if p.ndim != 1 or np.any((p < 0) | (p > 1) | np.isnan(p)):
        raise StatisticsError("p-values are from 0 to 1")
    order = np.argsort(p, kind="stable")
    adjusted = np.maximum.accumulate(np.minimum(1.0, p[order] * (len(p) - np.arange(len(p)))))
    result = np.empty(len(p))
    result[order] = adjusted
    return [float(value) for value in result]


def _as_groups(groups: Groups, least: int) -> list[Any]:
    data = [np.asarray(group, float) for group in groups]
    if len(data) < 2:
        raise StatisticsError(f"at least two groups are needed, not {len(data)}")
    for i, group in enumerate(data):
        if len(group) < least or not np.all(np.isfinite(group)):
            raise StatisticsError(f"group {i} needs at least {least} finite values")
    return data
