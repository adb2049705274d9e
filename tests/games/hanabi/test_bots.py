"""The bots: known scores, notes rebuilt as they were kept, cheat kept out, older names understood."""

import numpy as np
import pytest

from ludoteca import make_agent
from ludoteca.core.errors import UnknownName
from ludoteca.core.jit import compiles
from ludoteca.core.rng import new_rng, split_seed
from ludoteca.games.hanabi.bots import BOT_ALIASES, BOTS, HAT, SMART, fireworks_layout, smart_notes
from ludoteca.games.hanabi.bots.card_sets import all_cards
from ludoteca.games.hanabi.bots.team import PLAYERS, shuffle_deck
from ludoteca.games.hanabi.game import GAME
from ludoteca.games.hanabi.notation import format_card
from ludoteca.games.hanabi.study.simulation import play_bots
from ludoteca.games.hanabi.study.teams import parse_team
from ludoteca.protocol import CHANCE
from ludoteca.protocol import rules as generic

pytestmark = pytest.mark.skipif(not compiles, reason="whole games of bots; the contract tests run them plain")

# (bot, players, games, lowest mean, highest mean), a strike-out keeps the points: four standard errors about the truth
KNOWN = [
    ("random", 2, 1000, 1.0, 1.5),
    ("internal", 2, 500, 10.7, 11.8),
    ("outer", 3, 1000, 14.1, 14.6),
    ("iggi", 2, 1000, 16.8, 17.4),
    ("iggi2", 2, 1000, 17.3, 17.9),
    ("van_den_bergh", 2, 1000, 13.4, 14.2),
    ("piers", 5, 1000, 16.0, 16.5),
    ("bologna1", 2, 500, 11.5, 12.6),
    ("bologna2", 2, 300, 13.9, 15.3),
    ("smart", 2, 1000, 22.8, 23.3),
    ("smart", 3, 1000, 23.1, 23.5),
    ("smart_net", 2, 1000, 24.1, 24.5),
    ("cheat", 2, 1000, 24.78, 24.93),
    ("cheat", 3, 1000, 24.95, 25.0),
    ("cheat", 4, 1000, 24.94, 25.0),
    ("cheat", 5, 1000, 24.93, 25.0),
]


@pytest.mark.parametrize(("bot", "players", "games", "low", "high"), KNOWN)
def test_scores_are_the_known_ones(bot, players, games, low, high):
    results = play_bots([bot] * players, games, seed=5)
    assert low < results.built.mean() < high


@pytest.mark.parametrize("bot", ["bologna1", "bologna2"])
def test_equal_clues_are_chosen_from_at_random(bot):
    """Nothing is playable; a clue about 2s is worth as much as one about 4s."""
    s = GAME.start(deck="r1 r1 r2 r3 r3 y2 g4 b2 w4 r5")
    while GAME.mover(s) == CHANCE:
        GAME.play(s, GAME.legal_actions(s)[0])
    view, place = GAME.observe(s, 0), BOTS.index(bot)
    told = [int(generic.bot_action(view, place, new_rng(seed))) for seed in [*range(40), *range(40)]]
    assert told[:40] == told[40:]
    assert {GAME.format_action(s, action) for action in told} == {"tell-1-2", "tell-1-4"}


def play_slowly(bots, seed):
    """The first game of a team, by agents that see views and remember nothing: cards built, lives, moves."""
    s = GAME.start(players=len(bots))
    shuffle_deck(s, np.array([split_seed(seed, "deck", 0)], np.uint64))
    while not GAME.is_over(s):
        if GAME.mover(s) == CHANCE:
            GAME.play(s, GAME.legal_actions(s)[0])
        else:
            seat = GAME.mover(s)
            GAME.play(s, int(generic.bot_action(GAME.observe(s, seat), BOTS.index(bots[seat]), new_rng(1))))
    return int(s.score), int(s.lives), int(s.ply)


