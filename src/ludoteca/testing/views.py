"""Hidden information never leaks: not through views, not through decisions."""

import pytest

from ludoteca.core.jit import compiles
from ludoteca.core.rng import new_rng
from ludoteca.protocol import Game
from ludoteca.testing.agents import parametrise_agents, quick_agent
from ludoteca.testing.positions import seats_and_positions

POSITIONS, WORLDS = (12, 8) if compiles else (3, 3)  # in which decisions are compared


class ViewsContract:
    """For every game."""

    game: Game

    def test_a_view_of_a_view_is_the_view(self) -> None:
        for seat, s in seats_and_positions(self.game):
            view = self.game.observe(s, seat)
            assert self.game.same(self.game.observe(view, seat), view)

    def test_the_mover_knows_its_turn_and_its_actions(self) -> None:
        for seat, s in seats_and_positions(self.game):
            view = self.game.observe(s, seat)
            assert self.game.mover(view) == self.game.mover(s), (
                f"for seat {seat}, after observe, mover gives another answer: it must not depend on what is blanked"
            )
            if seat == self.game.mover(s):
                assert self.game.legal_actions(view) == self.game.legal_actions(s), (
                    f"seat {seat} is to act, but after observe its legal actions are others: they must not depend on "
                    "what is blanked"
                )

    def test_a_guess_is_possible_for_what_the_seat_knows(self) -> None:
        for seat, s in seats_and_positions(self.game):
            view = self.game.observe(s, seat)
            for seed in range(3):
                world = self.game.guess(view, seat, new_rng(seed))
                assert self.game.same(self.game.observe(world, seat), view), (
                    f"guess gave seat {seat} a state that observe does not turn back into its view"
                )


class OpenContract:
    """For games that hide nothing."""

    game: Game

    def test_nothing_is_hidden_where_nothing_is_declared_hidden(self) -> None:
        for seat, s in seats_and_positions(self.game):
            assert self.game.same(self.game.observe(s, seat), s)


class HiddenContract:
    """For games with hidden information or secret picks."""

    game: Game

    def test_something_is_hidden_and_guessed_differently(self) -> None:
        worlds = set()
        for seat, s in seats_and_positions(self.game):
            view = self.game.observe(s, seat)
            worlds.add(len({self.game.guess(view, seat, new_rng(seed)).tobytes() for seed in range(20)}))
        assert max(worlds) > 1


class SecretsContract:
    """For each agent of a game with hidden information."""

    game: Game

    @classmethod
    def pytest_generate_tests(cls, metafunc: pytest.Metafunc) -> None:
        parametrise_agents(cls.game, metafunc)

    def test_states_that_differ_only_in_what_is_hidden_give_equal_decisions(self, agent_name: str) -> None:
        agent = quick_agent(agent_name, self.game)
        compared = 0
        for seat, s in seats_and_positions(self.game):
            if seat != self.game.mover(s) or compared >= POSITIONS:
                continue
            view = self.game.observe(s, seat)
            worlds = {self.game.guess(view, seat, new_rng(seed)).tobytes() for seed in range(WORLDS)}
            if len(worlds) < 2:
                continue
            compared += 1
            decisions = set()
            for world in sorted(worlds):
                agent.forget()
                agent.reseed(5)
                decision = agent.decide(self.game.observe(self.game.from_bytes(world), seat))
                decisions.add((decision.action, decision.analysis.actions, decision.analysis.line))
            assert len(decisions) == 1
        assert compared
