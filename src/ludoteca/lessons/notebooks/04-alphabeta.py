# %% [markdown]
# # 4. Alpha-beta
#
# Minimax looks at positions that cannot matter. In the tree of the last lesson Max has `a` for sure, worth 3. Now Max
# looks at `b`: the first answer leads to 2. Whatever the other answers are, Min will not let `b` be worth more than
# 2. The 4 and the 6 need not be looked at.
#
# **Alpha-beta** remembers two numbers on the way down:
#
# - **alpha**: what our seat can have for sure, by a choice higher up;
# - **beta**: what the opponent will not let us exceed, by a choice higher up.
#
# At our nodes alpha rises with the best value so far; at the opponent's beta falls. As soon as **alpha >= beta** the
# rest of the node cannot matter, and the loop ends. The value at the root is the same as minimax's.

# %%
from ludoteca.lessons.course.alphabeta import prune
from ludoteca.lessons.desk import Seen
from ludoteca.lessons.drawing import tell_tree
from ludoteca.lessons.games import find_game
from ludoteca.lessons.watching import Log, WatchedGame

NAME = 'tree:["max",["min",3,12,8],["min",2,4,6],["min",14,5,2]]'
game = find_game(NAME)
state = game.start()

# %% [markdown]
# The grader watches which moves a search plays, and draws them. This is what it sees of its own alpha-beta: two of the
# nine ends are never reached.

# %%
log = Log()
value, moves = prune(WatchedGame(game, log), state, seat=0, depth=9, window=(-1000, 1000))
print(f"value {value:g}, {moves} moves played; minimax plays {game.count_below(state)}")
print(tell_tree(Seen(NAME, state.tobytes(), tuple(log.tell(state.tobytes())["edges"]))))

# %% [markdown]
# ## How much it saves
#
# With b actions in each position and d levels minimax visits about b^d ends of lines. If the best action is always
# tried first, alpha-beta visits about b^(d/2): with the same work it looks **twice as deep**. If the worst is tried
# first, it saves nothing. That is why engines spend much effort on the order of moves.

# %%
for depth in (2, 4, 6, 8, 10):
    best = 2 * 7 ** (depth // 2)
    print(f"depth {depth:2}: minimax {7**depth:>11,}   alpha-beta at best about {best:>7,}")

# %% [markdown]
# ## Two traps
#
# 1. Pass **both** bounds on, to all levels. Who passes on only the bound of the node above misses the deep cut-offs.
# 2. A node that was cut off returns a **bound**, not its value. In the tree below, the second move is cut off with 3,
#    the value of the first, and is really worth 1. So a move is better only if its value is *above* the best so far.

# %%
print(find_game('tree:["max",["min",3,12],["min",3,1],["min",2,9]]').draw(state))

# %% [markdown]
# ## Your turn
#
# - `alphabeta(game, state, seat, depth, evaluate, alpha, beta)` returns the value of the position for `seat`. Actions
#   are tried in the order of `game.legal_actions`. If the value lies outside the window (alpha, beta), any bound on
#   the right side of it will do.
# - `choose(game, state, depth, evaluate)` returns a best action, with fewer moves played than minimax needs.

# %% tags=["skeleton"]


def alphabeta(game, state, seat, depth, evaluate, alpha, beta):
    """The value of the position for this seat, if it lies between alpha and beta; else a bound on that side."""
    raise NotImplementedError


def choose(game, state, depth, evaluate):
    """A best action for the seat to move. The first window is (-math.inf, math.inf)."""
    raise NotImplementedError
