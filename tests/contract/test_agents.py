"""What every agent is held to, on every game that it claims."""

import threading

import pytest

from helpers import ALL_GAMES, FEW, GAME_AGENTS, describe, make_small, played
from ludoteca import agents
from ludoteca.core.errors import BudgetError, GameOver, LudotecaError, SettingsError, UnsupportedGame
from ludoteca.protocol import Budget, Watch

pairs = pytest.mark.parametrize(("game", "name"), GAME_AGENTS, ids=describe)


def decisions_of(game, agent, seed):
    """What the agent decides along one random game."""
    made = []
    for s in played(game, seed):
        seat = game.mover(s)
        if seat >= 0 and len(made) < FEW:
            made.append(agent.decide(game.observe(s, seat)))
    return made


def gist(decisions):
    return [(d.action, d.analysis.actions, d.analysis.line, d.analysis.value, d.analysis.nodes) for d in decisions]


@pairs
def test_it_answers_with_a_legal_action_and_its_reasons(game, name):
    agent = make_small(name, game)
    for s in played(game, 3):
        seat = game.mover(s)
        if seat < 0:
            continue
        view = game.observe(s, seat)
        before = view.tobytes()
        decision = agent.decide(view)
        rows = decision.analysis.actions
        assert decision.action in game.legal_actions(s)
        assert rows[0].action == decision.action == decision.analysis.line[0]
        assert {row.action for row in rows} <= set(game.legal_actions(s))
        assert len({row.action for row in rows}) == len(rows)
        assert decision.analysis.seconds >= 0
        for row in rows:
            if row.value is not None:
                assert game.info.min_return - 1e-9 <= row.value <= game.info.max_return + 1e-9
        assert view.tobytes() == before, "the view was changed"


@pairs
def test_equal_seeds_give_equal_decisions(game, name):
    first = gist(decisions_of(game, make_small(name, game, seed=11), 4))
    agent = make_small(name, game, seed=99)
    decisions_of(game, agent, 5)
    agent.forget()
    agent.reseed(11)
    assert gist(decisions_of(game, agent, 4)) == first


@pairs
def test_other_searches_at_the_same_time_change_nothing(game, name):
    alone = gist(decisions_of(game, make_small(name, game, seed=2), 6))
    results: dict[int, list] = {}

    def work(i: int) -> None:
        results[i] = gist(decisions_of(game, make_small(name, game, seed=2), 6))

    threads = [threading.Thread(target=work, args=(i,)) for i in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert list(results.values()) == [alone] * 3


@pairs
def test_stopped_before_it_starts_it_still_answers(game, name):
    agent = make_small(name, game)
    s = next(s for s in played(game, 1) if game.mover(s) >= 0)
    watch = Watch()
    watch.stop()
    budget = None if agent.budget is None else Budget(seconds=60)
    decision = agent.decide(game.observe(s, game.mover(s)), budget, watch)
    assert decision.action in game.legal_actions(s)
    assert decision.analysis.seconds < 30


@pairs
def test_nothing_is_decided_after_the_end(game, name):
    *_, s = played(game, 2)
    with pytest.raises(GameOver):
        make_small(name, game).decide(s)


@pairs
def test_a_budget_in_the_wrong_unit_is_refused(game, name):
    agent = make_small(name, game)
    wrong = Budget(nodes=5) if agent.budget and agent.budget.iterations else Budget(iterations=5)
    with pytest.raises((BudgetError, SettingsError)):
        agent.decide(game.start(), wrong) if game.mover(game.start()) >= 0 else agent.check_budget(wrong)


@pairs
def test_it_describes_itself_well_enough_to_be_made_again(game, name):
    agent = make_small(name, game, seed=8)
    told = agent.describe()
    twin = agents.make(told["agent"], game, told["seed"], **told["settings"], **told["budget"])
    assert gist(decisions_of(game, twin, 7)) == gist(decisions_of(game, agent, 7))


@pytest.mark.parametrize("game", ALL_GAMES, ids=describe)
@pytest.mark.parametrize("name", agents.names())
def test_what_it_cannot_play_it_refuses_and_says_what_to_use(game, name):
    kind = agents.load(name)
    if kind.refusal(game.info) is None:
        if not kind.needs_external_program:
            make_small(name, game)
        return
    with pytest.raises(UnsupportedGame, match=f"{name} cannot play {game.info.name}: .*; use "):
        agents.make(name, game)


@pairs
def test_unknown_settings_and_bad_seeds_are_refused(game, name):
    with pytest.raises(LudotecaError, match="no setting"):
        agents.make(name, game, colour="red")
    for seed in (-1, 2**64, 1.5, True):
        with pytest.raises(SettingsError, match="seed"):
            agents.make(name, game, seed=seed)
