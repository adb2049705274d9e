"""How sure we are of a share, a mean, or any other number."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np

from ludoteca.core.errors import StatisticsError
from ludoteca.lab.optional_imports import load_extra

Interval = tuple[float, float]


def wilson(wins: float, n: float, level: float = 0.95) -> Interval:
    """The interval of a share (Wilson 1927): sound for few games, and for none or all won. Needs only Python.

    Both numbers may be fractions: a draw is half a win, and games that hang together count as fewer.
    """
    if not 0 <= wins <= n:
        raise StatisticsError(f"wins must be from 0 to the {n} games, not {wins}")
    if n == 0:
        return (0.0, 1.0)
    z = NormalDist().inv_cdf(0.5 + level / 2)
    share, edge = wins / n, z * z / n
    middle = (share + edge / 2) / (1 + edge)
    half = z / (1 + edge) * math.sqrt(share * (1 - share) / n + edge / (4 * n))
    return (0.0 if wins == 0 else middle - half, 1.0 if wins == n else middle + half)


def median_interval(values: Sequence[float], level: float = 0.95) -> Interval:
    """The interval of a median, whatever the distribution: from the k-th smallest to the k-th largest value, k as large
    as the binomial distribution of the values below the median allows (the sign test turned round). Six values are the
    fewest for 95 %. Needs only Python."""
    data = sorted(_as_values(values, least=1).tolist())
    n, tail, k = len(data), 0.0, 0
    while (tail := tail + math.comb(n, k) * 0.5**n) <= (1 - level) / 2:
        k += 1
    if k == 0:
        raise StatisticsError(f"{n} values are too few for an interval of {level:.0%}")
    return (float(data[k - 1]), float(data[n - k]))


def bootstrap(
    values: Sequence[float],
    statistic: Callable[..., Any] = np.mean,
    level: float = 0.95,
    resamples: int = 5000,
    seed: int = 0,
) -> Interval:
    """The bias-corrected and accelerated bootstrap interval of any statistic (Efron 1987).

    `statistic(values, axis=...)` must work along an axis, as NumPy's do.
    """
    data = _as_values(values, least=2)
    if np.all(data == data[0]):
        point = float(statistic(data, axis=-1))
        return (point, point)
    found = load_extra("scipy.stats").bootstrap(
        (data,), statistic, confidence_level=level, n_resamples=resamples, rng=np.random.default_rng(seed), method="BCa"
    )
    return (float(found.confidence_interval.low), float(found.confidence_interval.high))


def bootstrap_clusters(
    totals: Sequence[float], counts: Sequence[float], level: float = 0.95, resamples: int = 2000, seed: int = 0
) -> Interval:
    """The percentile interval of a mean whose values come in clusters: one total and one count a cluster.

    The games of one deal are not independent; deals are. So whole deals are drawn, not games.
    """
    sums, sizes = _as_values(totals, least=1), _as_values(counts, least=1)
    kept = sizes > 0
    sums, sizes = sums[kept], sizes[kept]
    if len(sums) == 0:
        raise StatisticsError("no cluster holds a value")
    if len(sums) == 1:
        return (-math.inf, math.inf)  # one cluster says nothing of the spread
    drawn = np.random.default_rng(seed).integers(0, len(sums), (resamples, len(sums)))
    means = sums[drawn].sum(axis=1) / sizes[drawn].sum(axis=1)
    low, high = np.quantile(means, [0.5 - level / 2, 0.5 + level / 2])
    return (float(low), float(high))


@dataclass(frozen=True)
class PairedTest:
    """The mean of paired differences: its interval, and the p-value of 'no difference'."""

    mean: float
    low: float
    high: float
    p: float
    n: int


def compare_pairs(first: Sequence[float], second: Sequence[float], level: float = 0.95) -> PairedTest:
    """Student's paired t test: the difference first - second on the same deals."""
    a, b = _as_values(first, least=2), _as_values(second, least=2)
    if len(a) != len(b):
        raise StatisticsError(f"paired values come in pairs: {len(a)} and {len(b)} were given")
    differences = a - b
    mean, n = float(differences.mean()), len(a)
    error = float(differences.std(ddof=1)) / math.sqrt(n)
    if error == 0.0:  # no spread to judge by: the sign test, for n differences of one sign
        return PairedTest(mean, mean, mean, 1.0 if mean == 0.0 else 2.0 ** (1 - n), n)
    student = load_extra("scipy.stats").t(n - 1)
    half = float(student.ppf(0.5 + level / 2)) * error
    return PairedTest(mean, mean - half, mean + half, float(2 * student.sf(abs(mean) / error)), n)


def _as_values(values: Sequence[float], least: int) -> Any:
    data = np.asarray(values, float)
    if data.ndim != 1 or len(data) < least or not np.all(np.isfinite(data)):
        raise StatisticsError(f"a list of at least {least} finite numbers is needed, not {values!r:.80}")
    return data
