"""The engine's network: its sums, its file, its positions and its fit."""

from dataclasses import replace

import numpy as np
import pytest

from ludoteca import agents
from ludoteca.core.errors import DatasetError, SettingsError, WeightsError
from ludoteca.core.jit import as_int, compiles
from ludoteca.core.rng import below, new_rng
from ludoteca.games.checkers.board import CELLS, RULE_SETS
from ludoteca.games.checkers.engine import network as nets
from ludoteca.games.checkers.game import GAME
from ludoteca.games.checkers.training import positions
from ludoteca.games.checkers.training.network_fit import Fitting, fit_network, make_examples, start_from, unpack
from ludoteca.games.checkers.training.self_play import boards_of
from ludoteca.lab.parallel import SerialPool
from ludoteca.networks.files import NetworkFile, load_file, save_file

SLOPE = 0.01
ORDER = positions.Order("english", 24 if compiles else 2, 20 if compiles else 2, 4, 7)


@pytest.fixture(scope="module")
def file():
    draw = np.random.default_rng(3)
    tensors = {
        name: draw.normal(size=shape).astype(np.float32) * 0.2 for name, shape in nets.DECLARATION.tensors().items()
    }
    return NetworkFile(nets.DECLARATION, tensors, {})


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with the positions of a few games, in two files."""
    path = tmp_path_factory.mktemp("positions")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(positions, "GAMES", ORDER.games // 2)
        positions.make_positions(ORDER, path, SerialPool())
    return path


def plain_value(file, boards, side):
    """The network in floating point, from nothing, on unrounded weights: points."""
    cells = [cell if side == 0 else CELLS - 1 - cell for cell in range(CELLS)]
    x = np.array([[board >> cell & 1 for cell in cells] for board in map(int, boards)]).reshape(-1)
    t = file.tensors
    hidden = np.maximum(t["trunk.0.weight"] @ x + t["trunk.0.bias"], 0)
    outputs = t["win.0.weight"] @ hidden + t["win.0.bias"]
    return outputs[(int(x.sum()) - 1) * nets.PHASES // nets.PIECES] / SLOPE


@pytest.mark.parametrize("rules", RULE_SETS)
def test_children_share_the_sums_of_their_parent(file, rules):
    """Along random games, every child's points are those of the whole network, whoever was asked before."""
    network, rng = nets.make_network(file, SLOPE), new_rng(5, rules)
    s = GAME.start(rules=rules)
    for _ in range(40):
        legal = GAME.legal_actions(s)
        if not legal:
            break
        nets.expect_children(network, as_int(1), *boards_of(s, int(s.to_move)))
        for action in legal[: 3 if compiles else 1]:
            child = GAME.copy(s)
            GAME.play(child, action)
            boards, side = boards_of(child, int(child.to_move)), int(child.to_move)
            if child.to_move == s.to_move or not any(boards[:2]):
                continue
            points = nets.evaluate_network(network, as_int(2), as_int(side), *boards)
            assert points == pytest.approx(plain_value(file, boards, side), abs=3)
        GAME.play(s, legal[below(rng, len(legal))])


def test_a_network_of_another_shape_or_size_is_refused(file, tmp_path):
    wide = {**file.tensors, "trunk.0.weight": file.tensors["trunk.0.weight"] * 50}
    with pytest.raises(WeightsError, match="16 bits"):
        nets.make_network(NetworkFile(nets.DECLARATION, wide, {}), SLOPE)
    other = nets.Declaration(4, (nets.Head("win", 1, kind="flags"),))
    path = tmp_path / "other.safetensors"
    save_file(path, other, {name: np.zeros(shape, np.float32) for name, shape in other.tensors().items()}, {})
    agent = agents.make("checkers_engine", GAME, nodes=10, table=4, network=str(path))
    with pytest.raises(WeightsError, match="140-128-4"):
        agent.decide(GAME.start())


def test_an_unknown_evaluation_is_refused():
    with pytest.raises(SettingsError, match="network or features"):
        agents.make("checkers_engine", GAME, nodes=10, evaluation="material")


