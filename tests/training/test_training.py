"""Data sets that survive a kill and can grow; training that resumes where it was stopped."""

import json

import numpy as np
import pytest

from ludoteca.core.errors import DatasetError, WeightsError
from ludoteca.networks.inference import infer
from ludoteca.networks.weights import Shape, load_network, load_tensors
from ludoteca.training.datasets import Chunk, Dataset, Layout, balance, gather, split
from ludoteca.training.outputs import check_writable

INPUTS = 6
LAYOUT = Layout(INPUTS, "games")


def make_chunk(number, n=50):
    random = np.random.default_rng(number)
    features = random.integers(-3, 9, (n, INPUTS)).astype(np.int8)
    return Chunk(features, (features[:, 0] > 2).astype(np.int8), np.full(n, number, np.int32))


def test_chunks_go_out_and_back_and_only_missing_ones_are_made(tmp_path):
    made = []

    def make(number):
        made.append(number)
        return make_chunk(number)

    dataset = Dataset(tmp_path / "d", LAYOUT)
    dataset.fill({"seed": 1, "games": 3}, make)
    (tmp_path / "d" / "chunk-000001.parquet").unlink()
    (tmp_path / "d" / "chunk-000001.parquet.part").write_bytes(b"cut off by a kill")
    before = {path.name: path.read_bytes() for path in (tmp_path / "d").glob("*.parquet")}
    assert dataset.missing() == [1]
    assert dataset.count_groups() == (2, 3)
    dataset.fill({"seed": 1, "games": 3}, make)
    assert made == [0, 1, 2, 1]
    assert all((tmp_path / "d" / name).read_bytes() == content for name, content in before.items())
    for number, chunk in enumerate(dataset):
        wanted = make_chunk(number)
        assert np.array_equal(chunk.features, wanted.features)
        assert np.array_equal(chunk.labels, wanted.labels)
        assert np.array_equal(chunk.groups, wanted.groups)
    assert len(gather(dataset)) == 150


def test_other_data_and_damaged_files_are_refused(tmp_path):
    dataset = Dataset(tmp_path, LAYOUT)
    dataset.fill({"seed": 1, "games": 1}, make_chunk)
    with pytest.raises(DatasetError, match="holds other data: its seed is 1, not 2"):
        dataset.fill({"seed": 2, "games": 1}, make_chunk)
    with pytest.raises(DatasetError, match="has 6 features a position, not 7"):
        list(Dataset(tmp_path, Layout(7, "games")))
    (tmp_path / "chunk-000000.parquet").write_bytes(b"nonsense")
    with pytest.raises(DatasetError, match="is damaged"):
        list(dataset)
    with pytest.raises(DatasetError, match=r"no readable dataset\.json"):
        Dataset(tmp_path / "nowhere", LAYOUT).about()
    with pytest.raises(DatasetError, match="holds no chunks"):
        list(Dataset(tmp_path / "nowhere", LAYOUT))


def test_a_data_set_grows_and_a_chunk_that_was_not_full_is_made_again(tmp_path):
    made = []

    def make(number):
        made.append(number)
        return make_chunk(number)

    dataset = Dataset(tmp_path, Layout(INPUTS, "games", per_chunk=10))
    dataset.fill({"games": 25}, make)
    assert dataset.count_groups() == (25, 25)
    dataset.fill({"games": 42}, make)
    assert made == [0, 1, 2, 2, 3, 4]
    assert dataset.about() == {"games": 42}
    (tmp_path / "chunk-000004.parquet").unlink()
    assert dataset.count_groups() == (40, 42)
    with pytest.raises(DatasetError, match="is for 42 games, more than 30; nothing was changed"):
        dataset.fill({"games": 30}, make)


def test_a_file_that_cannot_be_written_is_known_before_the_work(tmp_path):
    check_writable(tmp_path / "new")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(WeightsError, match="No such file"):
        check_writable(tmp_path / "nowhere" / "new")
    with pytest.raises(WeightsError, match="it is a folder"):
        check_writable(tmp_path)


