"""What every game's rules are held to, whatever its kind, and what certain kinds of games are held to beside."""

from typing import Any

import numpy as np
import pytest

from ludoteca.core.arrays import Actions
from ludoteca.core.errors import GameOver, IllegalAction, NotationError, SetupError, StateError, UnknownName
from ludoteca.core.rng import new_rng
from ludoteca.protocol import CHANCE, OVER, Game
from ludoteca.protocol import rules as generic
from ludoteca.testing.positions import FEW, count_plies, played, some_positions

UNREADABLE = ("", "?", "xyzzy 99", "\x00", "d" * 1000)


class RulesContract:
    """For every game."""

    game: Game

    def test_sizes_are_within_what_is_declared(self) -> None:
        info = self.game.info
        assert max(count_plies(self.game, seed) for seed in range(FEW)) <= info.longest
        for s in some_positions(self.game):
            legal = self.game.legal_actions(s)
            limit = info.max_outcomes if self.game.mover(s) == CHANCE else info.max_actions
            assert len(legal) <= limit
            assert len(set(legal)) == len(legal)
            assert info.seats[0] <= self.game.seats(s) <= info.seats[1]
            assert OVER <= self.game.mover(s) < self.game.seats(s)

    def test_somebody_can_act_until_the_game_is_over(self) -> None:
        for s in some_positions(self.game):
            assert bool(self.game.legal_actions(s)) == (self.game.mover(s) != OVER)

    def test_nothing_is_legal_after_the_end(self) -> None:
        for seed in range(FEW):
            s = played(self.game, seed)[-1]
            before = s.tobytes()
            assert self.game.legal_actions(s) == []
            with pytest.raises(GameOver, match="over"):
                self.game.play(s, 0)
            assert s.tobytes() == before

    def test_an_illegal_action_is_refused_and_changes_nothing(self) -> None:
        for s in some_positions(self.game)[:40]:
            if self.game.is_over(s):
                continue
            before = s.tobytes()
            for wrong in ({-7, 10**6} | set(range(40))) - set(self.game.legal_actions(s)):
                with pytest.raises(IllegalAction, match="not legal here; legal: "):
                    self.game.play(s, wrong)
                assert s.tobytes() == before

    def test_returns_are_what_is_declared(self) -> None:
        info = self.game.info
        for s in some_positions(self.game):
            values = self.game.returns(s)
            assert len(values) == self.game.seats(s)
            assert all(info.min_return <= value <= info.max_return for value in values)
            if info.zero_sum:
                assert sum(values) == pytest.approx(0)
            if info.co_operative:
                assert len(set(values)) == 1
            if not info.running and not self.game.is_over(s):
                assert values == [0.0] * len(values)

    def test_actions_go_through_notation_and_back(self) -> None:
        for s in some_positions(self.game):
            for action in self.game.legal_actions(s):
                assert self.game.parse_action(s, self.game.format_action(s, action)) == action

    def test_unreadable_text_is_a_notation_error(self) -> None:
        s = self.game.start()
        for text in UNREADABLE:
            with pytest.raises(NotationError):
                self.game.parse_action(s, text)

    def test_bytes_go_out_and_back(self) -> None:
        for s in some_positions(self.game)[:30]:
            assert self.game.same(self.game.from_bytes(s.tobytes()), s)
            assert self.game.same(self.game.copy(s), s)
        with pytest.raises(StateError, match="bytes"):
            self.game.from_bytes(b"short")

    def test_the_drawing_follows_the_position(self) -> None:
        for seed in range(FEW):
            line = played(self.game, seed)
            drawn = [self.game.draw(s) for s in line]
            assert all(drawn)
            assert drawn[0] != drawn[-1], "the first and the last position are drawn alike"

    def test_setups_go_out_and_back_and_bad_ones_are_refused(self) -> None:
        setup = self.game.parse_setup()
        options = self.game.format_setup(setup)
        assert self.game.parse_setup(options).tobytes() == setup.tobytes()
        with pytest.raises(UnknownName, match="no option"):
            self.game.parse_setup({"colour_of_the_box": "red"})
        for option in self.game.info.options:
            with pytest.raises((UnknownName, SetupError)):
                self.game.parse_setup({option.name: "no such thing"})
            if not option.choices:
                with pytest.raises(SetupError, match=f"from {option.low} to {option.high}"):
                    self.game.parse_setup({option.name: option.high + 1})

    def test_equal_states_have_equal_keys_and_unequal_ones_hardly_ever(self) -> None:
        distinct = {s.tobytes() for seed in range(4 * FEW) for s in played(self.game, seed)}
        keys = [_key_of(self.game, state) for state in sorted(distinct)[:400]]
        assert keys == [_key_of(self.game, state) for state in sorted(distinct)[:400]]
        assert len(set(keys)) >= 0.9 * len(keys)  # a game may call positions equal that differ in their history

    def test_positions_with_equal_keys_can_be_treated_alike(self) -> None:
        """They must agree in all that a search asks for while the game runs."""
        found: dict[int, Any] = {}
        for s in some_positions(self.game):
            if self.game.mover(s) != OVER:
                estimates = [generic.evaluate(s, seat) for seat in range(self.game.seats(s))]
                said = self.game.mover(s), sorted(self.game.legal_actions(s)), self.game.returns(s), estimates
                assert found.setdefault(_key_of(self.game, s.tobytes()), said) == said

    def test_an_estimate_lies_in_the_range_of_returns(self) -> None:
        for s in some_positions(self.game):
            for seat in range(self.game.seats(s)):
                assert self.game.info.min_return <= generic.evaluate(s, seat) <= self.game.info.max_return

    def test_playing_on_a_copy_leaves_the_original(self) -> None:
        s = self.game.start()
        before = s.tobytes()
        self.game.play(self.game.copy(s), self.game.legal_actions(s)[0])
        assert s.tobytes() == before


