"""The TCP bridge: answers lines, game after game and for several at once; nothing that a client sends takes it down."""

import os
import signal
import socket
import subprocess
import sys
import threading

import numpy as np
import pytest

from ludoteca import agents, games
from ludoteca.core.errors import EngineError, SettingsError, UnknownName, WeightsError
from ludoteca.lab.match import play_match
from ludoteca.networks.bridge import BYTES_A_NUMBER, BridgeClient, BridgeServer, format_row, parse_row
from ludoteca.networks.declaration import Declaration, Head, Layer
from ludoteca.networks.files import load_file, save_file
from ludoteca.networks.policies import load_policy
from ludoteca.networks.weights import Shape, save_network

GAME = games.load("connect_four")
INPUTS, OUTPUTS = 84, 7


@pytest.fixture
def weights(tmp_path):
    """A network with random weights."""
    shape, random = Shape((INPUTS, 5, OUTPUTS)), np.random.default_rng(1)
    path = tmp_path / "net.safetensors"
    save_network(path, shape, {name: random.normal(size=size) for name, size in shape.tensors().items()}, {})
    return path


@pytest.fixture
def server():
    """A bridge that answers with the first feature."""
    made = BridgeServer(lambda row: int(row[0]), INPUTS)
    thread = threading.Thread(target=made.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    yield made
    made.shutdown()
    made.server_close()
    thread.join()


def talk(server, *lines):
    """Send lines over one connection, and read an answer to each."""
    with socket.create_connection(server.address, timeout=60) as connection, connection.makefile("rwb") as file:
        found = []
        for line in lines:
            file.write(line + b"\n")
            file.flush()
            found.append(file.readline().decode().strip())
        return found


def row(value):
    return b" ".join([str(value).encode(), *[b"0"] * (INPUTS - 1)])


def test_many_lines_are_answered_and_bad_ones_cost_only_an_error_line(server):
    long = b"1 " * (INPUTS * BYTES_A_NUMBER)
    answers = talk(server, row(3), b"1 2 3", b"", b"1" + row(0), row("x"), row("nan"), row("1e400"), long, row(5))
    assert (answers[0], answers[-1]) == ("3", "5")
    assert answers[1] == "error: expected 84 numbers, not 3"
    assert answers[2] == "error: expected 84 numbers, not 0"
    assert answers[3] == "10"
    assert answers[4] == "error: number 1 cannot be read: 'x'"
    assert answers[5] == answers[6] == "error: every number must be finite"
    assert answers[7] == f"error: a line may have {INPUTS * BYTES_A_NUMBER} bytes"
    assert (server.answered, server.errors) == (3, 6)
    assert talk(server, row(1).replace(b" ", b",")) == ["1"]


def test_several_connections_are_served_at_once(server):
    connections = [socket.create_connection(server.address, timeout=60) for _ in range(8)]
    for number, connection in enumerate(connections):
        connection.sendall(row(number) + b"\n")
    answers = [connection.makefile().readline().strip() for connection in reversed(connections)]
    assert answers == [str(number) for number in reversed(range(8))]
    for connection in connections:
        connection.close()


def test_a_client_that_goes_away_in_the_middle_harms_nobody(server):
    for part in (b"", b"1 2", row(1)[:-1], row(1) + b"\n"):
        connection = socket.create_connection(server.address, timeout=60)
        connection.sendall(part)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")  # reset, not closed
        connection.close()
    assert talk(server, row(6)) == ["6"]


def test_a_port_in_use_is_a_clear_error(server):
    with pytest.raises(EngineError, match=rf"cannot listen at 127.0.0.1:{server.address[1]}: .*another --port"):
        BridgeServer(lambda row: 0, INPUTS, port=server.address[1])


def test_rows_go_through_text_and_back():
    values = np.random.default_rng(2).normal(size=50).astype(np.float32)
    assert np.array_equal(parse_row(format_row(values).encode(), 50), values)


def test_weights_of_another_size_are_refused(weights, tmp_path):
    with pytest.raises(WeightsError, match="takes 84 inputs and has 7 outputs; this encoder has 195 and 20"):
        load_policy(weights, 195, 20)
    (tmp_path / "no").write_text("no")
    with pytest.raises(WeightsError, match="no whole safetensors file"):
        load_policy(tmp_path / "no", INPUTS, OUTPUTS)


def test_declared_networks_are_served_too(tmp_path):
    """The class is that of the highest unit of the policy; a network of another encoder is refused."""
    heads = (Head("move", OUTPUTS), Head("worth", 1, kind="numbers"))
    network = Declaration(INPUTS, heads, (Layer(6),), encoder="planes")
    random, path = np.random.default_rng(4), tmp_path / "declared.safetensors"
    tensors = {name: random.normal(size=size).astype(np.float32) for name, size in network.tensors().items()}
    save_file(path, network, tensors, {})
    policy, row = load_policy(path, INPUTS, OUTPUTS, "planes"), random.normal(size=INPUTS).astype(np.float32)
    assert policy(row) == int(np.argmax(load_file(path).start().run(row)["move"]))
    with pytest.raises(WeightsError, match="reads the encoder planes, not plain"):
        load_policy(path, INPUTS, OUTPUTS, "plain")


# --- the agent ---------------------------------------------------------------------------------------------------


def spec_of(server, **more):
    settings = {"host": server.address[0], "port": server.address[1], "encoder": "planes", **more}
    return "bridge:" + ",".join(f"{key}={value}" for key, value in settings.items())


def test_an_agent_plays_through_the_bridge_as_the_network_decides(weights):
    policy, asked = load_policy(weights, INPUTS, OUTPUTS), []
    made = BridgeServer(lambda row: asked.append(row) or policy(row), INPUTS)
    threading.Thread(target=made.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    agent = agents.make_from_spec(spec_of(made), GAME)
    for seed in range(3):  # game after game over one connection
        match = play_match(GAME, [agent, "random"], seed=seed)
        assert match.result.forfeit is None
    s = GAME.start()
    assert agent.decide(s).action == policy(games.encoder("connect_four", "planes").encode(s))
    assert len(asked) == made.answered > 12
    made.shutdown()
    made.server_close()


def test_answers_that_are_not_legal_are_replaced_and_counted():
    made = BridgeServer(lambda row: 0, INPUTS)  # always the first column, even if it is full
    threading.Thread(target=made.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    agent = agents.make_from_spec(spec_of(made), GAME)
    s = GAME.start()
    for action in (0, 0, 0, 0, 0, 0):
        assert agent.decide(s).action == 0
        GAME.play(s, action)
    assert (agent.decide(s).action, agent.fallbacks) == (1, 1)
    made.shutdown()
    made.server_close()


def test_what_an_agent_cannot_reach_or_read_is_said(server):
    with pytest.raises(EngineError, match="no bridge answers"):
        agents.make_from_spec("bridge:port=1,encoder=planes,timeout=5", GAME)
    with pytest.raises(SettingsError, match="port must be"):
        agents.make_from_spec("bridge:encoder=planes", GAME)
    with pytest.raises(SettingsError, match="encoder must name"):
        agents.make_from_spec("bridge:port=9", GAME)
    with pytest.raises(UnknownName, match="planes"):
        agents.make_from_spec("bridge:port=9,encoder=plane", GAME)
    with pytest.raises(EngineError, match="answered 'error: expected 84 numbers, not 131'"):
        agents.make_from_spec(spec_of(server, encoder="plain"), GAME).decide(GAME.start())


def test_a_bridge_that_never_answers_is_given_up():
    with socket.create_server(("127.0.0.1", 0)) as silent:
        client = BridgeClient("127.0.0.1", silent.getsockname()[1], 0.2)
        with pytest.raises(EngineError, match="does not answer"):
            client.ask(np.zeros(INPUTS), OUTPUTS)
        client.close()


# --- the command -------------------------------------------------------------------------------------------------


def test_the_command_serves_and_ends_with_ctrl_c(weights):
    """Without the game's name: no other game has such an encoder."""
    words = [
        sys.executable,
        "-m",
        "ludoteca",
        "bridge",
        "--encoder",
        "planes",
        "--weights",
        str(weights),
        "--port",
        "0",
    ]
    process = subprocess.Popen(words, stderr=subprocess.PIPE, text=True, env={**os.environ, "COLUMNS": "200"})
    line = process.stderr.readline()
    assert line.startswith("listening at 127.0.0.1:"), line + process.stderr.read()
    port = int(line.partition(";")[0].rpartition(":")[2])
    client = BridgeClient("127.0.0.1", port, 60)
    policy = load_policy(weights, INPUTS, OUTPUTS)
    values = np.random.default_rng(3).normal(size=INPUTS).astype(np.float32)
    assert client.ask(values, OUTPUTS) == policy(values)
    process.send_signal(signal.SIGINT)
    _, rest = process.communicate()
    assert process.returncode == 0
    assert "answered 1 lines, refused 0" in rest
    client.close()
