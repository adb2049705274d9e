"""The optimisers of self-play, and what a checkpoint keeps of them: AdamW for all weights, or Muon for those between
layers and AdamW for the rest."""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from ludoteca.training.muon import find_precision, make_muon
from ludoteca.training.ppo import POLICY, VALUE
from ludoteca.training.selfplay_plan import SelfPlayPlan

HEADS = (POLICY, VALUE)
"""The chains of layers that are left to AdamW, as Muon's authors advise."""


class Optimisers:
    """One optimiser, or two that share the weights of a model."""

    def __init__(self, torch: Any, model: Any, plan: SelfPlayPlan) -> None:
        self.torch, self.plan = torch, plan
        others, matrices = list(model.parameters()), []
        if plan.optimiser == "muon":
            chains = [chain for name, chain in model.chains.items() if name not in HEADS]
            matrices = [layer.weight for chain in chains for layer in chain.linear]
            chosen = {id(weights) for weights in matrices}
            others = [weights for weights in others if id(weights) not in chosen]
        self.parts = [torch.optim.AdamW(others, plan.rate, weight_decay=plan.weight_decay)]
        if matrices:
            dtype = find_precision(torch, plan.precision)
            self.parts.append(make_muon(torch, matrices, plan.muon_rate, plan.weight_decay, dtype))

    def set_progress(self, progress: float) -> None:
        """The rates of this moment of a run (0 to 1): they fall in half a cosine."""
        plan = self.plan
        fraction = 0.5 * (1 + math.cos(math.pi * min(1.0, progress)))
        rate = plan.last_rate + (plan.rate - plan.last_rate) * fraction
        for part, share in zip(self.parts, (1.0, plan.muon_rate / plan.rate), strict=False):
            for group in part.param_groups:
                group["lr"] = rate * share

    def step(self, loss: Any) -> None:
        """Move the weights so that this loss becomes smaller."""
        for part in self.parts:
            part.zero_grad()
        loss.backward()
        for part in self.parts:
            part.step()

    def read(self) -> dict[str, Any]:
        """The moments, by names for a file."""
        found: dict[str, Any] = {}
        for which, part in enumerate(self.parts):
            for number, values in part.state_dict()["state"].items():
                found |= {f"{which}.{number}.{key}": value.numpy() for key, value in values.items()}
        return found

    def write(self, tensors: Mapping[str, Any]) -> None:
        """Put moments back that were read."""
        states: list[dict[int, dict[str, Any]]] = [{} for _ in self.parts]
        for name, value in tensors.items():
            which, number, key = name.split(".")
            states[int(which)].setdefault(int(number), {})[key] = self.torch.from_numpy(np.array(value))
        for part, state in zip(self.parts, states, strict=True):
            part.load_state_dict({**part.state_dict(), "state": state})
