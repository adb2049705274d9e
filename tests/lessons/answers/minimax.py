"""A right answer to lesson 3."""


def minimax(game, state, seat, depth, evaluate):
    if game.is_over(state):
        return game.returns(state)[seat]
    if depth == 0:
        return evaluate(state, seat)
    values = []
    for action in game.legal_actions(state):
        after = game.copy(state)
        game.play(after, action)
        values.append(minimax(game, after, seat, depth - 1, evaluate))
    if game.mover(state) == seat:
        return max(values)
    return min(values)


def choose(game, state, depth, evaluate):
    seat = game.mover(state)
    best, best_value = None, None
    for action in game.legal_actions(state):
        after = game.copy(state)
        game.play(after, action)
        value = minimax(game, after, seat, depth - 1, evaluate)
        if best is None or value > best_value:
            best, best_value = action, value
    return best
