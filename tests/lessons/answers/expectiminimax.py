"""A right answer to lesson 5."""

from ludoteca import CHANCE


def expectiminimax(game, state, seat, depth, evaluate):
    if game.is_over(state):
        return game.returns(state)[seat]
    who = game.mover(state)
    if who == CHANCE:
        total = 0.0
        for outcome, p in game.chances(state):
            after = game.copy(state)
            game.play(after, outcome)
            total += p * expectiminimax(game, after, seat, depth, evaluate)
        return total
    if depth == 0:
        return evaluate(state, seat)
    values = []
    for action in game.legal_actions(state):
        after = game.copy(state)
        game.play(after, action)
        values.append(expectiminimax(game, after, seat, depth - 1, evaluate))
    return max(values) if who == seat else min(values)


def choose(game, state, depth, evaluate):
    seat = game.mover(state)
    values = {}
    for action in game.legal_actions(state):
        after = game.copy(state)
        game.play(after, action)
        values[action] = expectiminimax(game, after, seat, depth - 1, evaluate)
    return max(values, key=values.get)
