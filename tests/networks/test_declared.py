"""Declared networks: what they refuse, their files, and inference beside torch."""

import json
from dataclasses import replace

import numpy as np
import pytest
from safetensors.numpy import save

from ludoteca.core.errors import PlanError, WeightsError
from ludoteca.networks.batches import Inference
from ludoteca.networks.declaration import (
    Block,
    Board,
    Declaration,
    Flags,
    Head,
    Layer,
    Reading,
    read_declaration,
    write_declaration,
)
from ludoteca.networks.files import load_file, save_file
from ludoteca.networks.folding import export
from ludoteca.networks.forward import unpack
from ludoteca.networks.program import LINE, LINEAR, build_plan, pack

SEED_000 = Declaration(
    195,
    (Head("policy", 20),),
    (
        Layer(195, dropout=0.1),
        Layer(128, dropout=0.1),
        Layer(64, dropout=0.1),
        Layer(32, normalise="batch", normalise_at="values"),
    ),
)
MIXED = Declaration(
    30,
    (
        Head("policy", 7, layers=(Layer(11, "tanh"),)),
        Head("value", 2, "numbers", "tanh"),
        Head("extra", 3, "flags", auxiliary=True),
    ),
    (
        Layer(24, normalise="layer", name="first"),
        Layer(24, "tanh", add="first"),
        Layer(13, "sigmoid", normalise="batch"),
        Layer(13, normalise="batch", normalise_at="values"),
    ),
    (
        Block(5, ((0, 5), (5, 15)), (Layer(9), Layer(9, normalise="layer", add="")), ((20, 24),)),
        Block(2, ((24, 30),), (Layer(3, "none", add="input"),), pools=("max",)),
    ),
    scales=tuple(0.1 * (i % 7 + 1) for i in range(30)),
)
GROUPED = Declaration(
    12,
    (Head("policy", 9, reads=(Reading("pairs", 1), Reading("cards", 6))), Head("value", 1, "numbers")),
    (Layer(8),),
    (
        Block(
            6, layers=(Layer(7), Layer(5)), seen=tuple((i, 2 * i % 17, -1 - i % 2) for i in range(6)), groups=2,
            then=(Layer(4), Layer(6)), name="pairs",
        ),
        Block(3, ((0, 6),), (Layer(4),), groups=3, name="cards"),
        Block(2, ((0, 4),), (Layer(3),), pools=("max",)),
    ),
    flags=(Flags((1, 3), (0.0, 1.0)), Flags((4, 5), (-0.25,), least=True)),
    scales=(0.5,) * 12,
)  # fmt: skip
JOINED = replace(
    GROUPED,
    blocks=(replace(GROUPED.blocks[0], joined=True), replace(GROUPED.blocks[1], joined=True), GROUPED.blocks[2]),
)
MEMBERS = Declaration(
    10,
    (Head("policy", 4, reads=(Reading("cards", 1),)),),
    (Layer(8),),
    (
        Block(
            3, layers=(Layer(5), Layer(4)), seen=((0, -1), (1, -2), (2, 4)), groups=2,
            members=((3, 4, 5, 0, 1, -1), (6, 7, 8, -2, 10, 11)), then=(Layer(6, normalise="layer"),), name="cards",
            joined=True,
        ),
        Block(2, ((0, 4),), (Layer(3, "none"),), groups=3, members=((4, 5), (6, -1), (8, 9))),
    ),
    flags=(Flags((1, 3), (0.0,)),),
    scales=(0.5,) * 10,
)  # fmt: skip
BOARD = Declaration(
    67,
    (Head("policy", 5), Head("value", 1, "numbers", "tanh")),
    (Layer(16),),
    scales=tuple(0.1 * (i % 5 + 1) for i in range(67)),
    boards=(
        Board(
            3, 4, 5,
            (
                Layer(6, normalise="batch", name="first"), Layer(3, "tanh", normalise="batch", add="input"),
                Layer(6, normalise="batch", add="first"),
            ),
        ),
    ),
)  # fmt: skip
BLOCKS_ONLY = replace(MIXED, skip_input=True)
NO_TRUNK = Declaration(6, (Head("value", 1, "numbers"),))


