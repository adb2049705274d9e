"""PPO in one file, in the manner of CleanRL: a small Hanabi learned from its score, over Ludoteca's batch of games.

    pip install 'ludoteca[gymnasium,learn]'
    python examples/ppo_hanabi.py

Two players, two colours of five ranks: 10 points at the most, and random play scores about one. The caller plays every
seat (`opponents=None`): one network, the whole team. Actions are masked; the reward of a step is what the team gained.
"""

import argparse
import time
from typing import Any

import numpy as np
import torch
from torch import nn

from ludoteca.adapters.gymnasium import vector_env

SETUP = {"players": 2, "colours": 2, "hand_size": 3, "tokens": 5, "scoring": "keep"}


class Policy(nn.Module):
    def __init__(self, inputs: int, actions: int, width: int = 128) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(inputs, width), nn.Tanh(), nn.Linear(width, width), nn.Tanh())
        self.actor, self.critic = nn.Linear(width, actions), nn.Linear(width, 1)
        nn.init.orthogonal_(self.actor.weight, 0.01)

    def forward(self, x: Any, mask: Any) -> tuple[Any, Any]:
        hidden = self.body(x)
        scores = self.actor(hidden).masked_fill(~mask, -1e9)
        return torch.distributions.Categorical(logits=scores), self.critic(hidden).squeeze(-1)


def train(
    iterations: int, games: int = 128, steps: int = 64, seed: int = 1, quiet: bool = False
) -> tuple[Policy, list[float]]:
    """The trained policy, and the mean score of the games that ended in each iteration."""
    torch.manual_seed(seed)
    env = vector_env("hanabi", games, opponents=None, autoreset="SameStep", **SETUP)
    x, info = env.reset(seed=seed)
    policy = Policy(env.setting.inputs, env.setting.outputs)
    optimizer = torch.optim.Adam(policy.parameters(), lr=1e-3, eps=1e-5)
    buffers = new_buffers(steps, games, env.setting.inputs, env.setting.outputs)
    running, curve = np.zeros(games), []
    for iteration in range(iterations):
        finished: list[float] = []
        for t in range(steps):
            buffers["x"][t], buffers["mask"][t] = torch.from_numpy(x), torch.from_numpy(info["action_mask"]).bool()
            with torch.no_grad():
                odds, value = policy(buffers["x"][t], buffers["mask"][t])
                action = odds.sample()
            x, rewards, over, _, info = env.step(action.numpy())
            running += rewards
            finished += running[over].tolist()
            running[over] = 0.0
            buffers["action"][t], buffers["log"][t], buffers["value"][t] = action, odds.log_prob(action), value
            buffers["reward"][t], buffers["over"][t] = torch.from_numpy(rewards), torch.from_numpy(over)
        with torch.no_grad():
            _, last = policy(torch.from_numpy(x), torch.from_numpy(info["action_mask"]).bool())
        update(policy, optimizer, buffers, advantages(buffers, last))
        curve.append(float(np.mean(finished)) if finished else float("nan"))
        if not quiet and iteration % 10 == 9:
            print(f"{(iteration + 1) * steps * games:>9,} steps: mean score {np.mean(curve[-10:]):.2f}", flush=True)
    return policy, curve


def new_buffers(steps: int, games: int, inputs: int, outputs: int) -> dict[str, Any]:
    shape = (steps, games)
    return {
        "x": torch.zeros(*shape, inputs),
        "mask": torch.zeros(*shape, outputs, dtype=torch.bool),
        "action": torch.zeros(shape, dtype=torch.int64),
        "over": torch.zeros(shape, dtype=torch.bool),
        **{name: torch.zeros(shape) for name in ("log", "value", "reward")},
    }


def advantages(buffers: dict[str, Any], last: Any, gamma: float = 0.99, decay: float = 0.95) -> Any:
    """Generalised advantage estimation. A team's decisions are one chain, whoever acts."""
    found, gained = torch.zeros_like(buffers["reward"]), torch.zeros_like(last)
    for t in reversed(range(len(found))):
        alive = (~buffers["over"][t]).float()
        after = last if t == len(found) - 1 else buffers["value"][t + 1]
        gained = buffers["reward"][t] + alive * gamma * (after + decay * gained) - buffers["value"][t]
        found[t] = gained
    return found


def update(policy: Policy, optimizer: Any, buffers: dict[str, Any], gained: Any, epochs: int = 4) -> None:
    flat = {name: value.flatten(0, 1) for name, value in buffers.items()}
    gained = gained.flatten()
    target = gained + flat["value"]
    for _ in range(epochs):
        for rows in torch.randperm(len(gained)).split(1024):
            odds, value = policy(flat["x"][rows], flat["mask"][rows])
            better = (gained[rows] - gained[rows].mean()) / (gained[rows].std() + 1e-8)
            ratio = (odds.log_prob(flat["action"][rows]) - flat["log"][rows]).exp()
            clipped = ratio.clamp(0.8, 1.2)
            loss = -torch.min(ratio * better, clipped * better).mean()
            loss = loss + 0.5 * (value - target[rows]).pow(2).mean() - 0.01 * odds.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
            optimizer.step()


def main() -> None:
    parser: Any = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--iterations", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    wall, cpu = time.monotonic(), time.process_time()
    _, curve = train(given.iterations, seed=given.seed)
    print(f"first {np.nanmean(curve[:5]):.2f}, last {np.nanmean(curve[-20:]):.2f} points of 10, "
          f"{time.monotonic() - wall:.0f} s ({(time.process_time() - cpu) / 60:.1f} CPU-minutes)")  # fmt: skip


if __name__ == "__main__":
    main()
