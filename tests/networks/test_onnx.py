"""ONNX files answer as our own inference does."""

import numpy as np
import pytest

from ludoteca.networks.files import NetworkFile
from ludoteca.networks.folding import export
from networks.test_declared import BLOCKS_ONLY, BOARD, GROUPED, JOINED, MEMBERS, MIXED, SEED_000, make_tensors


@pytest.mark.parametrize("declaration", [SEED_000, MIXED, BLOCKS_ONLY, GROUPED, JOINED, MEMBERS, BOARD])
def test_onnx_answers_as_our_inference(declaration, tmp_path):
    pytest.importorskip("onnx")
    runtime = pytest.importorskip("onnxruntime")
    from ludoteca.training.onnx_export import write_onnx

    network = NetworkFile(*export(declaration, make_tensors(declaration)), {})
    write_onnx(network, tmp_path / "a.onnx")
    options = runtime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = runtime.InferenceSession(str(tmp_path / "a.onnx"), options, providers=["CPUExecutionProvider"])
    x = np.random.default_rng(3).normal(size=(19, declaration.inputs)).astype(np.float32)
    wanted = network.start().run_batch(x)
    for name, values in zip(wanted, session.run(list(wanted), {"x": x}), strict=True):
        assert np.abs(values - wanted[name]).max() < 1e-5
