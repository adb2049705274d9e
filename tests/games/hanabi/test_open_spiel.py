"""Random games beside OpenSpiel's hanabi (the Hanabi Learning Environment): equal legal actions, rewards, and
observation vectors, bit by bit, for every player at every step."""

import sys

import numpy as np
import pytest

from ludoteca.core.jit import compiles
from ludoteca.core.rng import below, new_rng
from ludoteca.games.hanabi.encoders import hle
from ludoteca.games.hanabi.game import GAME
from ludoteca.protocol import CHANCE

pyspiel = pytest.importorskip("pyspiel", reason="install the extra bench")
FEW = 20 if compiles else 1


def load_theirs(**options):
    """Their game of the same size; they count colours, ranks and cards under other names."""
    return pyspiel.load_game("hanabi", options)


def pick(game, s, rng, bold):
    """A random action; `bold` false avoids plays, so that games last to the end of the deck."""
    legal = game.legal_actions(s)
    quiet = [a for a in legal if not int(s.hand_size) <= a < 2 * int(s.hand_size)]
    return (legal if bold or not quiet else quiet)[below(rng, len(legal if bold or not quiet else quiet))]


def play_one(theirs, options, seed):
    rng = new_rng(seed, "open_spiel")
    s, t = GAME.start(**options), theirs.new_initial_state()
    bold = seed % 3 == 0
    before = 0.0
    while not t.is_terminal():
        if GAME.mover(s) == CHANCE:
            assert t.is_chance_node()
            ours, odds = zip(*GAME.chances(s), strict=True)
            known, their_odds = zip(*sorted(t.chance_outcomes()), strict=True)
            ranks = int(s.ranks_used)
            assert [card // 5 * ranks + card % 5 for card in ours] == list(known)
            assert odds == pytest.approx(their_odds)
            card = GAME.draw_chance(s, rng)
            GAME.play(s, card)
            t.apply_action(card // 5 * ranks + card % 5)
            continue
        assert t.current_player() == GAME.mover(s)
        assert sorted(t.legal_actions()) == GAME.legal_actions(s)
        compare_views(s, t)
        action = pick(GAME, s, rng, bold)
        GAME.play(s, action)
        t.apply_action(action)
        assert t.rewards() == [GAME.returns(s)[0] - before] * int(s.players)
        before = GAME.returns(s)[0]
    assert GAME.is_over(s)
    assert t.returns() == GAME.returns(s)
    compare_views(s, t)
    return int(s.lives) > 0


def compare_views(s, t):
    for seat in range(int(s.players)):
        ours = hle.encode(GAME.observe(s, seat), seat)
        assert np.array_equal(ours, np.asarray(t.observation_tensor(seat), np.int8)), f"seat {seat}\n{GAME.draw(s)}"


@pytest.mark.parametrize(("players", "size"), [(2, 658), (3, 956), (4, 1041), (5, 1280)])
def test_random_games_agree(players, size):
    theirs = load_theirs(players=players)
    assert theirs.observation_tensor_shape() == [size]
    ends = {play_one(theirs, {"players": players}, seed) for seed in range(FEW)}
    assert ends == {True, False} or not compiles


@pytest.mark.parametrize(
    ("options", "theirs"),
    [
        ({"variant": "four_colours"}, {"players": 4, "colors": 4, "hand_size": 4}),
        (
            {"players": 3, "colours": 2, "ranks": 3, "hand_size": 2, "tokens": 3, "lives": 1},
            {"players": 3, "colors": 2, "ranks": 3, "hand_size": 2, "max_information_tokens": 3, "max_life_tokens": 1},
        ),
    ],
)
def test_games_of_other_sizes_agree(options, theirs):
    for seed in range(FEW):
        play_one(load_theirs(**theirs), options, seed)


def main(games):
    """The long form: python tests/games/hanabi/test_open_spiel.py 1000"""
    for players in (2, 3, 4, 5):
        theirs = load_theirs(players=players)
        lasted = sum(play_one(theirs, {"players": players}, 1000 + seed) for seed in range(games))
        print(f"{players} players: {games} games agree, {lasted} of them without a strike-out", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]))
