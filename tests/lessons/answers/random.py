"""A right answer to lesson 1."""

from ludoteca import CHANCE


def choose(game, state, rng):
    return rng.choice(game.legal_actions(state))


def playout(game, state, rng):
    state = game.copy(state)
    while not game.is_over(state):
        if game.mover(state) == CHANCE:
            outcomes = game.chances(state)
            action = rng.choices([o for o, p in outcomes], [p for o, p in outcomes])[0]
        else:
            action = choose(game, state, rng)
        game.play(state, action)
    return game.returns(state)
