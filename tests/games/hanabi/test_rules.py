"""The rules where they are easily got wrong, on given decks; setups; guesses as likely as they should be."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from ludoteca.core.errors import IllegalAction, NotationError, SetupError, UnknownName
from ludoteca.core.jit import compiles
from ludoteca.core.rng import new_rng
from ludoteca.games.hanabi import rules
from ludoteca.games.hanabi.game import GAME
from ludoteca.games.hanabi.notation import format_card, parse_card
from ludoteca.protocol import CHANCE, EVERYBODY

SMALL = {"players": 2, "colours": 1, "hand_size": 2}  # one colour: r1 r1 r1 r2 r2 r3 r3 r4 r4 r5


def deal(s):
    while GAME.mover(s) == CHANCE:
        GAME.play(s, GAME.legal_actions(s)[0])


def play(s, *words):
    """Actions in words; cards are dealt from the given deck."""
    deal(s)
    for word in words:
        GAME.play(s, GAME.parse_action(s, word))
        deal(s)
    return s


def names(s):
    return {GAME.format_action(s, action) for action in GAME.legal_actions(s)}


def test_a_given_deck_is_dealt_hand_by_hand_and_the_rest_is_chance():
    s = GAME.start(deck="r1 r2 r3 r4 r5 b1 b2 b3 b4 b5 g1")
    for card in ["r1", "r2", "r3", "r4", "r5", "b1", "b2", "b3", "b4", "b5"]:
        assert GAME.chances(s) == [(parse_card(card), 1.0)]
        GAME.play(s, parse_card(card))
    assert [format_card(int(s.cards[order])) for order in s.hands[1]] == ["b1", "b2", "b3", "b4", "b5"]
    GAME.play(s, GAME.parse_action(s, "play-1"))
    assert GAME.chances(s) == [(parse_card("g1"), 1.0)]
    GAME.play(s, parse_card("g1"))
    GAME.play(s, GAME.parse_action(s, "play-1"))
    assert len(GAME.chances(s)) == 25 - 2  # the only r5 and the only b5 are in hands
    assert sum(p for _, p in GAME.chances(s)) == pytest.approx(1)


def test_no_discard_with_every_token_no_hint_without_one_and_no_empty_hint():
    s = play(GAME.start(deck="r1 r1 r2 r3 y4 y4 g1 g1 w1 w5"))
    assert not any(name.startswith("discard") for name in names(s))
    assert {"tell-1-yellow", "tell-1-4", "tell-1-5"} <= names(s)
    assert not {"tell-1-red", "tell-1-2"} & names(s)
    with pytest.raises(IllegalAction):
        GAME.play(s, GAME.parse_action(s, "tell-1-red"))
    play(s, *(["tell-1-yellow", "tell-0-red"] * 4))
    assert s.tokens == 0
    assert not any(name.startswith("tell") for name in names(s))
    assert "discard-1" in names(s)


def test_a_complete_colour_gives_a_token_back_unless_all_are_there():
    s = GAME.start(players=2, colours=2, deck="r1 r2 r3 r4 r5 r1 r1 r2 r3 r4")
    play(s, "play-1", "tell-0-red", "play-1", "tell-0-red", "play-1", "tell-0-red", "play-1", "tell-0-red")
    assert (int(s.piles[0]), int(s.tokens)) == (4, 4)
    play(s, "play-1")
    assert (int(s.piles[0]), int(s.tokens)) == (5, 5)
    full = play(GAME.start(players=2, colours=2, deck="r1 r3 r5 y1 y1 r2 r4 y2 y2 y3"))
    play(full, "play-1", "play-1", "play-1", "play-1", "play-1")
    assert (int(full.piles[0]), int(full.tokens), int(full.lives)) == (5, 8, 3)


def test_a_misplay_costs_a_life_and_gives_no_token():
    s = play(GAME.start(deck="r5 g5 r4 r4 r3 y5 y4 y4 y3 y3"), "tell-1-5", "tell-0-5")
    play(s, "play-1")
    assert (int(s.lives), int(s.tokens), int(s.gone[parse_card("r5")])) == (2, 6, 1)
    assert "r5" in GAME.draw(s).splitlines()[2]


@pytest.mark.parametrize(("scoring", "score"), [("zero", 0.0), ("keep", 1.0)])
def test_the_last_life_ends_the_game_at_once(scoring, score):
    s = play(GAME.start(scoring=scoring, deck="r1 g5 b5 w5 y5 y4 y3 y3 y2 y2"), "play-1")
    assert GAME.returns(s) == [1.0, 1.0]
    play(s, "play-1", "play-1", "play-1")
    assert GAME.is_over(s)
    assert GAME.returns(s) == [score, score]
    assert "last life" in GAME.describe_result(s)


def test_everybody_has_one_more_turn_after_the_last_card_was_drawn():
    s = play(GAME.start(**SMALL, deck="r5 r4 r4 r3 r3 r2 r2 r1 r1 r1", lives=5, tokens=1))
    turns = 0
    while s.drawn < s.deck:
        play(s, "tell-1-red" if s.tokens and s.turn == 0 else "discard-1" if s.tokens == 0 else "tell-0-red")
        turns += 1
    drawer = (int(s.turn) - 1) % 2
    assert not GAME.is_over(s)
    play(s, "discard-1" if s.tokens == 0 else "play-1")
    assert not GAME.is_over(s)
    assert s.turn == drawer
    play(s, "play-1")
    assert GAME.is_over(s)
    assert "deck ran out" in GAME.describe_result(s)


def test_the_best_score_ends_the_game_at_once():
    s = play(GAME.start(players=2, colours=1, ranks=2, hand_size=1, deck="r1 r2"), "play-1")
    assert not GAME.is_over(s)
    play(s, "play-1")
    assert GAME.is_over(s)
    assert GAME.returns(s) == [2.0, 2.0]
    assert "complete" in GAME.describe_result(s)


def test_clues_leave_positive_and_negative_knowledge():
    s = play(GAME.start(deck="r1 r1 r2 r3 y4 y4 g1 g1 w1 w5"), "tell-1-green", "tell-0-1")
    shown = GAME.draw(GAME.observe(s, 1)).splitlines()[-1]
    assert "G:12345" in shown
    assert "rywb:12345" in shown
    own = GAME.draw(GAME.observe(s, 0)).splitlines()[3]
    assert own.count("??") == 5
    assert "rygwb:1!" in own
    assert "rygwb:2345" in own


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("tell-1-red", "tell-1-red"),
        ("tell 1: red", "tell-1-red"),
        ("t 1 r", "tell-1-red"),
        ("clue-1-red", "tell-1-red"),
        ("Clue 1: 4", "tell-1-4"),
        ("c 1 4", "tell-1-4"),
        ("p 2", "play-2"),
    ],
)
def test_actions_are_read_as_people_write_them(text, name):
    s = play(GAME.start(deck="r1 r1 r2 r3 y4 y4 g1 r4 w1 w5"))
    assert GAME.format_action(s, GAME.parse_action(s, text)) == name


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("clue-0-red", "a clue goes to another player, and seat 0 is to act"),
        ("clue-1-6", "a rank is a number from 1 to 5"),
        ("clue-1-pink", "neither a rank nor one of red"),
        ("hint-1-red", "is no action; write play-3"),
        ("play-6", "a slot is a number from 1 to 5"),
    ],
)
def test_what_is_no_action_is_refused_with_what_would_be_right(text, complaint):
    s = play(GAME.start(deck="r1 r1 r2 r3 y4 y4 g1 r4 w1 w5"))
    with pytest.raises(NotationError, match=complaint):
        GAME.parse_action(s, text)


def test_setups_that_cannot_be_are_refused_with_the_reason():
    with pytest.raises(SetupError, match="5 players with 5 cards each need 25 cards; 1 colours of 5 ranks have 10"):
        GAME.start(players=5, colours=1, hand_size=5)
    with pytest.raises(SetupError, match="from 2 to 5"):
        GAME.start(players=1)
    with pytest.raises(SetupError, match="card 4 of the deck: r1 is there 4 times; the game has 3"):
        GAME.start(deck="r1 r1 r1 r1")
    with pytest.raises(SetupError, match="card 2 of the deck: there is no b1 in a game of 4 colours"):
        GAME.start(variant="four_colours", deck="r1 b1")
    with pytest.raises(SetupError, match="card 1 of the deck"):
        GAME.start(deck="z9")
    with pytest.raises(UnknownName):
        GAME.start(variant="rainbow")


def test_the_four_colour_game():
    s = GAME.start(variant="four_colours")
    sizes = (s.players, s.colours_used, s.ranks_used, s.hand_size, s.deck, s.tokens, s.lives)
    assert tuple(map(int, sizes)) == (4, 4, 5, 4, 40, 8, 3)
    setup = GAME.parse_setup({"variant": "four_colours", "deck": "r1 y2"})
    assert GAME.format_setup(setup)["deck"] == "r1 y2"
    assert GAME.same(GAME.start(setup), GAME.start(variant="four_colours", deck="r1 y2"))


def test_a_view_hides_the_own_hand_and_the_deck_and_nothing_else():
    s = play(GAME.start(deck="r1 r1 r2 r3 y4 y4 g1 g1 w1 w5 b1 b1 b2"), "play-1")
    view = GAME.observe(s, 0)
    hidden = [i for i in range(50) if view.cards[i] != s.cards[i]]
    assert hidden == [1, 2, 3, 4, 10, 11, 12]
    changed = [name for name in GAME.state_dtype.names if (view[name] != s[name]).any()]
    assert sorted(changed) == ["cards", "left"]


def test_guesses_are_as_likely_as_the_deals():
    """One colour of three ranks, two cards each: all ordered hands that fit the clue, by the deals that make them."""
    s = GAME.start(players=2, colours=1, ranks=3, hand_size=2, deck="r1 r2 r1 r3")
    play(s, "tell-1-3", "tell-0-2")
    view = GAME.observe(s, 0)
    pool = [0, 0, 0, 1, 1, 2]
    pool.remove(0)
    pool.remove(2)  # the other hand
    deals = Counter((a, b) for a, b in permutations(pool, 2) if a != 1 and b == 1)
    rng = new_rng(3)
    found = Counter(tuple(GAME.guess(view, 0, rng).cards[:2].tolist()) for _ in range(200 if compiles else 60))
    assert set(found) == set(deals)
    wide = GAME.observe(play(GAME.start(players=2, colours=1, ranks=3, hand_size=2, deck="r1 r2 r1 r3")), 0)
    expected = Counter((a, b) for a, b in permutations(pool, 2))
    guesses = 6000 if compiles else 250
    found = Counter(tuple(GAME.guess(wide, 0, rng).cards[:2].tolist()) for _ in range(guesses))
    assert set(found) == set(expected)
    for hand, count in expected.items():
        p = count / sum(expected.values())
        assert found[hand] / guesses == pytest.approx(p, abs=4 * (p * (1 - p) / guesses) ** 0.5)


def test_hands_that_leave_less_choice_are_less_likely():
    """The first card may be a one or a two, the second is a two: drawn slot by slot, the two would come too often."""
    s = GAME.start(players=2, colours=1, ranks=3, hand_size=2, deck="r1 r2 r3 r1")
    play(s, "tell-1-3", "tell-0-1")
    view = GAME.observe(s, 0)
    view.ranks[0], view.ranks[1] = 0b011, 0b010
    deals = Counter((a, b) for a, b in permutations([0, 0, 1, 1], 2) if b == 1)  # out of sight: r1 r1 r2 r2
    rng, guesses = new_rng(5), 6000 if compiles else 250
    found = Counter(tuple(GAME.guess(view, 0, rng).cards[:2].tolist()) for _ in range(guesses))
    assert set(found) == set(deals)
    p = deals[1, 1] / sum(deals.values())
    assert found[1, 1] / guesses == pytest.approx(p, abs=4 * (p * (1 - p) / guesses) ** 0.5)


def test_what_clues_and_cards_in_sight_leave_is_guessed_for_one_or_for_all():
    """Whatever is guessed fits the clues, and no card is there more often than the game has it."""
    s = play(GAME.start(players=3, deck="r1 y2 g3 w4 b5 r1 r2 y4 g5 w1 b1 b2 y1 w3 g1"), "tell-1-1", "tell-2-yellow")
    blank = s
    for seat in range(3):
        blank = GAME.observe(blank, seat)
    for seed in range(4):
        for view, seat, owners in ((GAME.observe(s, 1), 1, [1]), (blank, EVERYBODY, [0, 1, 2])):
            world = GAME.guess(view, seat, new_rng(seed))
            for owner in owners:
                for order in world.hands[owner]:
                    colour, rank = divmod(int(world.cards[order]), 5)
                    assert world.colours[order] >> colour & 1
                    assert world.ranks[order] >> rank & 1
            dealt = Counter(int(world.cards[order]) for order in range(15))
            assert all(count <= (3, 2, 2, 2, 1)[card % 5] for card, count in dealt.items())
            assert [dealt[card] + int(world.left[card]) for card in range(25)] == [3, 2, 2, 2, 1] * 5


def test_the_turn_goes_round_and_clues_are_counted_from_the_mover():
    s = play(GAME.start(players=3, deck="r1 y2 g3 w4 b5 r1 r2 y4 g5 w1 b1 b2 y1 w3 g1"))
    for turn in range(5):
        assert GAME.mover(s) == turn % 3
        play(s, f"tell-{(turn + 1) % 3}-1" if turn % 3 < 2 else "tell-0-1")


@pytest.mark.parametrize(("lost", "built"), [(0, 1), (3, 0)])
def test_cards_built_are_a_reward_less_one_after_the_last_life(lost, built):
    s = play(GAME.start(deck="r1 g5 b5 w5 y5 y4 y3 y3 y2 y2"), "play-1", *["play-1"] * lost)
    out = np.zeros(2)
    rules.rewards(s, 0, out)
    assert out.tolist() == [built / 25] * 2
