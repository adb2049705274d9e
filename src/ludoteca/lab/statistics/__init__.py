"""Statistics for games. Which one for which question:

| question | use | needs |
|---|---|---|
| How often does it win? | `wilson` | independent games |
| How large is a mean, a median, any number? | `bootstrap` | independent values |
| A mean or a share, for games that share deals? | `DealValues` | independent deals, five at least |
| How large is a median, whatever the distribution? | `median_interval` | six independent values at least |
| Is A better than B, on the same deals? | `compare_pairs` (Student) | pairs, roughly normal or many |
| By how much, in Elo, and who among many? | `rate_elo` (Bradley and Terry) | wins; draws as halves |
| Who is best, in games for three seats or more? | `rate_openskill`, or `rate_elo` on pairs of seats | ranks in a game |
| Is A better than B, with as few games as will do? | `judge_pairs` (SPRT) | pairs: one deal, seats swapped |
| Is A's mean score higher, likewise? | `judge_means` (SPRT) | paired differences, at least 30 |
| Are these values normal? | `check_normal` (Shapiro and Wilk) | 3 to 5000 values |
| Do several agents differ, on the same deals? | `compare_blocks` (Friedman) | a value of each for every deal |
| Do several groups differ, and which? | `compare_ranks` (Kruskal and Wallis, then pairs) | independent groups |
| Do several normal groups differ? | `compare_means` (Welch's one-way test) | spreads may be unequal |
| Which of several normal groups differ? | `compare_tukey` (Tukey's HSD) | equal spreads |
| Many p-values at once? | `correct_holm` (Holm) | nothing |
"""

from ludoteca.lab.statistics.comparisons import (
    RankTest,
    check_normal,
    compare_blocks,
    compare_means,
    compare_ranks,
    compare_tukey,
    correct_holm,
)
from ludoteca.lab.statistics.deals import LEAST_DEALS, DealValues
from ludoteca.lab.statistics.intervals import (
    Interval,
    PairedTest,
    bootstrap,
    bootstrap_clusters,
    compare_pairs,
    median_interval,
    wilson,
)
from ludoteca.lab.statistics.ratings import (
    Ratings,
    elo_of_score,
    fit_bradley_terry,
    rate_elo,
    rate_openskill,
    score_of_elo,
)
from ludoteca.lab.statistics.sequential import Sprt, judge_means, judge_pairs, llr_means, llr_pairs

__all__ = [
    "LEAST_DEALS",
    "DealValues",
    "Interval",
    "PairedTest",
    "RankTest",
    "Ratings",
    "Sprt",
    "bootstrap",
    "bootstrap_clusters",
    "check_normal",
    "compare_blocks",
    "compare_means",
    "compare_pairs",
    "compare_ranks",
    "compare_tukey",
    "correct_holm",
    "elo_of_score",
    "fit_bradley_terry",
    "judge_means",
    "judge_pairs",
    "llr_means",
    "llr_pairs",
    "median_interval",
    "rate_elo",
    "rate_openskill",
    "score_of_elo",
    "wilson",
]
