# %% [markdown]
# # 2. One step ahead
#
# A **greedy** player tries each action in its head and takes the one after which things look best. What "look best"
# means is said by an **evaluation**: a function that estimates, from one position, what a seat will earn in the end.
#
# The evaluation that comes with tic-tac-toe counts lines that are still open: mine less yours.

# %%
from ludoteca.lessons.games import find_game

game = find_game("tic_tac_toe")
state = game.start()
for action in (0, 1, 4):
    after = game.copy(state)
    game.play(after, action)
    print(game.draw(after))
    print(f"for X: {game.estimate(after, 0):+.1f}, for O: {game.estimate(after, 1):+.1f}\n")

# %% [markdown]
# Corner, edge and middle: the numbers agree with what everybody knows about tic-tac-toe. All nine first moves at a
# glance:

# %%
scores = {}
for action in game.legal_actions(state):
    after = game.copy(state)
    game.play(after, action)
    scores[action] = game.estimate(after, 0)
for row in (0, 3, 6):
    print("  ".join(f"{scores[square]:+.1f}" for square in range(row, row + 3)))

# %% [markdown]
# ## Three traps
#
# 1. **Whose estimate?** An estimate is always *for* a seat. Note who is to move before you play the action:
#    afterwards `game.mover` is somebody else.
# 2. **Finished games are not estimated.** If the action ends the game, the result is known:
#    `game.returns(after)[seat]`. In the position below X can win at once, and the count of open lines does not see
#    it.
# 3. **Looking one step ahead is short-sighted.** What the opponent answers is not seen. That is the next lesson.

# %%
state = game.start()
for action in (0, 3, 1, 4):
    game.play(state, action)
print(game.draw(state))
for action in (2, 8):
    after = game.copy(state)
    game.play(after, action)
    over = f"over, X gets {game.returns(after)[0]:+.0f}" if game.is_over(after) else "goes on"
    print(f"X on {game.format_action(state, action)}: estimate {game.estimate(after, 0):+.1f}, {over}")

# %% [markdown]
# ## Your turn
#
# `greedy(game, state, evaluate)` returns the action with the best estimate for the seat to move. `evaluate(state,
# seat)` is the function to estimate with; results of finished games come from `game.returns`. Among equal actions any
# will do.


# %% tags=["skeleton"]
def greedy(game, state, evaluate):
    """The action after which the position looks best for the seat to move."""
    raise NotImplementedError