def test_classes_are_balanced_to_the_rarest():
    data = Chunk(np.zeros((60, INPUTS), np.int8), np.repeat([0, 1, 2], [10, 20, 30]).astype(np.int8), np.arange(60))
    kept = balance(data, 1)
    assert np.bincount(kept.labels).tolist() == [10, 10, 10]
    assert len(np.unique(kept.groups)) == 30


def test_a_split_by_group_leaves_no_group_on_both_sides():
    data = gather_chunks(10)
    for by, apart in (("group", True), ("state", False)):
        train, check = split(data, by, 1)
        assert len(train) + len(check) == len(data)
        assert len(train) == pytest.approx(0.8 * len(data), abs=1)
        assert set(train.groups).isdisjoint(check.groups) == apart
    with pytest.raises(DatasetError, match="by state or by group"):
        split(data, "colour", 1)


def gather_chunks(n):
    parts = [make_chunk(i) for i in range(n)]
    return Chunk(*(np.concatenate([getattr(p, name) for p in parts]) for name in ("features", "labels", "groups")))


def train_small(path, epochs=6, stop_after=None, **about):
    from ludoteca.training.sgd import TrainingPlan, train

    plan = TrainingPlan(Shape((INPUTS, 8, 2), (0.25,)), ((3, 0.05), (epochs, 0.02)), batch=16, seed=3)
    data, check = split(gather_chunks(10), "group", 1)

    def report(what, done, total):
        if done == stop_after:
            raise KeyboardInterrupt

    return train(plan, data, check, path, about, report)


def test_training_learns_and_resumes_as_if_it_had_not_been_stopped(tmp_path):
    pytest.importorskip("torch")
    whole = train_small(tmp_path / "whole")
    assert whole.check[-1] > 0.8 > whole.check[0] - 0.2
    assert whole.loss[-1] < whole.loss[0]
    with pytest.raises(KeyboardInterrupt):
        train_small(tmp_path / "cut", stop_after=2)
    assert len(load_tensors(tmp_path / "cut")[1]["curve"]["loss"]) == 2
    again = train_small(tmp_path / "cut")
    assert again == whole
    assert (tmp_path / "cut").read_bytes() == (tmp_path / "whole").read_bytes()
    with pytest.raises(WeightsError, match="another training"):
        train_small(tmp_path / "whole", data="other")


def test_the_output_is_checked_before_the_data_are_there(tmp_path):
    pytest.importorskip("torch")
    from ludoteca.training.sgd import TrainingPlan, check_output

    plan = TrainingPlan(Shape((INPUTS, 8, 2), (0.25,)), ((3, 0.05), (4, 0.02)), batch=16, seed=3)
    path = tmp_path / "net"
    check_output(plan, path, {"data": "one"})
    train_small(path, epochs=4, data="one")
    check_output(plan, path, {"data": "one"})
    with pytest.raises(WeightsError, match="another training: its data differs"):
        check_output(plan, path, {"data": "other"})


def test_what_was_trained_is_what_is_inferred(tmp_path):
    torch = pytest.importorskip("torch")
    from ludoteca.training.sgd import build_model

    train_small(tmp_path / "net", epochs=4)
    shape = Shape((INPUTS, 8, 2), (0.25,))
    network = load_network(tmp_path / "net", shape)
    tensors, record = load_tensors(tmp_path / "net")
    model = build_model(torch, shape).eval()
    with torch.no_grad():
        for i, linear in enumerate(part for part in model if hasattr(part, "weight")):
            linear.weight.copy_(torch.from_numpy(tensors[f"layer{i}.weight"]))
            linear.bias.copy_(torch.from_numpy(tensors[f"layer{i}.bias"]))
    x = make_chunk(99).features[0]
    out = np.zeros(2, np.float32)
    infer(network.flat, network.sizes, x.astype(np.float32), out)
    assert out == pytest.approx(model(torch.from_numpy(x.astype(np.float32))).detach().numpy(), rel=1e-4)
    assert json.loads(json.dumps(record))["plan"]["batch"] == 16
