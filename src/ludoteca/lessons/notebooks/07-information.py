# %% [markdown]
# # 7. Information sets
#
# In card games nobody knows the whole state. All states that a seat cannot tell apart form an **information set**. A
# player chooses *one* action for the whole set, since it does not know in which of the states it is.
#
# Kuhn's poker is the smallest game in which this matters: a jack, a queen and a king, one card each. Both have staked
# one chip. The first passes or bets one more chip; the second answers; after pass and bet the first may answer, too.
# Who passes on a bet gives up; else the higher card wins.

# %%
from ludoteca.core.rng import new_rng
from ludoteca.lessons.games import find_game

game = find_game("kuhn")
state = game.start()
game.play(state, 1)  # the first gets the queen
game.play(state, 2)  # the second the king
print("the state:       ", game.draw(state))
print("seat 0 sees:     ", game.draw(game.observe(state, 0)))
print("seat 1 sees:     ", game.draw(game.observe(state, 1)))

# %% [markdown]
# `game.observe(state, seat)` blanks what the seat may not know. What is left, the **view**, is the same for all
# states of an information set: it *is* the name of the set. The six deals, as the first seat sees them:

# %%
cards = ("jack", "queen", "king")
sets = {}
for first in range(3):
    for second in range(3):
        if first != second:
            deal = game.start()
            game.play(deal, first)
            game.play(deal, second)
            sets.setdefault(game.observe(deal, 0).tobytes(), []).append(f"{cards[first]}-{cards[second]}")
for members in sets.values():
    print("{ " + ", ".join(members) + " }")

# %% [markdown]
# ## Worlds
#
# `game.guess(view, seat, word)` completes a view at random to a possible whole state, a **world**. `word` is this
# package's own generator, made by `new_rng(seed)`; it goes on with each call, so make it once.

# %%
view = game.observe(state, 0)
word = new_rng(7)
for _ in range(4):
    print(game.draw(game.guess(view, 0, word)))

# %% [markdown]
# ## The best on average
#
# An action is worth its mean over the worlds. Here the queen faces a bet. In one world calling wins 2, in the other
# it loses 2; giving up loses 1 in both. The best action *in each world* differs (call against a jack, give up against
# a king), and no player can do both: to take the best of each world is called strategy fusion, and it is a dream. The
# mean decides.


# %%
def earn(card, action):
    """What the queen of the first seat earns: it passes, the other seat bets with this card, then comes the action."""
    s = game.start()
    for move in (1, card, 0, 1, action):
        game.play(s, move)
    return game.returns(s)[0]


for action, name in ((0, "give up"), (1, "call")):
    jack, king = earn(0, action), earn(2, action)
    print(f"{name:>7}: against a jack {jack:+.0f}, against a king {king:+.0f}, on average {(jack + king) / 2:+.1f}")

# %% [markdown]
# One more rule: **the opponent knows no more than its seat**. In a world that we made up, both cards are open.
# Whoever plays the opponent's part there must be given `game.observe(world, its seat)`; else it would "know" our
# card, and we would learn to fear ghosts.
#
# (Not all worlds are equally likely, if the opponent bets only with good cards. To weigh them is the next step: the
# package calls it a *belief*. Here all possible worlds count alike.)
#
# ## Your turn
#
# - `information_set(game, state, seat)`: a key (bytes, text, number or tuple), equal for what the seat cannot tell
#   apart, and only for that.
# - `worlds(game, view, seat, rng, n)`: a list of `n` worlds, drawn by `rng`.
# - `action_value(game, view, seat, action, policy, rng, n)`: the mean return of `seat` over `n` worlds, if it plays
#   `action` now, and from then on *both* seats act by `policy(view)`, which gives a probability for each action: `{0:
#   0.3, 1: 0.7}`.
# - `choose(game, view, seat, policy, rng, n)`: the action with the best value.

# %% tags=["skeleton"]
from ludoteca.core.rng import new_rng  # word = new_rng(rng.getrandbits(60))


def information_set(game, state, seat):
    """A key that is equal for states that this seat cannot tell apart."""
    raise NotImplementedError


def worlds(game, view, seat, rng, n):
    """n whole states that are possible for what this seat knows."""
    raise NotImplementedError


def action_value(game, view, seat, action, policy, rng, n):
    """The mean return of this seat over n worlds, if it plays the action and then both follow the policy."""
    raise NotImplementedError


def choose(game, view, seat, policy, rng, n):
    """The action with the best mean."""
    raise NotImplementedError
