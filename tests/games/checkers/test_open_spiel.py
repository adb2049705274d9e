"""Thousands of random English games beside OpenSpiel's: equal legal moves at every jump, equal results."""

import random

import pytest

from ludoteca.core.jit import compiles
from ludoteca.games.checkers.game import GAME
from ludoteca.games.checkers.notation import format_square
from ludoteca.games.checkers.paths import path_of

pyspiel = pytest.importorskip("pyspiel", reason="install the extra bench")
GAMES = 3000 if compiles else 20
THEIRS = pyspiel.load_game("checkers")
THEIR_LIMIT = 40  # plies without a capture: a draw there
SETUP = {"rules": "english", "fen": "W:W21-32:B1-12", "repetition": "off", "quiet_moves": 0}  # theirs: White begins


def hops_of(s, actions):
    """Each legal move as its squares: a1, c3, e5."""
    rules = int(s.rules)
    return {action: [format_square(cell, rules, letters=True) for cell in path_of(s, action)] for action in actions}


def names_of(theirs):
    mover = theirs.current_player()
    return {theirs.action_to_string(mover, action): action for action in theirs.legal_actions()}


def play_one(rng):
    """One random game on both boards; returns how it ended here: a seat, or None where their limit was met."""
    s, theirs = GAME.start(SETUP), THEIRS.new_initial_state()
    quiet = 0
    while not GAME.is_over(s):
        if theirs.is_terminal():
            assert quiet >= THEIR_LIMIT
            assert theirs.returns() == [0.0, 0.0]
            return None
        legal = GAME.legal_actions(s)
        paths = hops_of(s, legal)
        action = rng.choice(list(paths))
        path = paths[action]
        for i in range(len(path) - 1):
            going = {hops[i] + hops[i + 1] for hops in paths.values() if i == 0 or hops[: i + 1] == path[: i + 1]}
            assert theirs.current_player() == int(s.to_move)
            names = names_of(theirs)
            assert names.keys() == going, f"after {path[: i + 1]}\n{theirs}"
            theirs.apply_action(names[path[i] + path[i + 1]])
        quiet = 0 if action >> 12 else quiet + 1
        GAME.play(s, action, legal)
    assert theirs.is_terminal()
    assert theirs.returns() == GAME.returns(s)
    return int(s.winner)


def test_random_games_agree():
    rng = random.Random(20)
    ends = [play_one(rng) for _ in range(GAMES)]
    assert {0, 1} <= set(ends) or not compiles
