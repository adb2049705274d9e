# %% [markdown]
# # 5. Expectiminimax
#
# A die is no opponent: it wants nothing. A position where chance is to act is worth the **expected value**: the mean
# over its outcomes, each weighed by its probability. Everything else stays as in minimax.

# %%
from ludoteca import CHANCE
from ludoteca.lessons.games import find_game

game = find_game('tree:["max",["dice",[0.9,2],[0.1,30]],["dice",[0.5,4],[0.5,5]],3]')
state = game.start()
print(game.draw(state))

# %%
for action in game.legal_actions(state):
    after = game.copy(state)
    game.play(after, action)
    name = game.format_action(state, action)
    if game.mover(after) == CHANCE:
        parts = []
        for outcome, p in game.chances(after):
            end = game.copy(after)
            game.play(end, outcome)
            parts.append((p, game.returns(end)[0]))
        told = " + ".join(f"{p:g} x {value:g}" for p, value in parts)
        print(f"{name}: {told} = {sum(p * value for p, value in parts):g}")
    else:
        print(f"{name}: {game.returns(after)[0]:g}")

# %% [markdown]
# The first die has the higher mean, although it is worse in nine cases of ten. Who looks only at the most likely
# outcome, or at the worst, chooses otherwise.
#
# ## Walk or roll?
#
# In the dice race a roll brings 0 (one half), 2 (one third) or 4 (one sixth): 1.33 steps on average, and a walk
# brings one. Still it is not always right to roll: one step from home a walk wins for sure. The picture: how likely a
# player is to be home with one move, by the number of steps that are left.

# %%
race = find_game("dice_race")
state = race.start()
race.play(state, 1)
odds = {(0, 2, 4)[outcome]: p for outcome, p in race.chances(state)}
for left in (1, 2, 3, 4, 5):
    roll = sum(p for steps, p in odds.items() if steps >= left)
    walk = 1.0 if left == 1 else 0.0
    print(f"{left} left: walk {walk:4.0%}  roll {roll:4.0%} {'#' * round(30 * roll)}")

# %% [markdown]
# ## What depth means here
#
# Depth counts the moves of the **players**. A roll of the die costs nothing: below a chance node go on with the same
# depth. At depth 0 a position where a player is to move is estimated; one where chance is to act is still averaged
# over its outcomes.
#
# ## Your turn
#
# - `expectiminimax(game, state, seat, depth, evaluate)` returns the expected value of the position for `seat`.
# - `choose(game, state, depth, evaluate)` returns an action with the highest value for the seat to move.

# %% tags=["skeleton"]
from ludoteca import CHANCE


def expectiminimax(game, state, seat, depth, evaluate):
    """The expected value of the position for this seat, `depth` moves of the players ahead."""
    raise NotImplementedError


def choose(game, state, depth, evaluate):
    """A best action for the seat to move."""
    raise NotImplementedError
