# %% [markdown]
# # 8. Is A better than B?
#
# You changed your agent. It wins 11 of 20 games against the old one. Is it better? This lesson is about the answer
# "that cannot be said yet", and about what it takes to say more.
#
# ## Chance makes streaks
#
# Two players who are exactly equal play 20 games. How often does the first win 11, 13, or 15?

# %%
import math
import random

odds = [math.comb(20, k) / 2**20 for k in range(21)]
for k in range(5, 16):
    print(f"{k:2} wins {odds[k]:5.1%} {'#' * round(200 * odds[k])}")
print(f"at least 11 wins: {sum(odds[11:]):.0%} of the time")

# %% [markdown]
# ## Intervals
#
# A **95 % interval** is computed by a rule that, in 95 of 100 series, gives an interval which holds the true share.
# The rule of many textbooks, p ± 1.96·sqrt(p(1-p)/n), fails for few games and for shares near 0 and 1: after ten wins
# in ten games it says "100 % to 100 %". Wilson's interval does not. With z = 1.96 its middle and half width are
#
#     middle = (p + z²/2n) / (1 + z²/n)      half = z / (1 + z²/n) · sqrt(p(1-p)/n + z²/4n²)
#
# A draw is half a point: with w wins, d draws and l losses, p = (w + d/2) / (w + d + l).

# %%
from ludoteca.lab.statistics import wilson

for wins, games in ((11, 20), (10, 10), (55, 100), (550, 1000)):
    low, high = wilson(wins, games)
    bar = "".join("=" if low <= i / 40 <= high else "|" if i == 20 else "." for i in range(41))
    print(f"{wins:4} of {games:4}: {low:4.0%} to {high:4.0%}  {bar}")

# %% [markdown]
# To halve the interval takes **four times** as many games. For equal players the margin to each side is 1.96 · 0.5 /
# sqrt(n).
#
# ## Play each deal from both seats
#
# Often the seat, or the cards, decide more than skill. So every deal is played twice with the seats swapped, and the
# two results are taken together: what the seat brings is in both of them, and cancels. The luck of a deal is not
# noise that must be averaged away by more games; it is removed.

# %%
rng = random.Random(2)
pairs = [(rng.random() < 0.97, rng.random() < 0.13) for _ in range(150)]
games = [float(x) for pair in pairs for x in pair]
deals = [(first + second) / 2 for first, second in pairs]
for name, values in (("games one by one", games), ("deal by deal", deals)):
    mean = sum(values) / len(values)
    spread = math.sqrt(sum((x - mean) ** 2 for x in values) / (len(values) - 1))
    error = spread / math.sqrt(len(values))
    print(f"{name:>16}: {mean:.3f}, 95 %: {mean - 1.96 * error:.3f} to {mean + 1.96 * error:.3f}")

# %% [markdown]
# The same 300 games: counted one by one they leave open who is better, deal by deal they do not.
#
# ## Do not stop when it looks good
#
# Who looks after every game and stops at the first "significant" result finds a difference where there is none,
# sooner or later nearly always. Fix the number of games before, or use a test that is made for looking
# (`docs/statistics.md`, SPRT).
#
# ## Your turn
#
# - `interval(wins, draws, losses)`: the 95 % interval of the share of points, a pair (low, high) between 0 and 1.
# - `games_needed(margin)`: how many games it takes until the margin to each side is at most `margin`, for two equal
#   players, at 95 %.
# - `verdict(pairs)`: A's points (0, 0.5 or 1) as first and as second, for each deal, as in `[(1, 0), (1, 1), (0.5,
#   0)]`. Answer `"A"` or `"B"`, if the 95 % interval of the mean leaves out an even score, else `"unclear"`; with
#   fewer than five deals always `"unclear"`.

# %% tags=["skeleton"]
import math


def interval(wins, draws, losses):
    """The 95 % interval of the share of points: (low, high)."""
    raise NotImplementedError


def games_needed(margin):
    """How many games make the 95 % interval reach at most `margin` to each side, at a share of one half."""
    raise NotImplementedError


def verdict(pairs):
    """ "A", "B" or "unclear", from A's points as first and as second on each deal."""
    raise NotImplementedError
