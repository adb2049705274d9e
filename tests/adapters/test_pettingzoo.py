"""Every game passes PettingZoo's own tests; and what its tests cannot see: rewards, secrets, illegal actions."""

import contextlib
import io
import warnings
from functools import partial

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

with warnings.catch_warnings():  # it imports PettingZoo's own games, as far as they can be, by a deprecated way
    warnings.simplefilter("ignore", DeprecationWarning)
    import pettingzoo.test as checks

from pettingzoo.env_registry.registration import make

import tiny
from helpers import ALL_GAMES, describe
from ludoteca.adapters import pettingzoo as zoo
from ludoteca.core.errors import IllegalAction, UnknownName, UnsupportedGame

SIMULTANEOUS = [game for game in ALL_GAMES if game.info.simultaneous]


@pytest.fixture(autouse=True)
def quiet():
    """PettingZoo prints, and warns of observations that are dictionaries or all zeros, as those of a first move are."""
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        for message in ("Observation space for each", "Observation is not", "Observation numpy array is all zeros"):
            warnings.filterwarnings("ignore", message)
        yield


@pytest.mark.parametrize("game", ALL_GAMES, ids=describe)
def test_every_game_by_turns(game):
    checks.api_test(zoo.env(game), num_cycles=12)
    checks.seed_test(partial(zoo.env, game), num_cycles=6)


@pytest.mark.parametrize("game", ALL_GAMES, ids=describe)
def test_every_render_mode(game):
    checks.render_test(partial(zoo.env, game), {"svg": lambda frame: frame.startswith("<svg") and "</svg>" in frame})


@pytest.mark.parametrize("game", SIMULTANEOUS, ids=describe)
def test_every_simultaneous_game_in_rounds(game):
    checks.parallel_api_test(zoo.parallel_env(game), num_cycles=30)
    checks.parallel_seed_test(partial(zoo.parallel_env, game), num_cycles=6)


def test_games_by_turns_are_not_played_in_rounds():
    with pytest.raises(UnsupportedGame, match="use env"):
        zoo.parallel_env("connect_four")


def play_first_legal(env):
    """Play to the end, each agent the first legal action; what each one earned."""
    env.reset(seed=3)
    earned = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, over, _, info = env.last()
        earned[agent] += reward
        assert over or (observation["action_mask"] == info["action_mask"]).all()
        env.step(None if over else int(np.flatnonzero(observation["action_mask"])[0]))
    return earned


@pytest.mark.parametrize("game", ALL_GAMES, ids=describe)
def test_rewards_sum_to_the_returns(game):
    if game.info.longest > 100_000:
        pytest.skip("a whole game is too long")
    env = zoo.env(game)
    earned = play_first_legal(env)
    assert list(earned.values()) == pytest.approx(game.returns(env._games.states[0]))


def test_rounds_and_turns_are_the_same_game():
    """The same picks in a parallel environment and one by one give the same returns."""
    rounds, turns = zoo.parallel_env(tiny.pennies.GAME), zoo.env(tiny.pennies.GAME)
    rng = np.random.default_rng(5)
    rounds.reset(seed=1)
    turns.reset(seed=1)
    total = dict.fromkeys(rounds.possible_agents, 0.0)
    while rounds.agents:
        picks = {agent: int(rng.integers(2)) for agent in rounds.agents}
        for agent in picks:
            assert turns.agent_selection == agent
            turns.step(picks[agent])
        for agent, reward in rounds.step(picks)[1].items():
            total[agent] += reward
    assert all(turns.terminations.values())
    assert list(total.values()) == pytest.approx(tiny.pennies.GAME.returns(turns._games.states[0]))


def test_a_pending_pick_stays_hidden():
    """The second to pick sees the same, whatever the first has picked."""
    seen = []
    for pick in (0, 1):
        env = zoo.env("contest")
        env.reset(seed=1)
        env.step(pick)
        seen.append(env.last()[0]["observation"])
    assert (seen[0] == seen[1]).all()


def test_an_illegal_action_ends_the_game_for_its_agent():
    env = zoo.env("connect_four")
    env.reset()
    env.step(3)
    env.step(99)
    assert env.rewards == {"player_0": 0.0, "player_1": -1.0}
    assert all(env.terminations.values())
    assert env.infos["player_1"]["illegal"]


def test_what_cannot_be_is_refused():
    with pytest.raises(UnknownName, match="render mode"):
        zoo.env("connect_four", render_mode="ascii")
    with pytest.raises(UnknownName, match="did you mean planes"):
        zoo.env("connect_four", encoder="plane")
    env = zoo.env("connect_four")
    env.reset()
    with pytest.raises(IllegalAction, match="is to act"):
        env.step(None)


def test_the_registry_has_every_installed_game():
    names = zoo.register_all()
    assert names == zoo.register_all()
    env = make("aec", "ludoteca/hanabi-v0", players=3)
    assert env.possible_agents == ["player_0", "player_1", "player_2"]
    assert make("parallel", "ludoteca/contest-v0").metadata["name"] == "contest_v0"
