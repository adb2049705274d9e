"""What front ends get of a game is JSON, fits the position, and holds nothing that the viewer may not know."""

import json
from collections.abc import Iterator
from typing import Any

from ludoteca.protocol import WATCHER, Game, State
from ludoteca.testing.positions import played

ATTEMPTS: tuple[dict[str, Any], ...] = (
    {},
    {"from": "x", "to": []},
    {"column": 99},
    {"from": 1, "to": 2},
    {"from": -5},
)


class PresentationContract:
    """For every game."""

    game: Game

    def test_every_view_can_be_shown_as_json(self) -> None:
        for s in played(self.game, 1):
            for view in _views(self.game, s):
                shown = self.game.show(view)
                assert isinstance(shown, dict)
                assert shown
                assert json.loads(json.dumps(shown)) == shown

    def test_every_legal_action_can_be_shown_and_is_told_apart(self) -> None:
        for s in played(self.game, 2):
            legal = self.game.legal_actions(s)
            shown = [json.dumps(self.game.show_action(s, action)) for action in legal]
            if shown and shown[0] != "{}":
                assert len(set(shown)) == len(legal)

    def test_the_end_has_a_code_and_a_winner_where_one_won(self) -> None:
        for seed in (1, 2):
            last = played(self.game, seed)[-1]
            ended = self.game.end_code(last)
            assert isinstance(ended["code"], str)
            scores = self.game.returns(last)
            best = [seat for seat, score in enumerate(scores) if score == max(scores)]
            assert ended["winner"] == (best[0] if len(best) == 1 and not self.game.info.co_operative else None)

    def test_any_attempt_gets_a_reason(self) -> None:
        for s in played(self.game, 3)[:5]:
            if self.game.mover(s) < 0:
                continue
            for attempt in ATTEMPTS:
                reason = self.game.explain(self.game.observe(s, self.game.mover(s)), attempt)
                assert isinstance(reason["code"], str)
                assert reason["message"]


class SecretPresentationContract:
    """For games with hidden information or secret picks."""

    game: Game

    def test_a_watcher_knows_only_what_every_seat_knows(self) -> None:
        for seed in (1, 2, 3):
            for s in played(self.game, seed):
                view = self.game.spectate(s)
                for seat in range(self.game.seats(s)):
                    assert self.game.same(self.game.spectate(self.game.observe(s, seat)), view)

    def test_who_acts_is_told_of_it(self) -> None:
        s = next(s for s in played(self.game, 1) if self.game.mover(s) >= 0)
        assert all(self.game.reveals(s, action, self.game.mover(s)) for action in self.game.legal_actions(s))

    def test_actions_that_a_viewpoint_cannot_tell_apart_are_not_revealed_to_it(self) -> None:
        """Deals and picks of others; what everybody sees anyway may be shown."""
        for s in played(self.game, 1):
            legal = self.game.legal_actions(s)
            for viewpoint in range(WATCHER, self.game.seats(s)):
                if self.game.mover(s) == viewpoint != WATCHER:
                    continue
                views = {_view_after(self.game, s, action, viewpoint) for action in legal}
                if len(views) < len(legal):
                    assert not any(self.game.reveals(s, action, viewpoint) for action in legal)


def _views(game: Game, s: State) -> Iterator[State]:
    yield game.spectate(s)
    for seat in range(game.seats(s)):
        yield game.observe(s, seat)


def _view_after(game: Game, s: State, action: int, viewpoint: int) -> bytes:
    after = game.copy(s)
    game.play(after, action)
    seen: bytes = (game.spectate(after) if viewpoint == WATCHER else game.observe(after, viewpoint)).tobytes()
    return seen