def make_tensors(declaration, seed=1):
    random = np.random.default_rng(seed)
    sizes = declaration.tensors()
    made = {name: (random.normal(size=size) / size[-1] ** 0.5).astype(np.float32) for name, size in sizes.items()}
    return {name: abs(value) + 0.5 if name.endswith("variance") else value for name, value in made.items()}


@pytest.mark.parametrize("declaration", [SEED_000, MIXED, BLOCKS_ONLY, NO_TRUNK, GROUPED, JOINED, MEMBERS, BOARD])
def test_inference_single_and_batched_is_what_torch_computes(declaration):
    torch = pytest.importorskip("torch")
    from ludoteca.training.model import build_model, read_tensors, write_tensors

    model = build_model(declaration)
    write_tensors(declaration, model, make_tensors(declaration))
    model.eval()
    x = np.random.default_rng(2).normal(size=(37, declaration.inputs)).astype(np.float32)
    x[x < -0.5] = 0
    with torch.no_grad():
        wanted = {name: values.numpy() for name, values in model(torch.from_numpy(x)).items()}
    inference = Inference(*export(declaration, read_tensors(declaration, model)))
    batch = inference.run_batch(x)
    assert batch.keys() == {head.name for head in declaration.heads if not head.auxiliary}
    for name in batch:
        assert np.abs(batch[name] - wanted[name]).max() < 1e-5
        for i in (0, 36):
            assert np.abs(inference.run(x[i])[name] - wanted[name][i]).max() < 1e-5


def test_the_trunk_sees_joined_groups_side_by_side():
    pairs, cards = JOINED.blocks[:2]
    assert (pairs.outputs, cards.outputs) == (2 * pairs.values, 3 * cards.values)
    assert (GROUPED.blocks[0].outputs, GROUPED.blocks[1].outputs) == (2 * pairs.values, 2 * cards.values)
    alone = replace(
        JOINED, blocks=(cards,), flags=(), skip_input=True, layers=(), heads=(Head("value", 12, "numbers"),)
    )
    tensors = make_tensors(alone) | {"value.0.weight": np.eye(12, dtype=np.float32), "value.0.bias": np.zeros(12)}
    x = np.random.default_rng(2).normal(size=(1, 12)).astype(np.float32)
    found = Inference(alone, tensors).run(x[0])["value"]
    slots = np.maximum(0.5 * x[0, :6].reshape(3, 2) @ tensors["block0.0.weight"].T + tensors["block0.0.bias"], 0)
    assert found == pytest.approx(slots.ravel(), abs=1e-6)
    assert "joined" not in write_declaration(GROUPED)["blocks"][0], "older runs can go on"


def test_a_packed_program_is_the_program():
    program = build_plan(*export(MIXED, make_tensors(MIXED))).program
    found = unpack(*pack(program))
    for one, other in zip(program, found, strict=True):
        assert np.array_equal(one, other)
    assert pack(program)[0].ctypes.data % 64 == 0
    assert not (program.steps[program.steps[:, 0] == LINEAR][:, [2, 4, 5]] % LINE).any()


def test_a_batch_may_grow_and_shrink():
    inference = Inference(*export(MIXED, make_tensors(MIXED)))
    x = np.random.default_rng(2).normal(size=(50, 30)).astype(np.float32)
    whole = inference.run_batch(x)["policy"].copy()
    assert np.allclose(inference.run_batch(x[:3])["policy"], whole[:3], atol=1e-6)
    assert np.allclose(inference.run_batch(np.concatenate([x, x]))["policy"][50:], whole, atol=1e-6)
    half = inference.run_batch(x.astype(np.float16))["policy"]
    assert np.abs(half - whole).max() < 0.01
    with pytest.raises(WeightsError, match="rows of 30 inputs"):
        inference.run_batch(x[:, :7])
    with pytest.raises(WeightsError, match="takes 30 inputs"):
        inference.run(x[0, :7])


