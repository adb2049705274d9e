"""Muon, an optimiser for the weights between layers (Jordan et al. 2024, https://kellerjordan.github.io/posts/muon).

Each step is the mean of the last gradients with all its directions made about equally long, so rare directions are
learned as quickly as frequent ones. torch has it too, but multiplies in bfloat16 on every processor, which is 60
times slower where the processor cannot; here the caller says what to multiply in.
"""

import math
from collections.abc import Sequence
from typing import Any

MOMENTUM = 0.95
STEPS = 5
QUINTIC = (3.4445, -4.7750, 2.0315)
"""Of the polynomial that brings all singular values near to 1 (0.7 to 1.2 after five steps)."""
LEAST_NORM = 1e-7


def make_muon(torch: Any, matrices: Sequence[Any], rate: float, weight_decay: float, dtype: Any) -> Any:
    """The optimiser of these matrices, as torch's own are used."""

    class Muon(torch.optim.Optimizer):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__(matrices, {"lr": rate, "weight_decay": weight_decay})

        @torch.no_grad()  # type: ignore[untyped-decorator]
        def step(self) -> None:
            for group in self.param_groups:
                for weights in group["params"]:
                    self.move(weights, group["lr"], group["weight_decay"])

        def move(self, weights: Any, rate: float, decay: float) -> None:
            state = self.state[weights]
            if not state:
                state["momentum_buffer"] = torch.zeros_like(weights.grad)
            state["momentum_buffer"].lerp_(weights.grad, 1.0 - MOMENTUM)
            ahead = weights.grad.lerp(state["momentum_buffer"], MOMENTUM)  # Nesterov's
            rows, columns = weights.shape
            weights.mul_(1.0 - rate * decay)
            weights.add_(orthogonalise(torch, ahead, dtype), alpha=-rate * math.sqrt(max(1.0, rows / columns)))

    return Muon()


def orthogonalise(torch: Any, matrix: Any, dtype: Any) -> Any:
    """A matrix with the same singular vectors and all singular values near to 1, by Newton and Schulz's iteration."""
    a, b, c = QUINTIC
    tall = matrix.shape[0] > matrix.shape[1]
    x = matrix.T.to(dtype) if tall else matrix.to(dtype)
    x = x / x.norm().clamp(min=LEAST_NORM)
    for _ in range(STEPS):
        squares = x @ x.T
        x = torch.addmm(x, torch.addmm(squares, squares, squares, beta=b, alpha=c), x, beta=a)
    return x.T if tall else x


def find_precision(torch: Any, wanted: str) -> Any:
    """The torch type that products of this precision are made in: bfloat16 only where the processor has it."""
    quick = wanted == "bfloat16" and torch.ops.mkldnn._is_mkldnn_bf16_supported()
    return torch.bfloat16 if quick else torch.float32