def _key_of(game: Game, state: bytes) -> int:
    """The key of a position in memory of its own, so that nothing left over from another one can hide in it."""
    row = generic.new_states(game.state_dtype, 1)
    row[0] = game.from_bytes(state)
    return int(generic.key(row[0], generic.words_of(row)[0]))


class ChanceContract:
    """For games with chance."""

    game: Game

    def test_chances_sum_to_one(self) -> None:
        drawn = [s for s in some_positions(self.game) if self.game.mover(s) == CHANCE]
        assert drawn
        for s in drawn:
            assert sum(p for _, p in self.game.chances(s)) == pytest.approx(1)
            assert all(p > 0 for _, p in self.game.chances(s))


class PicksContract:
    """For games with simultaneous picks."""

    game: Game

    def test_picks_do_not_depend_on_pending_ones(self) -> None:
        pending = [s for s in some_positions(self.game) if self.game.mover(s) >= 0 and generic.pending(s)]
        assert pending
        for s in pending:
            seat = self.game.mover(s)
            alone = self.game.copy(s)
            generic.retract(alone, seat)
            assert self.game.mover(alone) == seat
            assert generic.pending(alone) == 0
            assert self.game.legal_actions(alone) == self.game.legal_actions(s)
            view = self.game.observe(s, seat)
            generic.retract(view, seat)
            assert self.game.same(view, self.game.observe(alone, seat)), "a view depends on pending picks"


class RewardsContract:
    """For games with other rewards than their returns."""

    game: Game

    def test_other_rewards_lie_between_zero_and_one(self) -> None:
        out: Actions = np.full(generic.MAX_SEATS, np.nan)
        for s in some_positions(self.game):
            for kind in range(len(self.game.info.rewards)):
                generic.rewards(s, kind, out)
                values = out[: self.game.seats(s)]
                assert ((values >= 0) & (values <= 1)).all()


class BotsContract:
    """For games with hand-written players."""

    game: Game

    def test_bots_choose_legal_actions_from_what_the_mover_may_know(self) -> None:
        for s in some_positions(self.game):
            seat = self.game.mover(s)
            if seat < 0:
                continue
            for bot in range(len(self.game.info.bots)):
                chosen = generic.bot_action(s, bot, new_rng(9))
                assert chosen in self.game.legal_actions(s)
                assert generic.bot_action(self.game.observe(s, seat), bot, new_rng(9)) == chosen
