"""The bots: known scores, memory rebuilt as it was kept, cheat kept out."""

import numpy as np
import pytest

from ludoteca import make_agent
from ludoteca.errors import UnknownName
from ludoteca.games.hanabi import GAME
from ludoteca.games.hanabi.bots import BOTS, HAT, SMART
from ludoteca.games.hanabi.notation import format_card
from ludoteca.games.hanabi.table import PLAYERS, deal_deck, play_table
from ludoteca.jit import compiles
from ludoteca.protocol import CHANCE
from ludoteca.protocol import rules as generic
from ludoteca.rng import new_rng, split_seed

pytestmark = pytest.mark.skipif(not compiles, reason="whole games of bots; the contract tests run them plain")

# (bot, players, games, lowest mean, highest mean), a strike-out keeps the points: four standard errors about the truth
KNOWN = [
    ("random", 2, 1000, 1.0, 1.5),
    ("internal", 2, 500, 10.7, 11.8),
    ("bot2", 2, 300, 13.8, 15.3),
    ("smart", 2, 1000, 22.8, 23.3),
    ("smart", 3, 1000, 23.1, 23.5),
    ("cheat", 2, 1000, 24.7, 24.95),
]


@pytest.mark.parametrize(("bot", "players", "games", "low", "high"), KNOWN)
def test_scores_are_the_known_ones(bot, players, games, low, high):
    results = play_table(GAME, [bot] * players, games, seed=5)
    assert low < results.built.mean() < high


def play_slowly(bots, seed):
    """The first game of a table, by agents that see views and remember nothing: cards built, lives, moves."""
    s = GAME.start(players=len(bots))
    deal_deck(s, np.array([split_seed(seed, "deck", 0)], np.uint64))
    while not GAME.is_over(s):
        if GAME.mover(s) == CHANCE:
            GAME.play(s, GAME.legal_actions(s)[0])
        else:
            seat = GAME.mover(s)
            GAME.play(s, int(generic.advise(GAME.observe(s, seat), BOTS.index(bots[seat]), new_rng(1))))
    return int(s.score), int(s.lives), int(s.ply)


@pytest.mark.parametrize(
    "bots", [("smart",) * 2, ("smart",) * 4, ("hat",) * 2, ("hat",) * 3, ("hat", "smart", "hat")], ids=str
)
def test_memory_rebuilt_from_a_view_is_the_memory_kept(bots):
    for seed in (1, 2, 3):
        fast = play_table(GAME, bots, 2, seed)
        assert play_slowly(bots, seed) == (int(fast.built[0]), int(fast.lives[0]), int(fast.moves[0]))


def test_any_team_of_bots_plays_to_the_end():
    for seed, bot in enumerate(BOTS):
        results = play_table(GAME, [bot, "hat", "smart"], 20, seed)
        assert (results.moves > 0).all()
        assert ((results.lives == 0) | (results.moves > 20)).all()


def test_cheat_is_no_bot_of_the_game():
    assert "cheat" in PLAYERS
    assert "cheat" not in BOTS
    assert BOTS[SMART] == "smart"
    assert BOTS[HAT] == "hat"
    with pytest.raises(UnknownName, match="cheat"):
        make_agent("bot", GAME, bot="cheat")
    with pytest.raises(UnknownName, match="bot of hanabi 'clever'"):
        play_table(GAME, ["clever", "smart"], 2, 1)


def test_tables_with_one_seed_play_the_same_decks():
    first, second = (play_table(GAME, ["smart", "smart"], 50, 9) for _ in range(2))
    assert np.array_equal(first.built, second.built)
    s, t = GAME.start(), GAME.start()
    deal_deck(s, np.array([split_seed(9, "deck", 0)], np.uint64))
    deal_deck(t, np.array([split_seed(9, "deck", 0)], np.uint64))
    assert [format_card(int(card)) for card in s.cards] == [format_card(int(card)) for card in t.cards]
    assert sorted(s.cards.tolist()) == sorted(card for card in range(25) for _ in range((3, 2, 2, 2, 1)[card % 5]))
