"""The batch as a VecEnv: masks as a matrix, and an outside trainer that learns on it."""

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")
import torch

from ludoteca.adapters.sb3 import vec_env
from ludoteca.core.errors import UnknownName


@pytest.fixture(autouse=True)
def one_thread():
    """More only wait for each other on a busy machine."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def test_masks_are_a_matrix():
    env = vec_env("connect_four", 5, seat=0)
    env.seed(3)
    x = env.reset()
    assert x.shape == (5, 168)
    masks = np.stack(env.env_method("action_masks"))
    assert masks.shape == (5, 7)
    assert masks.dtype == bool
    assert env.env_method("action_masks", indices=[1, 2])[0].all()
    with pytest.raises(UnknownName, match="method"):
        env.env_method("seed")


def test_the_end_of_a_game_is_told():
    env = vec_env("connect_four", 4)
    env.seed(1)
    env.reset()
    for _ in range(30):
        actions = [np.flatnonzero(mask)[0] for mask in env.env_method("action_masks")]
        _, rewards, over, infos = env.step(np.array(actions))
        for i in np.flatnonzero(over):
            assert infos[i]["episode"]["r"] == pytest.approx(rewards[i])
            assert infos[i]["terminal_observation"].shape == (168,)
            return
    raise AssertionError("no game ended")


def test_maskable_ppo_learns_to_beat_random_play():
    """The short form of examples/maskable_ppo_connect_four.py: seconds, and already far from half."""
    from maskable_ppo_connect_four import measure, train

    model = train(steps=20_000, games=32, seed=1, progress=False)
    won, games = measure(model, 200, seed=99)
    assert won / games > 0.7


def test_ppo_in_one_file_learns_small_hanabi():
    """The short form of examples/ppo_hanabi.py."""
    from ppo_hanabi import train as learn

    _, curve = learn(iterations=12, games=128, steps=64, quiet=True)
    assert np.nanmean(curve[-4:]) > np.nanmean(curve[:3]) + 0.3
