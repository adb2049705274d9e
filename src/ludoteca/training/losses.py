"""What a network is to make small, and how good it is."""

from typing import Any

import numpy as np

from ludoteca.networks.declaration import Head
from ludoteca.training.examples import Examples
from ludoteca.training.plan import Plan

ILLEGAL = -1e9  # the output of an illegal action, so that its probability is 0
LARGE_BATCH = 8192  # positions measured at a time


def fetch(torch: Any, plan: Plan, examples: Examples, places: Any) -> tuple[Any, dict[str, Any], Any]:
    """The inputs, targets and legal actions of some positions, as tensors."""
    targets = {}
    for head in plan.network.heads:
        rows = np.asarray(examples.targets[head.name][places])
        rows = rows.astype(np.int64 if head.kind == "policy" and rows.ndim == 1 else np.float32)
        targets[head.name] = torch.from_numpy(rows)
    units = next((head.units for head in plan.network.heads if head.kind == "policy"), 0)
    legal = examples.legal_rows(places, units) if plan.mask and units else None
    legal = None if legal is None else torch.from_numpy(legal)
    return torch.from_numpy(examples.rows(places)), targets, legal


def sum_losses(torch: Any, plan: Plan, outputs: dict[str, Any], targets: dict[str, Any], legal: Any) -> dict[str, Any]:
    """The loss of each head, and under "all" their weighted sum."""
    found = {}
    for head in plan.network.heads:
        found[head.name] = head_loss(torch, head, outputs[head.name], targets[head.name], legal)
    first, *others = plan.network.heads
    total = found[first.name] if first.weight == 1.0 else found[first.name] * first.weight
    for head in others:
        total = total + head.weight * found[head.name]
    return {**found, "all": total}


def head_loss(torch: Any, head: Head, output: Any, target: Any, legal: Any) -> Any:
    if head.kind == "policy":
        return torch.nn.functional.cross_entropy(mask(output, legal), target)
    target = target.reshape(output.shape)
    known = ~torch.isnan(target)
    target = torch.where(known, target, torch.zeros_like(target))
    if head.kind == "flags":
        each = torch.nn.functional.binary_cross_entropy_with_logits(output, target, reduction="none")
    else:
        each = (output - target) ** 2
    return (each * known).sum() / known.sum().clamp(min=1)


def mask(output: Any, legal: Any) -> Any:
    return output if legal is None or legal.shape != output.shape else output.masked_fill(~legal, ILLEGAL)


def measure(torch: Any, plan: Plan, model: Any, examples: Examples, places: Any) -> dict[str, float]:
    """Over some positions: the whole loss, that of each head if there are several, and the accuracy of the main head if
    it is a policy."""
    model.eval()
    totals = dict.fromkeys(["all", *(head.name for head in plan.network.heads)], 0.0)
    right = 0
    with torch.no_grad():
        for start in range(0, len(places), LARGE_BATCH):
            part = places[start : start + LARGE_BATCH]
            x, targets, legal = fetch(torch, plan, examples, part)
            outputs = model(x)
            for name, loss in sum_losses(torch, plan, outputs, targets, legal).items():
                totals[name] += float(loss) * len(part)
            if plan.network.head(plan.main).kind == "policy":
                right += count_right(outputs[plan.main], targets[plan.main], legal)
    found = {"loss": totals.pop("all") / len(places)}
    if len(totals) > 1:
        found |= {f"{name} loss": total / len(places) for name, total in totals.items()}
    if plan.network.head(plan.main).kind == "policy":
        found["accuracy"] = right / len(places)
    return found


def count_right(output: Any, target: Any, legal: Any) -> int:
    """Positions whose right unit (or most probable one) has the largest output among the legal ones."""
    right = target if target.ndim == 1 else target.argmax(dim=1)
    return int((mask(output, legal).argmax(dim=1) == right).sum())
