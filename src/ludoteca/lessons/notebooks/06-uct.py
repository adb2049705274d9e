# %% [markdown]
# # 6. UCT
#
# An evaluation must be invented, game by game. Monte Carlo search needs none: it plays the position to its end at
# random, many times, and counts. **UCT** (Kocsis and Szepesvári 2006) does it with a growing tree. One iteration has
# four steps:
#
# 1. **Select**: from the root go down to the child with the highest upper confidence bound, as long as all children
#    were visited.
# 2. **Expand**: add one child that was not visited yet.
# 3. **Play out**: play at random to the end.
# 4. **Back up**: every node on the path counts one visit, and the result.
#
# ## Explore or exploit?
#
# Three slot machines pay with probabilities that nobody told us. Who always pulls the best so far may have been
# unlucky once with the really best one. The bound adds a bonus to what was seldom tried:
#
#     ucb = total / visits + c * sqrt(log(parent's visits) / visits)

# %%
import math
import random

rng = random.Random(3)
pays = (0.3, 0.5, 0.65)
visits, totals = [1, 1, 1], [float(rng.random() < p) for p in pays]
for n in range(3, 600):
    bounds = [totals[i] / visits[i] + 1.0 * math.sqrt(math.log(n) / visits[i]) for i in range(3)]
    arm = bounds.index(max(bounds))
    visits[arm] += 1
    totals[arm] += rng.random() < pays[arm]
for p, n in zip(pays, visits):
    print(f"pays {p:.0%}: pulled {n:3} times {'#' * (n // 12)}")

# %% [markdown]
# ## Averages mislead; trees do not
#
# Why a tree? Look at the first move below. If Min answers at random, `a` brings 0.43 on average, and `b` 0.1. But Min
# looks, and takes the -1. A search that only averages over random play goes on choosing `a` for ever. In a tree Min's
# node has visits of its own: its selection soon goes to the -1 nearly every time, and the mean of `a` sinks.

# %%
from ludoteca.lessons.games import find_game

trap = find_game('tree:["max",["min",0.9,0.9,0.9,-1],["min",0.1,0.1,0.1,0.1]]')
print(trap.draw(trap.start()))
for action in (0, 1):
    state = trap.start()
    trap.play(state, action)
    ends = []
    for reply in trap.legal_actions(state):
        after = trap.copy(state)
        trap.play(after, reply)
        ends.append(trap.returns(after)[0])
    print(f"{'ab'[action]}: average {sum(ends) / len(ends):+.2f}, after the best answer {min(ends):+.2f}")

# %% [markdown]
# ## Whose result?
#
# Each node keeps its total for the seat that **chose to come there**, which is the seat to move in its parent. So at
# every node the same line, "the child with the highest bound", is right: each player looks for his own good. This is
# where most first versions go wrong.
#
# ## Your turn
#
# - `ucb(total, visits, parent_visits, c)`: the formula above.
# - `uct(game, state, iterations, rng)`: do so many iterations and return the visits of the root's children, `{action:
#   visits}`. All chance comes from `rng`. (The games of the grader have no dice here; c = 1.4 is a good value for
#   results from -1 to 1.)
#
# The player then takes the most visited action.

# %% tags=["skeleton"]
import math


def ucb(total, visits, parent_visits, c):
    """The mean, and a bonus for what was seldom tried."""
    raise NotImplementedError


class Node:
    def __init__(self, chooser):
        self.chooser = chooser  # the seat that chose to come here; None at the root
        self.visits = 0
        self.total = 0.0  # of the results of that seat
        self.children = {}  # action -> Node


def uct(game, state, iterations, rng):
    """The visits of each action at the root: {action: visits}."""
    raise NotImplementedError
