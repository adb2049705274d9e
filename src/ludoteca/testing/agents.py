"""What every agent is held to, on every game that it claims."""

import threading
from collections.abc import Sequence
from typing import Any

import pytest

from ludoteca import agents
from ludoteca.core.errors import BudgetError, GameOver, LudotecaError, SettingsError
from ludoteca.core.jit import compiles
from ludoteca.protocol import Agent, Budget, Decision, Game, Watch
from ludoteca.testing.positions import FEW, played

QUICK, QUICK_PLAIN = {"nodes": 300, "iterations": 24}, {"nodes": 60, "iterations": 8}
SHORT_GAME = 50  # plies: such a game is played to its end in a moment, in plain Python, too
LONG_GAME = 10_000  # plies: playouts of longer games end with an estimate


def parametrise_agents(game: Game, metafunc: pytest.Metafunc) -> None:
    """Run a test with the argument `agent_name` for each agent that plays this game."""
    if "agent_name" in metafunc.fixturenames:
        metafunc.parametrize("agent_name", agents.agents_for(game))


def quick_options(name: str, game: Game, plain: bool = not compiles) -> dict[str, Any]:
    """Options with which an agent decides in a moment: its own `quick` settings and a small budget. `plain` is for
    plain Python."""
    kind = agents.load(name)
    budget = QUICK_PLAIN if plain else QUICK
    options: dict[str, Any] = {} if kind.budget is None else {kind.budget_unit: budget[kind.budget_unit]}
    options |= kind.quick
    if plain and game.info.longest > SHORT_GAME:
        options |= kind.quick_plain
    if "cap" in kind.Settings.__dataclass_fields__ and game.info.longest > LONG_GAME:
        options["cap"] = 20
    return options


def quick_agent(name: str, game: Game, seed: int = 1, **options: Any) -> Agent:
    return agents.make(name, game, seed=seed, **{**quick_options(name, game), **options})


class AgentsContract:
    """For each agent that claims the game."""

    game: Game

    @classmethod
    def pytest_generate_tests(cls, metafunc: pytest.Metafunc) -> None:
        parametrise_agents(cls.game, metafunc)

    def test_it_answers_with_a_legal_action_and_its_reasons(self, agent_name: str) -> None:
        agent = quick_agent(agent_name, self.game)
        info = self.game.info
        for s in played(self.game, 3):
            seat = self.game.mover(s)
            if seat < 0:
                continue
            view = self.game.observe(s, seat)
            before = view.tobytes()
            decision = agent.decide(view)
            rows = decision.analysis.actions
            assert decision.action in self.game.legal_actions(s)
            assert rows[0].action == decision.action == decision.analysis.line[0]
            assert {row.action for row in rows} <= set(self.game.legal_actions(s))
            assert len({row.action for row in rows}) == len(rows)
            assert decision.analysis.seconds >= 0
            values = [row.value for row in rows if row.value is not None]
            assert all(info.min_return - 1e-9 <= value <= info.max_return + 1e-9 for value in values)
            assert view.tobytes() == before, "the view was changed"

    def test_equal_seeds_give_equal_decisions(self, agent_name: str) -> None:
        first = _gist(_decide_along(self.game, quick_agent(agent_name, self.game, seed=11), 4))
        agent = quick_agent(agent_name, self.game, seed=99)
        _decide_along(self.game, agent, 5)
        agent.forget()
        agent.reseed(11)
        assert _gist(_decide_along(self.game, agent, 4)) == first

    def test_other_searches_at_the_same_time_change_nothing(self, agent_name: str) -> None:
        alone = _gist(_decide_along(self.game, quick_agent(agent_name, self.game, seed=2), 6))
        results: dict[int, Any] = {}

        def work(i: int) -> None:
            results[i] = _gist(_decide_along(self.game, quick_agent(agent_name, self.game, seed=2), 6))

        threads = [threading.Thread(target=work, args=(i,)) for i in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert list(results.values()) == [alone] * 3

    def test_stopped_before_it_starts_it_still_answers(self, agent_name: str) -> None:
        agent = quick_agent(agent_name, self.game)
        s = next(s for s in played(self.game, 1) if self.game.mover(s) >= 0)
        watch = Watch()
        watch.stop()
        budget = None if agent.budget is None else Budget(seconds=600)
        decision = agent.decide(self.game.observe(s, self.game.mover(s)), budget, watch)
        assert decision.action in self.game.legal_actions(s)
        assert decision.analysis.seconds < 300

    def test_nothing_is_decided_after_the_end(self, agent_name: str) -> None:
        with pytest.raises(GameOver):
            quick_agent(agent_name, self.game).decide(played(self.game, 2)[-1])

    def test_a_budget_in_the_wrong_unit_is_refused(self, agent_name: str) -> None:
        agent = quick_agent(agent_name, self.game)
        wrong = Budget(nodes=5) if agent.budget and agent.budget.iterations else Budget(iterations=5)
        s = next(s for s in played(self.game, 1) if self.game.mover(s) >= 0)
        with pytest.raises((BudgetError, SettingsError)):
            agent.decide(self.game.observe(s, self.game.mover(s)), wrong)

    def test_it_describes_itself_well_enough_to_be_made_again(self, agent_name: str) -> None:
        agent = quick_agent(agent_name, self.game, seed=8)
        made = agent.describe()
        twin = agents.make(made["agent"], self.game, made["seed"], **made["settings"], **made["budget"])
        assert _gist(_decide_along(self.game, twin, 7)) == _gist(_decide_along(self.game, agent, 7))

    def test_unknown_settings_and_bad_seeds_are_refused(self, agent_name: str) -> None:
        with pytest.raises(LudotecaError, match="no setting"):
            agents.make(agent_name, self.game, colour="red")
        wrong: tuple[Any, ...] = (-1, 2**64, 1.5, True)
        for seed in wrong:
            with pytest.raises(SettingsError, match="seed"):
                agents.make(agent_name, self.game, seed=seed)


def _decide_along(game: Game, agent: Agent, seed: int) -> list[Decision]:
    """What the agent decides along one random game."""
    made: list[Decision] = []
    for s in played(game, seed):
        seat = game.mover(s)
        if seat >= 0 and len(made) < FEW:
            made.append(agent.decide(game.observe(s, seat)))
    return made


def _gist(decisions: Sequence[Decision]) -> list[Any]:
    return [(d.action, d.analysis.actions, d.analysis.line, d.analysis.value, d.analysis.nodes) for d in decisions]