TEAMS = [
    ("smart",) * 2,
    ("smart",) * 4,
    ("hat",) * 2,
    ("hat",) * 3,
    ("hat", "smart", "hat"),
    ("smart_net",) * 2,
    ("smart", "smart_net", "smart_net"),
    ("smart_net_partner", "smart"),
]


@pytest.mark.parametrize("bots", TEAMS, ids=str)
def test_notes_rebuilt_from_a_view_are_the_notes_kept(bots):
    for seed in (1, 2, 3):
        fast = play_bots(bots, 2, seed)
        assert play_slowly(bots, seed) == (int(fast.built[0]), int(fast.lives[0]), int(fast.moves[0]))


def test_notes_that_contradict_each_other_are_settled_by_hints_alone():
    """Two slots of a hand are noted as the only copies of two 5s, and a third as one of them: somebody misled them."""
    s = GAME.start(deck="r1 r1 r2 r2 r3 y1 y1 y2 y2 y3")
    while GAME.mover(s) == CHANCE:
        GAME.play(s, GAME.legal_actions(s)[0])
    notes = np.full((5, 5), all_cards(s), np.int64)
    notes[1, :3] = 1 << 4, 1 << 4 | 1 << 9, 1 << 9
    smart_notes.settle(s, notes)
    assert notes[1, 1] == all_cards(s)
    assert notes[1, 3] == all_cards(s) & ~(1 << 4 | 1 << 9)


def test_a_new_card_takes_the_place_of_the_old_one():
    s = GAME.start(deck="r1 y2 g3 w4 b5 r2 y2 g2 w2 b2 r3 y3 g1")
    while GAME.mover(s) == CHANCE:
        GAME.play(s, GAME.legal_actions(s)[0])
    for word in ("tell-1-2", "play-2", "play-1", "play-1"):
        GAME.play(s, GAME.parse_action(s, word))
        while GAME.mover(s) == CHANCE:
            GAME.play(s, GAME.legal_actions(s)[0])
    view = GAME.copy(s)
    fireworks_layout.order_by_place(view)
    assert view.hands[0].tolist() == [11, 1, 2, 3, 4]
    assert view.hands[1].tolist() == [12, 10, 7, 8, 9]
    assert fireworks_layout.place_to_slot(view, 1, 0) == 4  # its newest card lies first: the last slot
    assert fireworks_layout.place_to_slot(view, 1, 5 + 2) == 5 + 0


def test_any_team_of_bots_plays_to_the_end():
    for seed, bot in enumerate(BOTS):
        results = play_bots([bot, "hat", "smart"], 20, seed)
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
        play_bots(["clever", "smart"], 2, 1)


def test_teams_with_one_seed_play_the_same_decks():
    first, second = (play_bots(["smart", "smart"], 50, 9) for _ in range(2))
    assert np.array_equal(first.built, second.built)
    s, t = GAME.start(), GAME.start()
    shuffle_deck(s, np.array([split_seed(9, "deck", 0)], np.uint64))
    shuffle_deck(t, np.array([split_seed(9, "deck", 0)], np.uint64))
    assert [format_card(int(card)) for card in s.cards] == [format_card(int(card)) for card in t.cards]
    assert sorted(s.cards.tolist()) == sorted(card for card in range(25) for _ in range((3, 2, 2, 2, 1)[card % 5]))


@pytest.mark.parametrize(("older", "name"), BOT_ALIASES.items())
def test_older_names_of_bots_are_understood(older, name):
    assert older not in GAME.info.bots
    assert BOTS[GAME.info.find_bot(older)] == name
    assert make_agent("bot", GAME, bot=older).place == BOTS.index(name)
    assert parse_team(f"{older},smart") == (name, "smart")
    by_older, by_name = (play_bots([bot, bot], 5, 3) for bot in (older, name))
    assert by_older.bots == by_name.bots == (name, name)
    assert np.array_equal(by_older.built, by_name.built)
