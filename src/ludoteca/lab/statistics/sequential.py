"""Sequential probability ratio tests (Wald 1945): play until it is clear, and no longer.

The two hypotheses say how large the difference is. The log-likelihood ratio of the data under both is compared with two
bounds; crossing the upper accepts H1, the lower H0. The distribution is not assumed but estimated under each hypothesis
(the generalised test), so that draws and the correlation within a pair of games need no model.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from ludoteca.core.errors import StatisticsError
from ludoteca.lab.statistics.ratings import score_of_elo

Verdict = Literal["H0", "H1", "undecided"]
LEAST_PAIRS = 30  # before so many, an estimated spread is no spread
PRIOR = 1e-3  # added to every count, so that a result not seen yet is not impossible


@dataclass(frozen=True)
class Sprt:
    """Two hypotheses and the errors that are allowed: `alpha` to accept H1 wrongly, `beta` to accept H0 wrongly."""

    h0: float
    h1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not (math.isfinite(self.h0) and math.isfinite(self.h1) and self.h0 < self.h1):
            raise StatisticsError(f"h0 must be below h1, both finite: {self.h0!r} and {self.h1!r} were given")
        for name in ("alpha", "beta"):
            if not 0 < getattr(self, name) < 0.5:
                raise StatisticsError(f"{name} must be between 0 and 0.5, not {getattr(self, name)!r}")

    @property
    def bounds(self) -> tuple[float, float]:
        """Of the log-likelihood ratio: at or below the first H0 is accepted, at or above the second H1."""
        return (math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha))

    def judge(self, llr: float) -> Verdict:
        low, high = self.bounds
        return "H1" if llr >= high else "H0" if llr <= low else "undecided"


def llr_pairs(counts: Sequence[float], elo0: float, elo1: float) -> float:
    """The log-likelihood ratio of pairs of games: `counts` of pairs that scored 0, 1/2, 1, 3/2, 2 (or of single games
    that scored 0, 1/2, 1), for H1 'elo1 stronger' against H0 'elo0 stronger'."""
    data = np.asarray(counts, float)
    if data.ndim != 1 or len(data) not in (3, 5) or data.min() < 0 or not np.all(np.isfinite(data)):
        raise StatisticsError(f"counts of 3 or 5 results are needed, none negative, not {counts!r}")
    if data.sum() == 0:
        return 0.0
    data = np.where(data > 0, data, PRIOR)
    shares = data / data.sum()
    scores = np.linspace(0, 1, len(data))
    likely0, likely1 = (_fit_mean(shares, scores, score_of_elo(elo)) for elo in (elo0, elo1))
    return float(data.sum() * (shares * np.log(likely1 / likely0)).sum())


def _fit_mean(shares: Any, scores: Any, mean: float) -> Any:
    """The distribution nearest to `shares` in likelihood among those with this mean (Van den Bergh 2019)."""
    offsets = scores - mean
    low, high = -1 / offsets[-1], -1 / offsets[0]  # every share stays positive in between
    for _ in range(80):
        middle = (low + high) / 2
        if (shares * offsets / (1 + middle * offsets)).sum() > 0:
            low = middle
        else:
            high = middle
    return shares / (1 + (low + high) / 2 * offsets)


def llr_means(differences: Sequence[float], mean0: float, mean1: float) -> float:
    """The log-likelihood ratio of paired differences, normal with unknown spread, for the two means."""
    data = np.asarray(differences, float)
    if len(data) < 2:
        return 0.0
    spread, middle = float(data.var()), float(data.mean())
    if spread == 0.0:
        spread = 1e-12
    return len(data) / 2 * math.log((spread + (middle - mean0) ** 2) / (spread + (middle - mean1) ** 2))


def judge_pairs(sprt: Sprt, counts: Sequence[float]) -> tuple[float, Verdict]:
    """The ratio and the verdict for pairs of games; h0 and h1 are in Elo."""
    llr = llr_pairs(counts, sprt.h0, sprt.h1)
    return llr, sprt.judge(llr) if sum(counts) >= LEAST_PAIRS else "undecided"


def judge_means(sprt: Sprt, differences: Sequence[float]) -> tuple[float, Verdict]:
    """The ratio and the verdict for paired differences; h0 and h1 are means."""
    llr = llr_means(differences, sprt.h0, sprt.h1)
    return llr, sprt.judge(llr) if len(differences) >= LEAST_PAIRS else "undecided"
