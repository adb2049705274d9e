"""A right answer to lesson 7."""

from ludoteca.core.rng import new_rng


def information_set(game, state, seat):
    return game.observe(state, seat).tobytes()


def worlds(game, view, seat, rng, n):
    word = new_rng(rng.getrandbits(60))
    return [game.guess(view, seat, word) for _ in range(n)]


def action_value(game, view, seat, action, policy, rng, n):
    total = 0.0
    for world in worlds(game, view, seat, rng, n):
        game.play(world, action)
        while not game.is_over(world):
            odds = policy(game.observe(world, game.mover(world)))
            game.play(world, rng.choices(list(odds), list(odds.values()))[0])
        total += game.returns(world)[seat]
    return total / n


def choose(game, view, seat, policy, rng, n):
    values = {}
    for action in game.legal_actions(view):
        values[action] = action_value(game, view, seat, action, policy, rng, n)
    return max(values, key=values.get)
