"""What front ends get of a game is JSON, fits the position, and holds nothing that the viewer may not know."""

import json

import pytest

from helpers import ALL_GAMES, describe, played, select
from ludoteca.protocol import WATCHER

hides = select(lambda info: info.hidden or info.simultaneous)


def viewpoints(game, s):
    yield WATCHER, game.spectate(s)
    for seat in range(game.seats(s)):
        yield seat, game.observe(s, seat)


@pytest.mark.parametrize("game", ALL_GAMES, ids=describe)
def test_every_view_can_be_shown_as_json(game):
    for s in played(game, 1):
        for _, view in viewpoints(game, s):
            shown = game.show(view)
            assert isinstance(shown, dict)
            assert shown
            assert json.loads(json.dumps(shown)) == shown


@pytest.mark.parametrize("game", ALL_GAMES, ids=describe)
def test_every_legal_action_can_be_shown_and_is_told_apart(game):
    for s in played(game, 2):
        legal = game.legal_actions(s)
        shown = [json.dumps(game.show_action(s, action)) for action in legal]
        if shown and shown[0] != "{}":
            assert len(set(shown)) == len(legal)


@pytest.mark.parametrize("game", ALL_GAMES, ids=describe)
def test_the_end_has_a_code_and_a_winner_where_one_won(game):
    for seed in (1, 2):
        last = played(game, seed)[-1]
        ended = game.end_code(last)
        assert isinstance(ended["code"], str)
        scores = game.returns(last)
        best = [seat for seat, score in enumerate(scores) if score == max(scores)]
        assert ended["winner"] == (best[0] if len(best) == 1 and not game.info.co_operative else None)


@pytest.mark.parametrize("game", ALL_GAMES, ids=describe)
@pytest.mark.parametrize("attempt", [{}, {"from": "x", "to": []}, {"column": 99}, {"from": 1, "to": 2}, {"from": -5}])
def test_any_attempt_gets_a_reason(game, attempt):
    for s in played(game, 3)[:5]:
        if game.mover(s) >= 0:
            told = game.explain(game.observe(s, game.mover(s)), attempt)
            assert isinstance(told["code"], str)
            assert told["message"]


@pytest.mark.parametrize("game", hides, ids=describe)
def test_a_watcher_knows_only_what_every_seat_knows(game):
    for seed in (1, 2, 3):
        for s in played(game, seed):
            view = game.spectate(s)
            for seat in range(game.seats(s)):
                assert game.same(game.spectate(game.observe(s, seat)), view)


@pytest.mark.parametrize("game", hides, ids=describe)
def test_who_acts_is_told_of_it(game):
    s = next(s for s in played(game, 1) if game.mover(s) >= 0)
    assert all(game.reveals(s, action, game.mover(s)) for action in game.legal_actions(s))


@pytest.mark.parametrize("game", hides, ids=describe)
def test_actions_that_a_viewpoint_cannot_tell_apart_are_not_revealed_to_it(game):
    """Deals and picks of others; what everybody sees anyway may be told."""
    for s in played(game, 1):
        for viewpoint in range(WATCHER, game.seats(s)):
            if game.mover(s) == viewpoint != WATCHER:
                continue
            views = set()
            for action in game.legal_actions(s):
                after = game.copy(s)
                game.play(after, action)
                view = game.spectate(after) if viewpoint == WATCHER else game.observe(after, viewpoint)
                views.add(view.tobytes())
            if len(views) < len(game.legal_actions(s)):
                assert not any(game.reveals(s, action, viewpoint) for action in game.legal_actions(s))
