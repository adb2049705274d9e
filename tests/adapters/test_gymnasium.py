"""Every game passes the checkers of Gymnasium and Stable-Baselines3; the batch plays as one environment does."""

import contextlib
import io
import warnings

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env

import tiny
from helpers import ALL_GAMES, describe
from ludoteca.adapters import gymnasium as seats
from ludoteca.core.errors import IllegalAction, SetupError, UnknownName


@pytest.fixture(autouse=True)
def quiet():
    """Encoders that keep floats have no bounds, and the checkers say so."""
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.filterwarnings("ignore", message=".*A Box observation space (min|max)imum value is")
        yield


@pytest.mark.parametrize("game", ALL_GAMES, ids=describe)
def test_every_game_passes_the_checkers(game):
    check_env(seats.env(game), skip_render_check=True)  # rendering is tested beside PettingZoo
    sb3 = pytest.importorskip("stable_baselines3.common.env_checker")
    sb3.check_env(seats.env(game))


def pick(mask, rng):
    return np.array([rng.choice(np.flatnonzero(row)) for row in mask])


def drive(batch, steps, seed=7):
    """Play any legal actions; every observation, reward and end."""
    rng = np.random.default_rng(seed)
    x, info = batch.reset(seed=seed)
    told = [(x, np.zeros(batch.num_envs), np.zeros(batch.num_envs, bool))]
    for _ in range(steps):
        x, rewards, over, cut, info = batch.step(pick(info["action_mask"], rng))
        assert not cut.any()
        told.append((x, rewards, over))
    return told


def equal(a, b):
    return all(np.array_equal(x, y) for step, other in zip(a, b, strict=True) for x, y in zip(step, other, strict=True))


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_the_same_seed_gives_the_same_batch(mode):
    first, second = (drive(seats.vector_env("hanabi", 4, autoreset=mode, colours=2), 30) for _ in range(2))
    assert equal(first, second)
    assert not equal(first, drive(seats.vector_env("hanabi", 4, autoreset=mode, colours=2), 30, seed=8))


def test_a_batch_of_one_plays_as_the_single_environment():
    batch, env = seats.vector_env("connect_four", 1, seat=0), seats.env("connect_four", seat=0)
    rng = np.random.default_rng(1)
    x, info = batch.reset(seed=5)
    assert np.array_equal(x[0], env.reset(seed=5)[0])
    over = False
    while not over:
        action = pick(info["action_mask"], rng)
        x, rewards, ended, _, info = batch.step(action)
        seen, reward, over, _, _ = env.step(int(action[0]))
        assert np.array_equal(x[0], seen)
        assert (rewards[0], ended[0]) == (reward, over)


def test_next_step_ignores_the_action_after_the_end_and_same_step_keeps_the_last_observation():
    nexts = seats.vector_env("connect_four", 3, seat=0)
    _, info = nexts.reset(seed=2)
    rng, over = np.random.default_rng(2), np.zeros(3, bool)
    while not over.any():
        _, _, over, _, info = nexts.step(pick(info["action_mask"], rng))
    x, rewards, again, _, info = nexts.step(np.full(3, 99) * over)
    assert not again[over].any()
    assert (rewards[over] == 0).all()
    assert (x[over].sum(axis=1) <= 1).all()  # a new game: at most the rival's first disc

    same = drive(seats.vector_env("connect_four", 3, seat=0, autoreset="SameStep"), 40)
    ends = [(x, over) for x, _, over in same if over.any()]
    assert ends
    assert all((x[over].sum(axis=1) <= 1).all() for x, over in ends)


def test_steps_into_arrays_of_the_caller():
    batch, other = seats.vector_env("connect_four", 8), seats.vector_env("connect_four", 8)
    batch.reset(seed=1)
    other.reset(seed=1)
    x, rewards, over = np.empty((8, 168), np.float32), np.empty(8), np.empty(8, bool)
    actions = pick(batch.action_mask, np.random.default_rng(1))
    batch.step_into(actions, x, rewards, over)
    assert np.array_equal(x, other.step(actions)[0])
    with pytest.raises(SetupError, match="shape"):
        batch.step_into(actions, x[:, :3], rewards, over)


def test_without_opponents_the_caller_plays_every_seat():
    batch = seats.vector_env("connect_four", 2, opponents=None)
    _, info = batch.reset(seed=1)
    seen = [info["seat"].tolist()]
    rng, over = np.random.default_rng(3), np.zeros(2, bool)
    while not over.any():
        _, rewards, over, _, info = batch.step(pick(info["action_mask"], rng))
        seen.append(info["seat"].tolist())
    assert seen[:3] == [[0, 0], [1, 1], [0, 0]]
    won = int(np.flatnonzero(over)[0])
    assert rewards[won] == max(info["rewards"][won])
    assert info["rewards"][won].sum() == 0


def test_rivals_may_be_bots_and_agents_that_are_asked():
    strong = seats.vector_env("connect_four", 6, opponents="alphabeta:depth=4")
    results = [reward for _, rewards, over in drive(strong, 40) for reward in rewards[over]]
    assert len(results) > 10
    assert np.mean(results) < -0.5  # random play against a search
    bot = seats.env(tiny.dice_race.GAME, opponents="bot:bot=chaser")
    assert bot.engine.rivals.has_bots
    assert not bot.engine.rivals.agents
    bot.reset(seed=1)
    bot.step(int(np.flatnonzero(bot.action_masks())[0]))


def test_illegal_actions_and_bad_settings():
    env = seats.env("connect_four", seat=0)
    env.reset(seed=1)
    assert env.step(7)[1:3] == (-1.0, True)
    with pytest.raises(IllegalAction, match="reset"):
        env.step(0)
    for wrong, said in (({"seat": 2}, "seat must be"), ({"opponents": ["random"]}, "one for each seat")):
        with pytest.raises(SetupError, match=said):
            seats.env("connect_four", **wrong)
    with pytest.raises(UnknownName, match="autoreset"):
        seats.vector_env("connect_four", 2, autoreset="Never")


def test_the_registry_makes_both_forms():
    seats.register_all()
    env = gymnasium.make("ludoteca/hanabi-v0", players=2, colours=2)
    assert env.observation_space.shape == (env.unwrapped.setting.inputs,)
    batch = gymnasium.make_vec("ludoteca/connect_four-v0", 16)
    assert isinstance(batch.unwrapped, seats.BatchEnv)
    assert batch.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.NEXT_STEP
