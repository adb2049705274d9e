"""Weights on disk and compiled inference, beside torch and plain NumPy."""

import json

import numpy as np
import pytest

from ludoteca.core.errors import WeightsError
from ludoteca.networks.inference import infer, softmax
from ludoteca.networks.weights import Shape, flatten, load_network, save_network

SHAPE = Shape((5, 4, 3), (0.5,))


def make_tensors(shape, seed=1):
    random = np.random.default_rng(seed)
    return {name: random.normal(size=size).astype(np.float32) for name, size in shape.tensors().items()}


def test_inference_is_what_numpy_computes():
    for sizes in ((5, 4, 3), (7, 6, 5, 4, 2), (3, 2)):
        shape = Shape(sizes)
        tensors = make_tensors(shape)
        x = np.array([2, 0, -1, 3, 0, 1, 4][: sizes[0]], np.float32)
        wanted = x
        for i in range(shape.layers):
            wanted = tensors[f"layer{i}.weight"] @ wanted + tensors[f"layer{i}.bias"]
            if i + 1 < shape.layers:
                wanted = np.maximum(wanted, 0)
        out = np.zeros(sizes[-1], np.float32)
        infer(flatten(shape, tensors), np.array(sizes), x, out)
        assert out == pytest.approx(wanted, rel=1e-5)


def test_softmax_gives_probabilities():
    values = np.array([1.0, 3.0, -100.0, 9.0], np.float32)
    wanted = np.exp(values[:3] - 3) / np.exp(values[:3] - 3).sum()
    softmax(values, 3)
    assert values[:3] == pytest.approx(wanted, rel=1e-6)
    assert values[3] == 9.0


def test_weights_and_their_record_go_out_and_back(tmp_path):
    tensors = make_tensors(SHAPE)
    save_network(tmp_path / "a.safetensors", SHAPE, tensors, {"epochs": 3})
    network = load_network(tmp_path / "a.safetensors", SHAPE)
    assert network.record == {"epochs": 3}
    assert network.flat[:4] == pytest.approx(tensors["layer0.weight"][:, 0])
    assert [path.name for path in tmp_path.iterdir()] == ["a.safetensors"]


def test_weights_of_another_shape_are_refused_by_the_name_of_the_layer(tmp_path):
    save_network(tmp_path / "a.safetensors", SHAPE, make_tensors(SHAPE), {})
    with pytest.raises(WeightsError, match=r"layer1.weight has the shape \[3, 4\]; this network needs \[2, 4\]"):
        load_network(tmp_path / "a.safetensors", Shape((5, 4, 2)))
    with pytest.raises(WeightsError, match=r"lacks layer2.weight, of shape \[2, 3\]"):
        load_network(tmp_path / "a.safetensors", Shape((5, 4, 3, 2)))
    with pytest.raises(WeightsError, match=r"has layer1\.(weight|bias), which this network does not"):
        load_network(tmp_path / "a.safetensors", Shape((5, 4)))
    bad = make_tensors(SHAPE)
    bad["layer0.bias"][1] = np.nan
    with pytest.raises(WeightsError, match=r"layer0\.bias holds something that is no number"):
        save_network(tmp_path / "b.safetensors", SHAPE, bad, {})


def test_damaged_and_missing_files_are_refused(tmp_path):
    with pytest.raises(WeightsError, match="no weights at"):
        load_network(tmp_path / "nowhere", SHAPE)
    save_network(tmp_path / "a.safetensors", SHAPE, make_tensors(SHAPE), json.loads("{}"))
    whole = (tmp_path / "a.safetensors").read_bytes()
    for cut in (b"", whole[:7], whole[:-3], b"x" * 40):
        (tmp_path / "b.safetensors").write_bytes(cut)
        with pytest.raises(WeightsError, match="no whole safetensors file"):
            load_network(tmp_path / "b.safetensors", SHAPE)
