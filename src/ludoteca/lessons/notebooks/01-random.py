# %% [markdown]
# # 1. Random play
#
# The weakest player that there is chooses among the legal actions at random. It is worth writing for three reasons:
# it shows how a program talks to a game; it is the yardstick that every other player must beat; and a *playout*, a
# game played at random to its end, is what Monte Carlo search is made of (lesson 6).
#
# ## A game and its states
#
# Every game here has the same face. A **state** is a position. The game tells who is to move, which actions are
# legal, and plays one of them.

# %%
import random

from ludoteca import CHANCE
from ludoteca.lessons.games import find_game

game = find_game("tic_tac_toe")
state = game.start()
print(game.draw(state))
print("to move:", game.info.seat_name(game.mover(state)))
print("legal actions:", game.legal_actions(state))

# %% [markdown]
# An action is a whole number; `game.format_action` has its name for people. `game.play` changes the state **in
# place**, so who wants to try something works on a copy. Once `game.is_over(state)`, `game.returns(state)` has one
# number a seat.

# %%
after = game.copy(state)
game.play(after, 4)
print(game.draw(after))
print("the state before is unchanged:", game.legal_actions(state) == list(range(9)))

# %% [markdown]
# ## Chance has its own turn
#
# In the dice race two players move to a goal. Who walks moves one step; who rolls moves 0, 2 or 4. The die is not
# hidden in the rules: after "roll" it is the turn of `CHANCE`, and `game.chances` lists its outcomes with their
# probabilities.

# %%
race = find_game("dice_race")
state = race.start()
print(race.draw(state))
race.play(state, 1)
print("to move is CHANCE:", race.mover(state) == CHANCE)
for outcome, p in race.chances(state):
    print(f"{race.format_action(state, outcome):>5}: {p:.0%}", "#" * round(40 * p))

# %% [markdown]
# ## Seeds
#
# Chance that cannot be repeated is a nuisance: an error that was seen once is never found again. So a player draws
# from a generator that it is *given*, here a `random.Random`. The same seed then plays the same game.

# %%
for seed in (1, 1, 2):
    rng = random.Random(seed)
    print(seed, [rng.randrange(9) for _ in range(8)])

# %% [markdown]
# ## Your turn
#
# Write two functions.
#
# - `choose(game, state, rng)` returns a legal action, each with the same probability, drawn from `rng`.
# - `playout(game, state, rng)` plays from `state` to the end at random (players by `choose`, chance by its odds) and
#   returns `game.returns` of the last position. The state that it is given stays as it is.
#
# `ludoteca grade random --start my_random.py` writes this skeleton; `ludoteca grade random my_random.py` grades it.


# %% tags=["skeleton"]
def choose(game, state, rng):
    """A legal action, each equally likely, drawn from rng (a random.Random)."""
    raise NotImplementedError


def playout(game, state, rng):
    """Play on at random to the end, on a copy, and return the returns: one number a seat."""
    raise NotImplementedError
