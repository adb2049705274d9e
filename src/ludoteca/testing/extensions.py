"""What games are held to that declare conventions, or what studies of published programs need."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np

from ludoteca.core.jit import compiles
from ludoteca.core.rng import new_rng
from ludoteca.protocol import CHANCE, Convention, Game, State, conventions
from ludoteca.protocol import rules as generic
from ludoteca.protocol.published import find_known_bugs
from ludoteca.testing.positions import played, some_positions

PLIES = None if compiles else 10  # of a game to look at
Replayed = Iterator[tuple[State, Any, int]]  # a position, everybody's notes in it, the action made there


def replay(game: Game, s: State, convention: Convention) -> Replayed:
    """The game that led to `s` once more, from its first position on, everybody taking notes. Last comes
    the position reached, with NO_ACTION."""
    bot, rng = game.info.find_bot(convention.bot), new_rng(1)
    past, history = game.copy(s), np.zeros(game.info.longest, np.int32)
    actions = history[: conventions.action_history(s, history)].tolist()
    notes = np.zeros((game.seats(s), convention.note_words), np.int64)
    conventions.rewind(past)
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
    yield past, notes, conventions.NO_ACTION


class ConventionsContract:
    """For teams with conventions."""

    game: Game

    def replay_some(self) -> Iterator[tuple[int, State, Any, int]]:
        """(bot, position, notes, action) for the actions of a game, with each convention."""
        for convention in self.game.info.conventions:
            bot = self.game.info.find_bot(convention.bot)
            for past, notes, action in islice(replay(self.game, played(self.game, 0)[-1], convention), PLIES):
                if action != conventions.NO_ACTION:
                    yield bot, past, notes, action

    def test_a_rewound_game_can_be_replayed_to_the_same_position(self) -> None:
        for seed in range(2):
            s = played(self.game, seed)[-1]
            *_, (past, _, _) = replay(self.game, s, self.game.info.conventions[0])
            assert self.game.same(past, s)

    def test_a_convention_with_its_notes_does_what_the_bot_does_without(self) -> None:
        for bot, past, notes, _ in self.replay_some():
            seat = self.game.mover(past)
            expected = generic.bot_action(self.game.observe(past, seat), bot, new_rng(1))
            assert conventions.convention_action(past, seat, bot, notes[seat].copy()) == expected

    def test_notes_use_only_what_their_seat_may_know(self) -> None:
        """Worlds that a seat cannot tell apart, before an action and after it, leave it with equal notes."""
        compared = 0
        for bot, past, notes, action in self.replay_some():
            for seat in range(self.game.seats(past)):
                world = self.game.guess(self.game.observe(past, seat), seat, new_rng(7))
                if not self.looks_alike(past, world, seat, action):
                    continue
                compared += not self.game.same(past, world)
                kept = []
                for s in (past, world):
                    kept.append(notes[seat].copy())
                    conventions.update_notes(s, seat, bot, kept[-1], action)
                assert kept[0].tolist() == kept[1].tolist()
        assert compared

    def looks_alike(self, s: State, other: State, seat: int, action: int) -> bool:
        """Whether two positions look alike to a seat after an action, too."""
        if action not in self.game.legal_actions(other):
            return False
        views = []
        for before in (s, other):
            after = self.game.copy(before)
            self.game.play(after, action)
            views.append(self.game.observe(after, seat))
        return self.game.same(*views)

    def test_up_to_the_public_prefix_nothing_was_hidden_that_is_hidden_now(self) -> None:
        """Two worlds of a seat, replayed so far, look alike to a watcher."""
        for s in played(self.game, 0):
            seat = self.game.mover(s)
            if seat < 0:
                continue
            views = []
            for world in (s, self.game.guess(self.game.observe(s, seat), seat, new_rng(3))):
                line = replay(self.game, world, self.game.info.conventions[0])
                past, _, _ = next(islice(line, conventions.public_prefix(s, seat), None))
                views.append(self.game.spectate(past).tobytes())
            assert views[0] == views[1]

    def test_a_convention_that_all_follow_misleads_nobody(self) -> None:
        """What a partner does leaves true notes true; the game follows the first convention."""
        first = self.game.info.find_bot(self.game.info.conventions[0].bot)
        for bot, past, notes, action in self.replay_some():
            for seat in range(self.game.seats(past)):
                if bot == first and seat != self.game.mover(past):
                    before = conventions.true_notes(past, seat, bot, notes[seat])
                    later = notes[seat].copy()
                    conventions.update_notes(past, seat, bot, later, action)
                    assert not before & ~conventions.true_notes(past, seat, bot, later)


class KnownBugsContract:
    """For games that name known bugs of published programs."""

    game: Game

    def test_a_known_bug_changes_positions_to_others_that_can_be_searched(self) -> None:
        for bug in find_known_bugs(self.game).values():
            changed = 0
            for s in (s for seed in range(8) for s in played(self.game, seed) if self.game.mover(s) >= 0):
                wrong = self.game.copy(s)
                bug(wrong)
                changed += not self.game.same(wrong, s)
                assert self.game.mover(wrong) >= 0
            assert changed


class FixedActionsContract:
    """For games that promise the same actions at every decision."""

    game: Game

    def test_the_actions_are_the_same_at_every_decision(self) -> None:
        decisions = [s for s in some_positions(self.game) if self.game.mover(s) >= 0]
        assert len({tuple(self.game.legal_actions(s)) for s in decisions}) == 1
