"""A right answer to lesson 4."""

import math


def alphabeta(game, state, seat, depth, evaluate, alpha, beta):
    if game.is_over(state):
        return game.returns(state)[seat]
    if depth == 0:
        return evaluate(state, seat)
    own = game.mover(state) == seat
    best = -math.inf if own else math.inf
    for action in game.legal_actions(state):
        after = game.copy(state)
        game.play(after, action)
        value = alphabeta(game, after, seat, depth - 1, evaluate, alpha, beta)
        if own:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def choose(game, state, depth, evaluate):
    seat = game.mover(state)
    best, best_value = None, -math.inf
    for action in game.legal_actions(state):
        after = game.copy(state)
        game.play(after, action)
        value = alphabeta(game, after, seat, depth - 1, evaluate, best_value, math.inf)
        if best is None or value > best_value:
            best, best_value = action, value
    return best
