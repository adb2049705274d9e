"""Every statistic against an example that somebody else published."""

import math

import numpy as np
import pytest

from ludoteca.core.errors import StatisticsError
from ludoteca.lab import statistics as st

SPATIAL_A = [48, 36, 20, 29, 42, 42, 20, 42, 22, 41, 45, 14, 6, 0, 33, 28, 34, 4, 32, 24, 47, 41, 24, 26, 30, 41]
SPRAYS = [
    [10, 7, 20, 14, 14, 12, 10, 23, 17, 20, 14, 13],
    [11, 17, 21, 11, 16, 14, 17, 17, 19, 21, 7, 13],
    [0, 1, 7, 2, 3, 1, 2, 1, 3, 0, 1, 4],
    [3, 5, 12, 6, 4, 3, 5, 5, 5, 5, 2, 4],
    [3, 5, 3, 5, 3, 6, 1, 1, 3, 2, 6, 4],
    [11, 9, 15, 22, 15, 16, 13, 10, 26, 26, 24, 13],
]
ROUNDING = [
    5.40, 5.50, 5.55, 5.85, 5.70, 5.75, 5.20, 5.60, 5.50, 5.55, 5.50, 5.40, 5.90, 5.85, 5.70, 5.45, 5.55, 5.60,
    5.40, 5.40, 5.35, 5.45, 5.50, 5.35, 5.25, 5.15, 5.00, 5.85, 5.80, 5.70, 5.25, 5.20, 5.10, 5.65, 5.55, 5.45,
    5.60, 5.35, 5.45, 5.05, 5.00, 4.95, 5.50, 5.50, 5.40, 5.45, 5.55, 5.50, 5.55, 5.55, 5.35, 5.45, 5.50, 5.55,
    5.50, 5.45, 5.25, 5.65, 5.60, 5.40, 5.70, 5.65, 5.55, 6.30, 6.30, 6.25,
]  # fmt: skip
PLANTS = [
    [4.17, 5.58, 5.18, 6.11, 4.50, 4.61, 5.17, 4.53, 5.33, 5.14],
    [4.81, 4.17, 4.41, 3.59, 5.87, 3.83, 6.03, 4.89, 4.32, 4.69],
    [6.31, 5.12, 5.54, 5.50, 5.37, 5.29, 4.92, 6.15, 5.80, 5.26],
]


@pytest.mark.parametrize(
    ("wins", "n", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_as_newcombe_1998(wins, n, low, high):
    """Newcombe, Statistics in Medicine 17 (1998) 857-872, table I, method 3."""
    assert st.wilson(wins, n) == pytest.approx((low, high), abs=6e-5)


def test_bootstrap_as_efron_and_tibshirani():
    """An Introduction to the Bootstrap (1993), table 14.2: the BCa 90 % interval of the variance of spatial data A."""
    assert np.var(SPATIAL_A) == pytest.approx(171.5, abs=0.05)
    low, high = st.bootstrap(SPATIAL_A, np.var, level=0.9, resamples=20_000)
    assert (low, high) == (pytest.approx(115.8, abs=3), pytest.approx(259.6, abs=6))


def test_clusters_widen_an_interval():
    """Ten values that are two values five times over say no more than the two."""
    alone = st.bootstrap_clusters([0, 1] * 20, [1] * 40)
    repeated = st.bootstrap_clusters([0, 5] * 20, [5] * 40)
    assert repeated == pytest.approx(alone)
    spread = st.bootstrap_clusters([0, 1] * 100, [1] * 200)
    assert spread[1] - spread[0] < 0.6 * (repeated[1] - repeated[0])
    assert st.bootstrap_clusters([3.0], [4]) == (-math.inf, math.inf)


def test_paired_differences_as_student_1908():
    """Student, Biometrika 6 (1908): the sleep of ten patients. R's `t.test(extra ~ group, sleep, paired = TRUE)`."""
    first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]
    second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]
    found = st.compare_pairs(second, first)
    assert (found.mean, found.p) == (pytest.approx(1.58), pytest.approx(0.002833, abs=1e-6))
    assert (found.low, found.high) == (pytest.approx(0.7001142), pytest.approx(2.4598858))


def test_bradley_terry_as_stigler_1994():
    """Citations of four journals, Stigler, Statistical Science 9 (1994); the fit as in Turner and Firth,
    Journal of Statistical Software 48 (2012), issue 9: Biometrika is the reference."""
    cited_by = np.array([[0, 730, 498, 221], [33, 0, 68, 17], [320, 813, 0, 142], [284, 276, 325, 0]])
    fit = st.fit_bradley_terry(cited_by)
    relative = np.array(fit.values) - fit.values[0]
    assert relative == pytest.approx([0, -2.94907, -0.47957, 0.26895], abs=1e-5)
    errors = [fit.error_between(0, j) for j in (1, 2, 3)]
    assert errors == pytest.approx([0.10255, 0.06059, 0.07083], abs=1e-5)


