"""Hidden information never leaks: not through views, not through decisions, not through bots."""

import pytest

from helpers import ALL_GAMES, FEW, GAME_AGENTS, describe, make_small, played, select
from ludoteca.core.jit import compiles
from ludoteca.core.rng import new_rng
from ludoteca.protocol import rules as generic

SEEDS = range(FEW)
POSITIONS, WORLDS = (12, 8) if compiles else (3, 3)  # in which decisions are compared
hides = select(lambda info: info.hidden or info.simultaneous)


def seats_and_positions(game):
    for seed in SEEDS:
        for s in played(game, seed):
            for seat in range(game.seats(s)):
                yield seat, s


@pytest.mark.parametrize("game", ALL_GAMES, ids=describe)
def test_a_view_of_a_view_is_the_view(game):
    for seat, s in seats_and_positions(game):
        view = game.observe(s, seat)
        assert game.same(game.observe(view, seat), view)


@pytest.mark.parametrize("game", ALL_GAMES, ids=describe)
def test_the_mover_knows_its_turn_and_its_actions(game):
    for seat, s in seats_and_positions(game):
        view = game.observe(s, seat)
        assert game.mover(view) == game.mover(s)
        if seat == game.mover(s):
            assert game.legal_actions(view) == game.legal_actions(s)


@pytest.mark.parametrize("game", ALL_GAMES, ids=describe)
def test_a_guess_is_possible_for_what_the_seat_knows(game):
    for seat, s in seats_and_positions(game):
        view = game.observe(s, seat)
        for seed in range(3):
            world = game.guess(view, seat, new_rng(seed))
            assert game.same(game.observe(world, seat), view)


@pytest.mark.parametrize("game", hides, ids=describe)
def test_something_is_hidden_and_guessed_differently(game):
    worlds = set()
    for seat, s in seats_and_positions(game):
        view = game.observe(s, seat)
        worlds.add(len({game.guess(view, seat, new_rng(seed)).tobytes() for seed in range(20)}))
    assert max(worlds) > 1


@pytest.mark.parametrize("game", [game for game in ALL_GAMES if game not in hides], ids=describe)
def test_nothing_is_hidden_where_nothing_is_declared_hidden(game):
    for seat, s in seats_and_positions(game):
        assert game.same(game.observe(s, seat), s)


@pytest.mark.parametrize(("game", "name"), [pair for pair in GAME_AGENTS if pair[0] in hides], ids=describe)
def test_states_that_differ_only_in_what_is_hidden_give_equal_decisions(game, name):
    agent = make_small(name, game)
    compared = 0
    for seat, s in seats_and_positions(game):
        if seat != game.mover(s) or compared >= POSITIONS:
            continue
        view = game.observe(s, seat)
        worlds = {game.guess(view, seat, new_rng(seed)).tobytes() for seed in range(WORLDS)}
        if len(worlds) < 2:
            continue
        compared += 1
        decisions = set()
        for world in sorted(worlds):
            agent.forget()
            agent.reseed(5)
            decision = agent.decide(game.observe(game.from_bytes(world), seat))
            decisions.add((decision.action, decision.analysis.actions, decision.analysis.line))
        assert len(decisions) == 1
    assert compared


@pytest.mark.parametrize("game", select(lambda info: info.hidden and info.bots), ids=describe)
def test_bots_use_only_what_the_mover_may_know(game):
    for seat, s in seats_and_positions(game):
        if seat == game.mover(s):
            for bot in range(len(game.info.bots)):
                seen = generic.bot_action(game.observe(s, seat), bot, new_rng(9))
                assert generic.bot_action(s, bot, new_rng(9)) == seen
