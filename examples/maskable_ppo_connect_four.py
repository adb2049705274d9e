"""sb3-contrib's MaskablePPO learns connect four against random play, over Ludoteca's batch of games.

    pip install 'ludoteca[sb3]'
    python examples/maskable_ppo_connect_four.py

60,000 steps, a quarter of a minute of one core, are enough for nine games of ten.
"""

import argparse
import time
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO

from ludoteca.adapters.sb3 import vec_env


def train(steps: int, games: int, seed: int, progress: bool = True) -> MaskablePPO:
    env = vec_env("connect_four", games, opponents="random")
    env.seed(seed)
    model = MaskablePPO(
        "MlpPolicy",
        env,
        n_steps=64,
        batch_size=512,
        n_epochs=4,
        learning_rate=1e-3,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [128, 128]},
        seed=seed,
        verbose=int(progress),
    )
    return model.learn(steps)


def measure(model: MaskablePPO, games: int, seed: int) -> tuple[int, int]:
    """How many of the first `games` games it wins, playing its best move."""
    env = vec_env("connect_four", 100, opponents="random")
    env.seed(seed)
    x, won, played = env.reset(), 0, 0
    while played < games:
        actions, _ = model.predict(x, action_masks=env.action_masks(), deterministic=True)
        x, rewards, over, _ = env.step(actions)
        played += int(over.sum())
        won += int((rewards[over] > 0).sum())
    return won, played


def main() -> None:
    parser: Any = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=60_000)
    parser.add_argument("--games", type=int, default=64, help="games that are played side by side")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    wall, cpu = time.monotonic(), time.process_time()
    model = train(given.steps, given.games, given.seed)
    seconds, busy = time.monotonic() - wall, time.process_time() - cpu
    won, played = measure(model, 2_000, given.seed + 1)
    share = won / played
    margin = 1.96 * np.sqrt(share * (1 - share) / played)
    print(f"{given.steps} steps in {seconds:.0f} s ({busy / 60:.1f} CPU-minutes)")
    print(f"won {won} of {played} games against random play: {share:.1%} ± {margin:.1%} (95 %)")


if __name__ == "__main__":
    main()