def test_elo_of_two_players_is_the_formula():
    ratings = st.rate_elo([[0, 75], [25, 0]])
    assert ratings.values[0] - ratings.values[1] == pytest.approx(st.elo_of_score(0.75))
    assert st.elo_of_score(0.75) == pytest.approx(190.848, abs=1e-3)  # Elo 1978: 3 to 1 is 191 points
    assert st.score_of_elo(st.elo_of_score(0.3)) == pytest.approx(0.3)


def test_who_won_everything_needs_virtual_draws():
    with pytest.raises(StatisticsError, match="virtual draws"):
        st.rate_elo([[0, 9], [0, 0]])
    with pytest.raises(StatisticsError, match="never met"):
        st.rate_elo(np.array([[0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0]]))
    few, many = (st.rate_elo([[0, n], [0, 0]], virtual_draws=1.0).values[0] for n in (5, 50))
    assert 0 < few < many < 2000


def test_intervals_of_ratings_hold_the_truth_as_often_as_they_say():
    rng = np.random.default_rng(5)
    truth, held, runs = np.array([0.0, 60.0, 150.0]), 0, 400
    truth -= truth.mean()
    for _ in range(runs):
        wins = np.zeros((3, 3))
        for i in range(3):
            for j in range(i):
                wins[i, j] = rng.binomial(80, st.score_of_elo(truth[i] - truth[j]))
                wins[j, i] = 80 - wins[i, j]
        low, high = st.rate_elo(wins).interval(2)
        held += low <= truth[2] <= high
    assert 0.91 < held / runs < 0.99


def test_openskill_starts_as_its_paper_and_finds_the_order():
    """Weng and Lin 2011 start at (25, 25/3); Plackett and Luce's update of one game of two, by their formulas."""
    assert st.rate_openskill(2, []) == [(25.0, pytest.approx(25 / 3))] * 2
    first, second = st.rate_openskill(2, [((0, 1), (1.0, -1.0))])
    c = math.sqrt(2 * ((25 / 3) ** 2 + (25 / 6) ** 2))
    assert first[0] == pytest.approx(25 + (25 / 3) ** 2 / c * 0.5, rel=1e-3)
    assert second[0] == pytest.approx(50 - first[0])
    rng = np.random.default_rng(1)
    games = []
    for _ in range(400):
        sitting = rng.permutation(4)[:3].tolist()
        games.append((sitting, [who + rng.normal(0, 1.5) for who in sitting]))
    means = [mean for mean, _ in st.rate_openskill(4, games)]
    assert means == sorted(means)


@pytest.mark.parametrize(
    ("counts", "elo0", "elo1", "llr"),
    [
        ([253, 4282, 17604, 4431, 286], -0.25, 1.25, 2.94),  # pull request 3209
        ([58, 3302, 33130, 3518, 84], 0.25, 1.25, 2.97),
        ([491, 7345, 29693, 7670, 465], -0.25, 1.25, 2.96),  # 3098
        ([17, 253, 1042, 337, 39], -0.5, 1.5, 2.96),  # 2971
        ([133, 1751, 5094, 1849, 165], -0.5, 1.5, 2.94),  # 2950
    ],
)
def test_sprt_of_pairs_as_stockfish_published(counts, elo0, elo1, llr):
    """Results of Stockfish's test framework, as its pull requests of 2020 quote them (logistic Elo)."""
    assert st.llr_pairs(counts, elo0, elo1) == pytest.approx(llr, abs=0.02)
    assert st.Sprt(elo0, elo1).bounds == pytest.approx((-2.94, 2.94), abs=0.005)


def test_sprt_bounds_as_wald_1945():
    """Wald, Annals of Mathematical Statistics 16 (1945): A = (1 - beta) / alpha, B = beta / (1 - alpha)."""
    low, high = st.Sprt(0, 1, alpha=0.02, beta=0.03).bounds
    assert (math.exp(low), math.exp(high)) == (pytest.approx(0.03 / 0.98), pytest.approx(48.5))


def test_means_of_known_spread_agree_with_the_normal_ratio():
    rng = np.random.default_rng(3)
    data = rng.normal(0.5, 10, 20_000)
    normal = 20_000 * (1.0 - 0.0) / 100 * (data.mean() - 0.5)
    assert st.llr_means(data, 0.0, 1.0) == pytest.approx(normal, abs=0.05)


