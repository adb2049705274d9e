"""Reasons and news in words: right by the convention, and from nothing but what the seat may know."""

import json
from collections import Counter

import pytest

from ludoteca.core.rng import new_rng
from ludoteca.games.hanabi.bots import SMART
from ludoteca.games.hanabi.game import GAME
from ludoteca.games.hanabi.reasons import find_reasons, read_table
from ludoteca.games.hanabi.wording import TEXTS
from ludoteca.protocol import CHANCE

OWN = {"play.pointed", "play.told", "play.known", "play.finesse", "play.counted"}


def play_smart(seed, **options):
    """A game of the convention; yields each state with the bot's action."""
    s, rng = GAME.start(**options), new_rng(seed)
    while not GAME.is_over(s):
        if GAME.mover(s) == CHANCE:
            GAME.play(s, GAME.draw_chance(s, rng))
            continue
        action = int(GAME.rules.bot_action(GAME.observe(s, GAME.mover(s)), SMART, rng))
        yield GAME.copy(s), action
        GAME.play(s, action)


def codes_of(view, action):
    return [code for code, _ in find_reasons(read_table(view, action))]


@pytest.mark.parametrize("players", [2, 3, 5])
def test_what_the_bot_does_has_a_good_reason(players):
    """Plays that are told to be certain succeed, and clues that are told to be good are, with all cards open."""
    seen = Counter()
    for seed in range(4):
        for s, action in play_smart(seed, players=players):
            view = GAME.observe(s, GAME.mover(s))
            table = read_table(view, action)
            codes = codes_of(view, action)
            assert table.choice == action
            assert not {"clue.misleads", "clue.warns_wrongly", "play.never", "discard.playable"} & set(codes)
            if OWN & set(codes):
                assert GAME.steps(s, action)[0]["built"]
            seen.update(codes)
    assert seen["play.pointed"] > 5
    assert seen["clue.points"] > 5
    assert seen["discard.chop"] > 2
    assert {code.partition(".")[0] for code in seen} >= {"play", "discard", "clue"}


def test_every_legal_action_has_words_in_every_language():
    for s, _ in list(play_smart(7, players=3))[::6]:
        view = GAME.observe(s, GAME.mover(s))
        for action in GAME.legal_actions(view):
            told = [GAME.give_reasons(view, action, language) for language in TEXTS.languages]
            assert len({len(words) for words in told}) == 1
            assert all(words and all(word and "{" not in word for word in words) for words in told)


def test_a_pointed_card_is_told_with_who_pointed():
    s = GAME.start(deck="r2 y3 g4 w1 b4 y1 g3 w3 b3 r4 w4")
    for name in ("tell-1-1", "tell-0-1", "play-4"):
        while GAME.mover(s) == CHANCE:
            GAME.play(s, GAME.legal_actions(s)[0])
        before, action = GAME.copy(s), GAME.parse_action(s, name)
        GAME.play(s, action)
    words = GAME.give_reasons(GAME.observe(before, 0), action)
    assert any("Player 2's clue “1”" in word and "your card 4" in word for word in words)
    assert GAME.narrate(before, action) == ["Player 1 played white 1: the firework grows."]


@pytest.mark.parametrize("seed", [3, 8])
def test_hidden_cards_change_no_word(seed):
    """Worlds that the seat to act cannot tell apart, given whole: the same words, for every action."""
    rng, other = new_rng(seed), 0
    for s, _ in list(play_smart(seed, players=4))[4::5]:
        seat = GAME.mover(s)
        view = GAME.observe(s, seat)
        worlds = [view, s, *(GAME.guess(view, seat, rng) for _ in range(3))]
        other += len({world.cards.tobytes() for world in worlds}) - 1
        for action in GAME.legal_actions(view):
            told = {json.dumps(GAME.give_reasons(world, action)) for world in worlds}
            assert len(told) == 1
    assert other > 10  # the worlds differ


def test_news_tell_nothing_of_cards_that_stay_in_a_hand():
    """Whatever fits a clue is told by its place; what is drawn is not told."""
    told = set()
    for annas in ("r1 y2 y1 w2 b2", "b1 y2 y4 w2 g2"):
        s = GAME.start()
        for name in [*annas.split(), *["r3", "b1", "w1", "r4", "y1"], "tell-1-1"]:
            GAME.play(s, GAME.parse_action(s, name))
        told.add(json.dumps([GAME.narrate(s, GAME.parse_action(s, "tell-0-2"), language) for language in ("en", "it")]))
    english, italian = json.loads(*told)
    assert english == ["Player 2 clued Player 1: 2 (cards 2, 4, 5)."]
    assert italian == ["Giocatore 2 ha indicato a Giocatore 1: 2 (carte 2, 4, 5)."]
    assert GAME.narrate(GAME.start(), 3) == []
