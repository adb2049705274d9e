# %% [markdown]
# # 3. Minimax
#
# The opponent answers. So an action is worth what is left after the *best* answer, which is the worst for us, and
# that answer is worth what is left after our best reply, and so on to the end of the game. A position's value is
#
# - the result, if the game is over;
# - the **maximum** of the values after each action, if the move is ours;
# - the **minimum** of them, if it is the opponent's.
#
# A game that is nothing but its tree shows it. Numbers are results for the first player, Max.

# %%
from ludoteca.lessons.games import find_game

game = find_game('tree:["max",["min",3,12,8],["min",2,4,6],["min",14,5,2]]')
state = game.start()
print(game.draw(state))

# %% [markdown]
# Max would like the 14, and will not get it: after `c`, Min takes the 2. After `a` the least that can happen is 3,
# after `b` it is 2. So the value of the tree is 3, and `a` is the move.
#
# ## Who is to move?
#
# Many textbooks let the players take turns, and compute maximum and minimum level by level. Ask the game instead:
# `game.mover(state)`. In dots and boxes, in mancala and in many other games a player may move again; and here Max
# does.

# %%
twice = find_game('tree:["max",["max",4,["min",1,9]],["min",7,2]]')
print(twice.draw(twice.start()))

# %% [markdown]
# ## How large are trees?
#
# The pile is a small game: take one, two or three stones; who takes the last one wins. Its tree is not small for
# long.

# %%
pile = find_game("pile")


def count(state):
    if pile.is_over(state):
        return 1
    total = 1
    for action in pile.legal_actions(state):
        after = pile.copy(state)
        pile.play(after, action)
        total += count(after)
    return total


for stones in (2, 4, 6, 8, 10):
    nodes = count(pile.start(stones=stones))
    print(f"{stones:3} stones: {nodes:5} nodes", "#" * (nodes // 12))

# %% [markdown]
# So a search has a **limit on depth**: that many moves are tried, and what lies there is estimated by an evaluation
# (lesson 2). At depth 0 no move is tried. A game that is over is never estimated, whatever the depth.
#
# ## Your turn
#
# - `minimax(game, state, seat, depth, evaluate)` returns the value of the position **for `seat`**, looking `depth`
#   moves ahead. There are two players, and what one wins the other loses.
# - `choose(game, state, depth, evaluate)` returns an action with the highest value for the seat to move. The action
#   itself is the first of the `depth` moves.


# %% tags=["skeleton"]
def minimax(game, state, seat, depth, evaluate):
    """The value of the position for this seat, looking `depth` moves ahead."""
    raise NotImplementedError


def choose(game, state, depth, evaluate):
    """A best action for the seat to move."""
    raise NotImplementedError