def test_parameters_are_counted():
    assert SEED_000.count_parameters() == 74_432
    assert Declaration(3, (Head("a", 2),), (Layer(5, normalise="layer"),)).count_parameters() == 20 + 10 + 12


def test_a_declaration_goes_to_a_table_and_back():
    for declaration in (SEED_000, MIXED, GROUPED, JOINED, MEMBERS, BOARD):
        table = json.loads(json.dumps(write_declaration(declaration)))
        assert read_declaration(table) == declaration


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"hedas": []}, "no 'hedas'; did you mean heads"),
        ({"layers": [{"unitz": 3}]}, r"layers\[0\] has no 'unitz'; did you mean units"),
        ({"layers": [{"units": 3, "activation": "rely"}]}, "activation 'rely'; did you mean relu"),
        ({"layers": [{"units": 3.5}]}, r"layers\[0\]\.units must be a whole number, not 3.5"),
        ({"layers": [{"units": 0}]}, "from 1 to 65536 units"),
        ({"layers": [{"units": 4, "add": "inputt"}]}, "no earlier layer; did you mean input"),
        ({"layers": [{"units": 4, "add": "input"}]}, "4 units and cannot add the 3"),
        ({"layers": [{"units": 4, "dropout": 1.0}]}, "dropout"),
        ({"heads": []}, "at least one head"),
        ({"heads": [{"name": "p", "units": 2, "kind": "polycy"}]}, "did you mean policy"),
        ({"heads": [{"name": "p", "units": 2}, {"name": "p", "units": 2}]}, "same name"),
        ({"scales": [1.0]}, "1 scales for 3 inputs"),
        ({"scales": [1.0, float("nan"), 1.0]}, "finite"),
        ({"blocks": [{"count": 2, "slices": [[0, 3]], "layers": [{"units": 2}]}]}, "no 2 equal pieces"),
        ({"blocks": [{"count": 2, "slices": [[0, 4]], "layers": [{"units": 2}]}]}, "no part of 3 inputs"),
        ({"blocks": [{"count": 3, "seen": [[0], [1]], "layers": [{"units": 2}]}]}, "a row for each of 3 slots"),
        ({"blocks": [{"count": 1, "seen": [[3]], "layers": [{"units": 2}]}]}, "numbers of inputs, below 3"),
        ({"blocks": [{"count": 3, "groups": 2, "slices": [[0, 3]], "layers": [{"units": 2}]}]}, "no 2 equal groups"),
        ({"blocks": [{"count": 3, "name": "a", "slices": [[0, 3]], "layers": [{"units": 2}]}]}, "for several groups"),
        ({"blocks": [{"count": 3, "joined": True, "slices": [[0, 3]], "layers": [{"units": 2}]}]}, "has joined, which"),
        (
            {
                "blocks": [
                    {"count": 2, "groups": 2, "members": [[0], [1]], "seen": [[0], [1]], "layers": [{"units": 2}]}
                ]
            },
            "a row for each of 2 groups, each as long as 2 slots",
        ),
        (
            {"blocks": [{"count": 1, "groups": 2, "members": [[0], [3]], "seen": [[0]], "layers": [{"units": 2}]}]},
            "members must hold numbers of inputs, below 3",
        ),
        (
            {"heads": [{"name": "p", "units": 2, "reads": [{"block": "a", "at": 0}]}]},
            "reads the block 'a', which there",
        ),
        ({"flags": [{"span": [2, 4], "values": [1]}]}, "no part of 3 inputs"),
        ({"flags": [{"span": [2, 3], "values": []}]}, "flags need values"),
        ({"boards": [{"planes": 1, "height": 2, "width": 2, "layers": [{"units": 2}]}]}, "as many of the 3 inputs"),
        (
            {"boards": [{"planes": 1, "height": 1, "width": 3, "layers": [{"units": 2, "normalise": "layer"}]}]},
            "normalisation is by batch",
        ),
        ({"inputs": 60_000, "layers": [{"units": 60_000}]}, "parameters; at most"),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(change, words):
    table = {"inputs": 3, "heads": [{"name": "policy", "units": 2}], **change}
    with pytest.raises(PlanError, match=words):
        read_declaration(table)


