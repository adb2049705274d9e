"""Inference of networks beside torch and onnxruntime, one thread each: one position at a time, and in batches."""

from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from typing import Any

import numpy as np

from ludoteca.lab.bench import NETWORKS, Row, compare, make_row, rate
from ludoteca.lab.bench.peers import Work
from ludoteca.networks.batches import Inference
from ludoteca.networks.declaration import Block, Board, Declaration, Head, Layer
from ludoteca.networks.files import NetworkFile
from ludoteca.networks.folding import export

BATCH, SMALL_BATCH, SINGLES = 1024, 256, 200
POLICY = (Head("policy", 20),)
SHAPES = {
    "195-195-128-64-32-20": Declaration(
        195, POLICY, (Layer(195), Layer(128), Layer(64), Layer(32, normalise="batch", normalise_at="values"))
    ),
    "658-512-512-20": Declaration(658, POLICY, (Layer(512, normalise="layer"), Layer(512, normalise="layer"))),
    "195, 5 slots of 75, 384-256-20": Declaration(
        195, POLICY, (Layer(384), Layer(256)), (Block(5, ((0, 175),), (Layer(128), Layer(128)), ((155, 195),)),)
    ),
    "84-256-256-7": Declaration(84, (Head("policy", 7),), (Layer(256), Layer(256))),
    "84, board of 7 by 6, 5 convolutions of 16 channels, 64-7": Declaration(
        84, (Head("policy", 7),), (Layer(64),), boards=(Board(2, 7, 6, (Layer(16, normalise="batch"),) * 5),)
    ),
}


SELF_PLAY = {
    "349-640-320-320-7": Declaration(
        349, (Head("policy", 7),), (Layer(640), Layer(320, name="1"), Layer(320, add="1"))
    ),
}
"""Networks of self-play, which may answer in int8."""


def measure_networks(seconds: float) -> list[Row]:
    """Positions per CPU-second for each network."""
    rows = measure_int8(seconds) if find_spec("torch") else []
    for name, declaration in SHAPES.items():
        tensors, x = draw_tensors(declaration), draw_inputs(declaration.inputs)
        ours = Inference(*export(declaration, tensors))
        peers = start_peers(declaration, tensors, x)
        for label, work, size in (
            ("one position at a time", partial(run_singles, ours, x), SINGLES),
            (f"batches of {SMALL_BATCH}", partial(run_batch, ours, x[:SMALL_BATCH]), SMALL_BATCH),
            (f"batches of {BATCH}", partial(run_batch, ours, x), BATCH),
        ):
            for told, theirs in peers.items():
                peer = None if theirs is None else partial(theirs, size)
                rows.append(measure(f"{name}, {label}", work, peer, seconds, told))
    return rows


def measure_int8(seconds: float) -> list[Row]:
    """Answers of batches in int8, beside our own in float32."""
    from ludoteca.training.model import load_torch
    from ludoteca.training.quantised import QuantisedInference

    load_torch().set_num_threads(1)
    rows = []
    for name, declaration in SELF_PLAY.items():
        tensors, x = draw_tensors(declaration), np.rint(draw_inputs(declaration.inputs))
        plain, quantised = (kind(declaration, tensors) for kind in (Inference, QuantisedInference))
        for size in (SMALL_BATCH, BATCH):
            work, peer = (partial(run_batch, one, x[:size]) for one in (quantised, plain))
            rows.append(measure(f"{name}, batches of {size}, int8", work, peer, seconds, "ours in float32"))
    return rows


def start_peers(declaration: Declaration, tensors: dict[str, Any], x: Any) -> dict[str, Callable[[int], int] | None]:
    """What there is to compare with; none: ours alone."""
    found: dict[str, Callable[[int], int] | None] = {}
    if find_spec("torch"):
        found["torch, one thread"] = start_torch(declaration, tensors, x)
    if find_spec("onnxruntime") and find_spec("onnx"):
        found["onnxruntime, one thread"] = start_onnx(declaration, tensors, x)
    return found or {"": None}


def measure(label: str, work: Work, peer: Work | None, seconds: float, told: str) -> Row:
    unit = "positions/CPU-s"
    if peer is None:
        work()
        return make_row(NETWORKS, label, rate(work, seconds), None, None, unit)
    ours, theirs = compare(work, peer, seconds)
    return make_row(NETWORKS, label, ours, theirs, told, unit)


def draw_tensors(declaration: Declaration) -> dict[str, Any]:
    random = np.random.default_rng(1)
    sizes = declaration.tensors()
    found = {name: (random.normal(size=size) / size[-1] ** 0.5).astype(np.float32) for name, size in sizes.items()}
    return {name: abs(value) + 0.5 if name.endswith("variance") else value for name, value in found.items()}


def draw_inputs(inputs: int) -> Any:
    """Rows such as encoders make: half of few numbers, and one in six of many bits are not zero."""
    random = np.random.default_rng(2)
    busy = random.random((BATCH, inputs)) < (0.5 if inputs < 500 else 1 / 6)
    return (random.random((BATCH, inputs)) * busy).astype(np.float32)


def run_batch(inference: Inference, x: Any) -> int:
    return len(inference.run_batch(x)["policy"])


def run_singles(inference: Inference, x: Any) -> int:
    for row in x[:SINGLES]:
        inference.run(row)
    return SINGLES


def start_torch(declaration: Declaration, tensors: dict[str, Any], x: Any) -> Callable[[int], int]:
    """The same with torch: a batch, or one position at a time."""
    from ludoteca.training.model import build_model, load_torch, write_tensors

    torch = load_torch()
    torch.set_num_threads(1)
    model = build_model(declaration)
    write_tensors(declaration, model, tensors)
    model.eval()
    batch = torch.from_numpy(x)
    rows = [batch[i : i + 1] for i in range(SINGLES)]

    def work(size: int) -> int:
        with torch.inference_mode():
            for row in rows if size == SINGLES else [batch[:size]]:
                model(row)
        return size

    return work


def start_onnx(declaration: Declaration, tensors: dict[str, Any], x: Any) -> Callable[[int], int]:
    """The same with onnxruntime."""
    import onnxruntime

    from ludoteca.training.onnx_export import build_onnx

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    model = build_onnx(NetworkFile(*export(declaration, tensors), {})).SerializeToString()
    session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    rows = [x[i : i + 1] for i in range(SINGLES)]

    def work(size: int) -> int:
        for row in rows if size == SINGLES else [x[:size]]:
            session.run(None, {"x": row})
        return size

    return work