def run_pairs(rng, sprt, elo):
    """One sequential test of simulated pairs: deals that favour a seat, so that the games of a pair are correlated."""
    counts = np.zeros(5)
    while True:
        edges = rng.normal(0, 120, 20)
        score = np.zeros(20, int)
        for sign in (1, -1):
            strength = elo + sign * edges
            win = 1 / (1 + 10 ** ((-strength + 60) / 400))
            loss = 1 / (1 + 10 ** ((strength + 60) / 400))
            u = rng.random(20)
            score += np.where(u < win, 2, np.where(u < 1 - loss, 1, 0))
        counts += np.bincount(score, minlength=5)
        _, verdict = st.judge_pairs(sprt, counts)
        if verdict != "undecided":
            return verdict


def mean_score(elo):
    """The score of `run_pairs` in Elo is not the strength put in, because draws and luck flatten it."""
    edges = np.random.default_rng(0).normal(0, 120, 400_000)
    win = 1 / (1 + 10 ** ((-elo - edges + 60) / 400))
    loss = 1 / (1 + 10 ** ((elo + edges + 60) / 400))
    return st.elo_of_score(float((win + (1 - win - loss) / 2).mean()))


@pytest.mark.slow
def test_sprt_of_pairs_keeps_its_error_rates():
    rng = np.random.default_rng(11)
    h1 = mean_score(60)
    sprt = st.Sprt(0.0, h1)
    runs = 1000  # of each hypothesis: 2,000 in all
    wrong1 = sum(run_pairs(rng, sprt, 0.0) == "H1" for _ in range(runs))
    wrong0 = sum(run_pairs(rng, sprt, 60.0) == "H0" for _ in range(runs))
    assert wrong1 / runs <= 0.05 + 0.014  # the bound, and two standard errors of the count
    assert wrong0 / runs <= 0.05 + 0.014


@pytest.mark.slow
def test_sprt_of_means_keeps_its_error_rates():
    sprt = st.Sprt(0.0, 1.0)
    rng = np.random.default_rng(12)
    wrong = {0.0: 0, 1.0: 0}
    for mean in wrong:
        for _ in range(1000):
            data = rng.gamma(4.0, 1.0, 600) - 4.0 + mean  # skewed, as scores are
            for n in range(30, 601, 5):
                _, verdict = st.judge_means(sprt, data[:n])
                if verdict != "undecided":
                    break
            wrong[mean] += verdict == ("H1" if mean == 0.0 else "H0")
    assert max(wrong.values()) / 1000 <= 0.05 + 0.014


def test_shapiro_as_shapiro_and_wilk_1965():
    """Biometrika 52 (1965), section 4.1: the weights of eleven men, W = 0.79, significant at 1 %."""
    w, p = st.check_normal([148, 154, 158, 160, 161, 162, 166, 170, 182, 195, 236])
    assert w == pytest.approx(0.79, abs=0.005)
    assert p < 0.01


def test_kruskal_and_comparisons_as_published():
    """R's help of `kruskal.test` on InsectSprays: H = 54.691 with 5 degrees of freedom; the comparisons as in Siegel
    and Castellan: the critical difference of three groups of six is 7.378741 (pgirmess, help of kruskalmc)."""
    assert st.compare_ranks(SPRAYS).h == pytest.approx(54.691, abs=5e-4)
    low = [0.44, 0.44, 0.54, 0.32, 0.21, 0.28]
    middle = [0.7, 0.77, 0.48, 0.64, 0.71, 0.75]
    high = [0.8, 0.76, 0.34, 0.80, 0.73, 0.8]
    found = st.compare_ranks([low, middle, high])
    assert [critical for _, critical in found.pairs.values()] == pytest.approx([7.378741] * 3, abs=1e-6)
    assert found.differing() == [(0, 2)]


def test_friedman_as_hollander_and_wolfe():
    """Nonparametric Statistical Methods (1973), p. 140: three ways to round first base. R's `friedman.test`."""
    chi, p = st.compare_blocks(np.array(ROUNDING).reshape(22, 3).T)
    assert (chi, p) == (pytest.approx(11.143, abs=5e-4), pytest.approx(0.003805, abs=5e-7))


def test_welch_as_r():
    """R's `oneway.test(count ~ spray, InsectSprays)`: F = 36.065, 5 and 30.043 degrees of freedom, p = 8e-12."""
    f, first, second, p = st.compare_means(SPRAYS)
    assert (f, first, second) == (pytest.approx(36.0654, abs=1e-4), 5, pytest.approx(30.043, abs=1e-3))
    assert p == pytest.approx(7.999e-12, rel=1e-3)