def test_flags_are_up_where_an_input_has_the_value_and_groups_share_their_weights():
    tensors = make_tensors(GROUPED)
    x = np.random.default_rng(2).normal(size=(1, 12)).astype(np.float32)
    x[0, 1], x[0, 2], x[0, 4] = 1.0, 0.99, 0.3
    assert GROUPED.tests()[0] == [1, 1, 2, 2, 4]
    inference = Inference(GROUPED, tensors)
    inference.run(x[0])
    assert inference.row[12:17].tolist() == [0, 1, 0, 0, 1]
    swapped = x.copy()
    swapped[:, [0, 1, 2, 3]] = x[:, [2, 3, 0, 1]]  # two slots of `cards`, without flags and other blocks
    plain = replace(GROUPED, flags=(), blocks=GROUPED.blocks[1:2], heads=(Head("p", 3, reads=(Reading("cards", 0),)),))
    shared = {name: np.zeros_like(value) for name, value in make_tensors(plain).items()}
    shared |= {name: value for name, value in make_tensors(plain).items() if name.startswith(("block0.", "p-0."))}
    inference = Inference(plain, shared)
    first = inference.run(x[0])["p"].copy()
    assert np.array_equal(inference.run(swapped[0])["p"], first[[1, 0, 2]])
    assert first[0] != first[1]


def test_a_skip_from_values_that_are_folded_later_is_refused():
    layers = (Layer(4, normalise="batch", normalise_at="values", name="a"), Layer(4, add="a"))
    with pytest.raises(PlanError, match="must then be at the sums"):
        Declaration(3, (Head("policy", 2),), layers)


def test_a_file_alone_is_enough(tmp_path):
    path = tmp_path / "a.safetensors"
    save_file(path, MIXED, make_tensors(MIXED), {"game": "heap"})
    found = load_file(path)
    assert found.record == {"game": "heap"}
    x = np.linspace(-1, 1, 30, dtype=np.float32)
    wanted = Inference(*export(MIXED, make_tensors(MIXED))).run(x)["policy"]
    assert np.array_equal(found.start().run(x)["policy"], wanted)
    assert [head.name for head in found.declaration.heads] == ["policy", "value"]


def test_bad_files_are_refused_in_words(tmp_path):
    path = tmp_path / "a.safetensors"
    with pytest.raises(WeightsError, match="no weights at"):
        load_file(path)
    save_file(path, NO_TRUNK, make_tensors(NO_TRUNK), {})
    whole = path.read_bytes()
    for cut in (b"", whole[:5], whole[:-1], b"x" * 50):
        path.write_bytes(cut)
        with pytest.raises(WeightsError, match="no whole safetensors"):
            load_file(path)
    tensors = make_tensors(NO_TRUNK)
    told = {"network": write_declaration(NO_TRUNK), "record": {}}

    def write(tensors, told):
        path.write_bytes(save(tensors, {"ludoteca": json.dumps(told)}))

    write({**tensors, "value.0.bias": np.zeros(2, np.float32)}, told)
    with pytest.raises(WeightsError, match=r"value\.0\.bias has the shape \[2\]"):
        load_file(path)
    write({**tensors, "value.0.bias": np.full(1, np.nan, np.float32)}, told)
    with pytest.raises(WeightsError, match="no number"):
        load_file(path)
    write({**tensors, "more": np.zeros(1, np.float32)}, told)
    with pytest.raises(WeightsError, match="has more, which its network does not have"):
        load_file(path)
    write({"value.0.bias": tensors["value.0.bias"]}, told)
    with pytest.raises(WeightsError, match=r"lacks value\.0\.weight"):
        load_file(path)
    write(tensors, {"record": {}})
    with pytest.raises(WeightsError, match="must have a network and a record"):
        load_file(path)
    path.write_bytes(save(tensors))
    with pytest.raises(WeightsError, match="does not say which network"):
        load_file(path)
    write(tensors, {**told, "network": {"inputs": 6, "heads": [], "layres": []}})
    with pytest.raises(WeightsError, match="did you mean layers"):
        load_file(path)
