"""What games are held to that declare conventions, or what studies of published programs need."""

from itertools import islice

import numpy as np
import pytest

import tiny
from helpers import ALL_GAMES, FEW, after, describe, played, select
from ludoteca.core.jit import compiles
from ludoteca.core.rng import new_rng
from ludoteca.protocol import CHANCE, conventions
from ludoteca.protocol import rules as generic
from ludoteca.protocol.published import find_known_bugs, has_fixed_actions

PLIES = None if compiles else 10  # of a game to look at
conventional = pytest.mark.parametrize("game", select(lambda info: info.conventions), ids=describe)


def positions_of(game):
    return [s for seed in range(FEW) for s in played(game, seed)]


def replayed(game, s, convention):
    """(state, notes of all seats, action) for each action of the history of `s`, from its first position on; at its end
    the action is None."""
    bot = game.info.find_bot(convention.bot)
    past, history = game.copy(s), np.zeros(game.info.longest, np.int32)
    actions = history[: conventions.action_history(s, history)].tolist()
    conventions.rewind(past)
    notes = np.zeros((game.seats(s), convention.note_words), np.int64)
    rng = new_rng(1)
    for seat in range(game.seats(s)):
        conventions.update_notes(past, seat, bot, notes[seat], conventions.NO_ACTION)
    for action in actions:
        while game.mover(past) == CHANCE:
            game.play(past, game.draw_chance(past, rng))
        yield past, notes, action
        for seat in range(game.seats(s)):
            conventions.update_notes(past, seat, bot, notes[seat], action)
        game.play(past, action)
    while game.mover(past) == CHANCE and game.mover(s) != CHANCE:
        game.play(past, game.draw_chance(past, rng))
    yield past, notes, None


@conventional
def test_a_rewound_game_can_be_replayed_to_the_same_position(game):
    for seed in range(2):
        s = played(game, seed)[-1]
        *_, (past, _, _) = replayed(game, s, game.info.conventions[0])
        assert game.same(past, s)


@conventional
def test_a_convention_with_its_notes_does_what_the_bot_does_without(game):
    for convention in game.info.conventions:
        bot = game.info.find_bot(convention.bot)
        for past, notes, action in islice(replayed(game, played(game, 0)[-1], convention), PLIES):
            if action is None:
                continue
            seat = game.mover(past)
            view = game.observe(past, seat)
            expected = generic.bot_action(view, bot, new_rng(1))
            assert conventions.convention_action(past, seat, bot, notes[seat].copy()) == expected


@conventional
def test_notes_use_only_what_their_seat_may_know(game):
    """Worlds that a seat cannot tell apart, before an action and after it, leave it with equal notes."""
    compared = 0
    for convention in game.info.conventions:
        bot = game.info.find_bot(convention.bot)
        for past, notes, action in islice(replayed(game, played(game, 0)[-1], convention), PLIES):
            for seat in range(game.seats(past) if action is not None else 0):
                world = game.guess(game.observe(past, seat), seat, new_rng(7))
                if action not in game.legal_actions(world):
                    continue
                if not game.same(*(game.observe(after(game, s, action), seat) for s in (past, world))):
                    continue
                compared += not game.same(past, world)
                told = []
                for s in (past, world):
                    told.append(notes[seat].copy())
                    conventions.update_notes(s, seat, bot, told[-1], action)
                assert told[0].tolist() == told[1].tolist()
    assert compared


@conventional
def test_up_to_the_public_prefix_nothing_is_hidden_now(game):
    """Two worlds of a seat, rewound and replayed so far, look alike from everywhere."""
    for s in played(game, 0):
        if game.mover(s) < 0:
            continue
        seat = game.mover(s)
        n = conventions.public_prefix(s, seat)
        worlds = [s, game.guess(game.observe(s, seat), seat, new_rng(3))]
        views = []
        for world in worlds:
            past, _, _ = next(islice(replayed(game, world, game.info.conventions[0]), n, None))
            views.append(game.spectate(past).tobytes())
        assert views[0] == views[1]


@conventional
def test_a_convention_that_all_follow_misleads_nobody(game):
    """True notes stay true; and there are some, or nothing was checked."""
    some, convention = 0, game.info.conventions[0]
    bot = game.info.find_bot(convention.bot)
    for past, notes, action in replayed(game, played(game, 0)[-1], convention):
        for seat in range(game.seats(past) if action is not None else 0):
            before = conventions.true_notes(past, seat, bot, notes[seat])
            later = notes[seat].copy()
            conventions.update_notes(past, seat, bot, later, action)
            some += before > 0
            if game.mover(past) != seat:
                assert not before & ~conventions.true_notes(past, seat, bot, later)
    assert some


@pytest.mark.parametrize("game", [game for game in ALL_GAMES if find_known_bugs(game)], ids=describe)
def test_a_known_bug_changes_a_position_to_another_one(game):
    for bug in find_known_bugs(game).values():
        changed = 0
        for s in (s for seed in range(8) for s in played(game, seed)):
            if game.mover(s) >= 0:
                wrong = game.copy(s)
                bug(wrong)
                changed += not game.same(wrong, s)
                assert game.mover(wrong) >= 0
        assert changed


@pytest.mark.parametrize("game", [game for game in ALL_GAMES if has_fixed_actions(game.start())], ids=describe)
def test_fixed_actions_are_the_same_at_every_decision(game):
    offered = {tuple(game.legal_actions(s)) for s in positions_of(game) if game.mover(s) >= 0}
    assert len(offered) == 1


def test_the_extensions_are_covered_by_tiny_games():
    assert any(game.info.conventions for game in tiny.GAMES)
    assert any(find_known_bugs(game) for game in tiny.GAMES)
    assert any(has_fixed_actions(game.start()) for game in tiny.GAMES)