@pytest.fixture(autouse=True)
def _files(monkeypatch):
    monkeypatch.setattr(positions, "GAMES", ORDER.games // 2)


def test_positions_are_calm_and_the_mover_is_below(folder):
    order, rows = positions.read_positions(folder)
    assert order == replace(ORDER, network="features")
    assert set(rows["game"].tolist()) == set(range(ORDER.games))
    assert set(rows["result"].tolist()) <= {0, 1, 2}
    black = GAME.start(rules="english", fen="B:W21:BK1,12")
    assert positions.own_boards(black) == (1 << 20, 1 << 31, 1 << 11, 0)  # squares 21 and 32, and 12, turned round
    taking = GAME.start(rules="english", fen="B:W16:B12")
    assert positions.keep_calm(taking, 0) is None
    assert positions.keep_calm(black, 29_500) is None  # a forced end


def test_a_stopped_run_makes_what_is_missing_to_the_same_bytes(folder):
    path = folder / "positions-00001.npy"
    before = path.read_bytes()
    path.unlink()
    positions.make_positions(ORDER, folder, SerialPool())
    assert path.read_bytes() == before


def test_positions_say_which_network_evaluated(file, tmp_path):
    """A generation can be made again: the same network, the same bytes; another one is refused."""
    path, order = tmp_path / "own.safetensors", positions.Order("english", 1, 5, 4, 7)
    save_file(path, nets.DECLARATION, file.tensors, {})
    parts = []
    for name in ("one", "two"):
        positions.make_positions(order, tmp_path / name, SerialPool(), path)
        parts.append((tmp_path / name / "positions-00000.npy").read_bytes())
    assert parts[0] == parts[1]
    assert positions.read_positions(tmp_path / "one")[0].network == positions.fingerprint(path)
    with pytest.raises(DatasetError, match="another order"):
        positions.make_positions(order, tmp_path / "one", SerialPool())


def test_positions_of_another_order_and_broken_files_are_refused(folder, tmp_path):
    with pytest.raises(DatasetError, match="another order"):
        positions.make_positions(positions.Order("english", 2, 41, 4, 8), folder, SerialPool())
    with pytest.raises(DatasetError, match="no folder of positions"):
        positions.read_positions(tmp_path)
    broken = tmp_path / "broken"
    broken.mkdir()
    for name in ("about.json", "positions-00000.npy"):
        (broken / name).write_bytes((folder / name).read_bytes()[: 200 if name.endswith("npy") else None])
    with pytest.raises(DatasetError, match="delete it"):
        positions.read_positions(broken)


def test_a_position_teaches_only_the_output_of_its_phase(folder):
    order, rows = positions.read_positions(folder)
    examples = make_examples([order], rows)
    assert examples.features.sum(axis=1).tolist() == [sum(int(b).bit_count() for b in row["boards"]) for row in rows]
    assert (~np.isnan(examples.targets["win"])).sum(axis=1).tolist() == [1] * len(rows)
    assert unpack(np.array([[1, 0, 1 << 31, 0]], np.uint32))[0].nonzero()[0].tolist() == [0, 2 * CELLS + 34]


def test_a_fitted_network_plays(folder, tmp_path):
    pytest.importorskip("torch")
    if not compiles:
        pytest.skip("two games are too few to hold some back")
    run = fit_network([folder, folder], tmp_path / "run", Fitting(epochs=2))
    assert len(run.history) == 2
    path = tmp_path / "run" / "network.safetensors"
    assert load_file(path).record["positions_made_by"][1]["rules"] == "english"
    agent = agents.make("checkers_engine", GAME, nodes=50, table=4, network=str(path))
    view = GAME.start(rules="english")
    assert agent.decide(view).action in GAME.legal_actions(view)


def test_a_fit_begins_with_another_network(file, folder, tmp_path):
    """It is widened without a change of what it says, and the record tells where it came from."""
    pytest.importorskip("torch")
    if not compiles:
        pytest.skip("two games are too few to hold some back")
    path = tmp_path / "first.safetensors"
    narrow = {
        "trunk.0.weight": file.tensors["trunk.0.weight"][:32], "trunk.0.bias": file.tensors["trunk.0.bias"][:32],
        "win.0.weight": file.tensors["win.0.weight"][:, :32], "win.0.bias": file.tensors["win.0.bias"],
    }  # fmt: skip
    save_file(path, nets.declare(32), narrow, {})
    run = fit_network([folder], tmp_path / "run", Fitting(epochs=1, units=48, rate=1e-9, start=path))
    made = load_file(tmp_path / "run" / "network.safetensors")
    assert made.tensors["trunk.0.bias"].shape == (48,)
    boards = (1 << 4, 0, 1 << 30, 0)
    wide, before = NetworkFile(nets.declare(48), made.tensors, {}), NetworkFile(nets.declare(32), narrow, {})
    assert plain_value(wide, boards, 0) == pytest.approx(plain_value(before, boards, 0), abs=0.01)
    assert run.about["started_from"]["network"] == positions.fingerprint(path)
    with pytest.raises(WeightsError, match="32 units, more than 16"):
        start_from(path, replace(run.plan, network=nets.declare(16)))
