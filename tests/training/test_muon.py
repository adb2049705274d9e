"""Muon: what a step does, beside torch's own."""

import pytest

from ludoteca.training.muon import find_precision, make_muon, orthogonalise

torch = pytest.importorskip("torch")


@pytest.mark.parametrize("shape", [(40, 12), (12, 40), (16, 16)])
def test_all_directions_become_about_equally_long(shape):
    torch.manual_seed(3)
    matrix = torch.randn(shape) @ torch.diag(torch.logspace(-2, 0, shape[1]))
    found = orthogonalise(torch, matrix, torch.float32)
    values = torch.linalg.svdvals(found)
    assert values.min() > 0.2
    assert values.max() < 1.3
    u, _, v = torch.linalg.svd(matrix, full_matrices=False)
    turned = u.T @ found @ v.T
    assert torch.allclose(turned, torch.diag(turned.diag()), atol=1e-3)  # the singular vectors are the same


def test_steps_are_those_of_torch():
    """In bfloat16, as torch's; in float32 but for rounding."""
    torch.manual_seed(4)
    start, slopes = torch.randn(24, 10), [torch.randn(24, 10) for _ in range(4)]

    def go(make):
        weights = torch.nn.Parameter(start.clone())
        optimiser = make([weights])
        for slope in slopes:
            weights.grad = slope.clone()
            optimiser.step()
        return weights.detach()

    theirs = go(lambda weights: torch.optim.Muon(weights, 0.02, weight_decay=0.1))
    for dtype, slack in ((torch.bfloat16, 1e-6), (torch.float32, 0.004)):
        ours = go(lambda weights, dtype=dtype: make_muon(torch, weights, 0.02, 0.1, dtype))
        assert torch.allclose(ours, theirs, atol=slack), dtype
    assert not torch.allclose(theirs, start, atol=0.02)


def test_float32_is_what_it_says():
    assert find_precision(torch, "float32") is torch.float32
    assert find_precision(torch, "bfloat16") in (torch.float32, torch.bfloat16)