def test_tukey_as_r():
    """R's `TukeyHSD(aov(weight ~ group, PlantGrowth))`."""
    found = st.compare_tukey(PLANTS)
    assert found[0, 1] == pytest.approx((-0.371, -1.0622161, 0.3202161, 0.3908711), abs=2e-4)
    assert found[0, 2] == pytest.approx((0.494, -0.1972161, 1.1852161, 0.1979960), abs=2e-4)
    assert found[1, 2] == pytest.approx((0.865, 0.1737839, 1.5562161, 0.0120064), abs=2e-4)


def test_holm_as_the_textbook():
    """Four p-values; the sequence of Holm (Scandinavian Journal of Statistics 6, 1979) by hand."""
    assert st.correct_holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert st.correct_holm([]) == []


@pytest.mark.parametrize(
    "call",
    [
        lambda: st.wilson(5, 3),
        lambda: st.bootstrap([1.0]),
        lambda: st.bootstrap([1.0, math.nan]),
        lambda: st.compare_pairs([1, 2], [1]),
        lambda: st.fit_bradley_terry([[0, -1], [1, 0]]),
        lambda: st.fit_bradley_terry([[1, 1], [1, 0]]),
        lambda: st.Sprt(2, 1),
        lambda: st.Sprt(0, 1, alpha=0.7),
        lambda: st.llr_pairs([1, 2], 0, 1),
        lambda: st.check_normal([1, 1, 1]),
        lambda: st.compare_ranks([[1, 2]]),
        lambda: st.compare_ranks([[1, 1], [1, 1]]),
        lambda: st.compare_blocks([[1, 2], [1, 2]]),
        lambda: st.compare_blocks([[1, 2], [1, 2], [1, 2]]),
        lambda: st.compare_means([[1, 1], [1, 2]]),
        lambda: st.correct_holm([1.5]),
        lambda: st.elo_of_score(1.2),
    ],
)
def test_data_without_an_answer_is_refused(call):
    with pytest.raises(StatisticsError):
        call()


def test_the_interval_of_a_median_is_that_of_the_sign_test():
    """By the binomial distribution: with nine values the second smallest and largest hold 1 - 2 * 10 / 2**9 = 96.1 %,
    with six the least and the largest 1 - 2 / 2**6 = 96.9 %."""
    assert st.median_interval([5, 1, 9, 2, 8, 3, 7, 4, 6]) == (2.0, 8.0)
    assert st.median_interval([5, 1, 4, 2, 6, 3]) == (1.0, 6.0)
    with pytest.raises(StatisticsError, match="5 values are too few"):
        st.median_interval([1, 2, 3, 4, 5])


def test_values_by_deal_count_deals_not_games():
    """Twelve deals of two games that always end alike tell as much as twelve games."""
    together = st.DealValues.of((deal, float(deal % 3 > 0)) for deal in range(12) for _ in range(2))
    alone = st.DealValues.of((deal, float(deal % 3 > 0)) for deal in range(12))
    assert together.mean() == alone.mean() == pytest.approx(2 / 3)
    assert together.interval() == alone.interval()
    assert together.standard_error() == pytest.approx(alone.standard_error())
    assert together.effective_count() == pytest.approx(12)
    assert together.share_interval() == pytest.approx(st.wilson(8, 12))
    assert alone.share_interval() == pytest.approx(st.wilson(8, 12), abs=0.02)


def test_games_of_a_deal_that_cancel_out_count_no_more_than_they_are():
    """Whoever sits first wins: each of two agents takes one game of every deal."""
    values = st.DealValues.of((deal, float(seat)) for deal in range(10) for seat in (0, 1))
    assert values.share_interval() == pytest.approx(st.wilson(10, 20))


def test_too_few_deals_have_no_interval():
    values = st.DealValues.of((deal, 0.8) for deal in range(st.LEAST_DEALS - 1))
    assert values.mean() == pytest.approx(0.8)
    assert values.interval() is None
    assert values.standard_error() is None
    assert values.share_interval() == pytest.approx(st.wilson(3.2, 4))
    assert st.DealValues().mean() is None


def test_equal_differences_are_judged_by_their_sign():
    """Five differences of +1: the chance that all have the same sign is 2 / 2**5."""
    assert st.compare_pairs([2, 3, 4, 5, 6], [1, 2, 3, 4, 5]).p == pytest.approx(0.0625)
