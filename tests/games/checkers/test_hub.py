"""The Hub protocol, both ways, with a client and an engine written here."""

import queue
import subprocess
import sys
import textwrap
import threading
import time

import pytest

from ludoteca import agents
from ludoteca.core.errors import EngineError, IllegalAction, PositionError, SettingsError
from ludoteca.core.jit import compiles
from ludoteca.core.rng import below, new_rng
from ludoteca.games.checkers.board import RULE_SETS
from ludoteca.games.checkers.engine.evaluation import MAN
from ludoteca.games.checkers.engine.workspace import WIN
from ludoteca.games.checkers.game import GAME
from ludoteca.games.checkers.hub.server import HubServer, format_score
from ludoteca.games.checkers.hub.text import (
    format_line,
    format_move,
    format_position,
    parse_line,
    parse_move,
    parse_position,
)
from ludoteca.lab.description import build_description
from ludoteca.lab.tournament import warm_up_players
from ludoteca.protocol import Budget


class Client:
    """A Hub client of the test's own: sends lines to a process, waits for answers."""

    def __init__(self, *arguments):
        command = [sys.executable, "-m", "ludoteca.games.checkers.cli", "hub", *arguments]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.heard = queue.Queue()
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        for line in self.process.stdout:
            self.heard.put(line.rstrip("\n"))
        self.heard.put(None)

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def hear(self, command, seconds=300):
        """All lines up to the first that begins with this command."""
        lines, deadline = [], time.monotonic() + seconds
        while time.monotonic() < deadline:
            try:
                line = self.heard.get(timeout=0.5)
            except queue.Empty:
                continue
            assert line is not None, f"the engine ended after {lines}"
            lines.append(line)
            if line.split()[0] == command:
                return lines
        raise AssertionError(f"no {command} after {lines}")


@pytest.fixture
def client():
    made = Client()
    yield made
    made.process.kill()
    made.process.wait()
    made.process.stdin.close()
    made.process.stdout.close()


# --- text ----------------------------------------------------------------------------------------------------------


def test_lines_go_out_and_back():
    line = format_line("pos", pos="Wee", moves="22-18 11-16", plain="")
    assert line == 'pos pos=Wee moves="22-18 11-16" plain'
    assert parse_line(line) == ("pos", {"pos": "Wee", "moves": "22-18 11-16", "plain": ""})
    with pytest.raises(EngineError, match="open quote"):
        parse_line('pos moves="22-18')


@pytest.mark.parametrize("rules", RULE_SETS)
def test_positions_and_moves_go_out_and_back(rules):
    rng = new_rng(5)
    s = GAME.start(rules=rules)
    while not GAME.is_over(s):
        again = parse_position(format_position(s), rules)
        assert (again.men == s.men).all()
        assert (again.kings == s.kings).all()
        assert again.to_move == s.to_move
        legal = GAME.legal_actions(s)
        for action in legal:
            same = parse_move(s, format_move(s, action))
            left, right = GAME.copy(s), GAME.copy(s)
            GAME.play(left, action)
            GAME.play(right, same)
            assert GAME.same(left, right)
        GAME.play(s, legal[below(rng, len(legal))])


def test_a_capture_names_what_it_takes():
    s = GAME.start(rules="english", fen="W:W22:B18,11,1")
    assert [format_move(s, action) for action in GAME.legal_actions(s)] == ["22x8x11x18"]
    assert parse_move(s, "22x8") == parse_move(s, "22x8x18x11")
    with pytest.raises(IllegalAction, match="22x8x11x18"):
        parse_move(s, "22-17")


def test_bad_positions_are_refused():
    with pytest.raises(PositionError, match="33 letters, not 3"):
        parse_position("Wee", "english")
    with pytest.raises(PositionError, match="square 2 of a Hub position holds 'q'"):
        parse_position("Weq" + "e" * 30, "english")


# --- our engine, driven by the test's client -------------------------------------------------------------------------


def test_a_whole_dialogue(client):
    client.say("hub")
    lines = client.hear("wait")
    assert lines[0].startswith("id name=Ludoteca")
    assert any(line.startswith("param name=variant") for line in lines)
    client.say("set-param name=variant value=english")
    client.say("init")
    client.hear("ready")
    client.say("ping")
    client.hear("pong")
    client.say("new-game")
    s = GAME.start(rules="english")
    client.say(f'pos pos={format_position(s)} moves="11-15 23-19"')
    client.say("level move-time=0.1")
    client.say("go think")
    *before, done = client.hear("done")
    _, arguments = parse_line(done)
    for move in ("11-15", "23-19"):
        GAME.play(s, parse_move(s, move))
    assert parse_move(s, arguments["move"]) in GAME.legal_actions(s)
    told = parse_line(before[-1])[1]
    assert int(told["depth"]) > 1
    assert int(told["nodes"]) > 0
    assert told["pv"].split()[0] == arguments["move"]
    client.say("quit")
    assert client.process.wait(300) == 0


def test_analysis_runs_until_it_is_stopped(client):
    client.say("init")
    client.hear("ready")
    client.say("pos pos=" + format_position(GAME.start()))
    client.say("go analyze")
    time.sleep(0.6)
    client.say("ping")
    lines = client.hear("pong")
    assert not any(line.startswith("done") for line in lines)
    client.say("stop")
    assert client.hear("done")
    client.say("level depth=3")
    client.say("go think")
    told = client.hear("done")
    assert any("depth=3" in line for line in told)


def test_bad_lines_are_answered_and_survived():
    heard = []
    server = HubServer(heard.append)
    bad = ["fly me", "pos pos=Wee", "set-param name=variant value=chess", "level move-time=soon", 'pos moves="1-2"']
    server.serve([*bad, "", "ping"])
    assert heard[-1] == "pong"
    errors = [line for line in heard if line.startswith("error")]
    assert len(errors) == 5
    assert "unknown command fly" in errors[0]
    assert "33 letters" in errors[1]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("go foo", "go takes one of think, ponder, analyze, not foo"),
        ("go think ponder", "not think ponder"),
        ("level depth=-3", "depth must be a whole number from 1 to 99, not -3"),
        ("level time=nan", "time must be seconds from 0 to 86400, not nan"),
        ("level move-time=soon", "move-time must be seconds"),
        ("level time=10 inc=-1", "inc must be seconds"),
        ("level time=10 moves=ten", "moves must be a whole number"),
        ("level nodes=" + "9" * 5000, "nodes must be a whole number"),
        ("level speed=3", "not by speed"),
        ("level", "not by nothing"),
        ("set-param name=tt-size value=big", "tt-size must be a whole number from 4 to 26, not big"),
        ("set-param name=threads value=0", "threads must be a whole number from 1 to 64, not 0"),
        ("set-param name=colour value=red", "unknown parameter colour"),
        ("ponder-hit", "ponder-hit without go ponder"),
    ],
)
def test_nonsense_is_refused_in_words_and_changes_nothing(line, complaint):
    heard = []
    server = HubServer(heard.append)
    before = (server.budget, server.limit_depth, server.table)
    server.serve([line])
    assert len(heard) == 1
    assert complaint in parse_line(heard[0])[1]["message"]
    assert (server.budget, server.limit_depth, server.table) == before


def test_a_clock_keeps_a_reserve():
    server = HubServer(lambda line: None)
    for line, seconds in (
        ("level time=60 moves=10 inc=1", 6.95),
        ("level time=50", 1.95),
        ("level time=0.05", 0.001),
        ("level time=0", 0.001),
    ):
        server.serve([line])
        assert server.budget.seconds == pytest.approx(seconds)


def test_forced_wins_are_told_as_others_do():
    assert format_score(WIN - 7) == "99.93"
    assert format_score(7 - WIN) == "-99.93"
    assert format_score(150) == f"{150 / MAN:.2f}"


@pytest.fixture
def server():
    heard = queue.Queue()
    made = HubServer(heard.put)
    made.set_parameter("tt-size", "10")
    made.heard = heard
    yield made
    made.stop()


def hear(server, command):
    while parse_line(line := server.heard.get(timeout=120))[0] != command:
        pass
    return parse_line(line)[1]


def test_a_pondering_search_waits_and_goes_on_after_a_hit(server):
    server.answer("level", {"depth": "2"})
    server.answer("go", {"ponder": ""})
    search = server.search
    search.join(0.5)
    assert search.is_alive(), "it has seen all of depth 2, and waits"
    server.answer("ponder-hit", {})
    assert hear(server, "done")["move"]
    server.answer("level", {"move-time": "0.3"})
    server.answer("go", {"ponder": ""})
    server.answer("ponder-hit", {})
    assert not server.watch._stopped, "it goes on thinking"
    assert hear(server, "done")["move"]
    assert server.watch._stopped, "until the level's time is over"


def test_the_predicted_move_is_played(server):
    """The usual way: think, ponder on the predicted answer, hear that it was played, and answer from what is known."""
    server.answer("set-param", {"name": "variant", "value": "english"})
    s = GAME.start(rules="english")
    server.answer("pos", {"pos": format_position(s)})
    server.answer("level", {"nodes": "20000" if compiles else "300"})
    server.answer("go", {"think": ""})
    answer = hear(server, "done")
    for word in ("move", "ponder"):
        GAME.play(s, parse_move(s, answer[word]))
    server.answer("pos", {"pos": format_position(s)})
    server.answer("go", {"ponder": ""})
    search = server.search
    search.join(0.3)
    assert search.is_alive(), "it waits to hear what was played"
    server.answer("ponder-hit", {})
    assert parse_move(s, hear(server, "done")["move"]) in GAME.legal_actions(s)
    search.join(60)
    assert not search.is_alive()


def test_another_move_than_the_predicted_one_is_played(server):
    """`stop` ends the pondering, whose answer is for a position that never came; the next one is for the real one."""
    server.answer("set-param", {"name": "variant", "value": "english"})
    s = GAME.start(rules="english")
    predicted, played = GAME.copy(s), GAME.copy(s)
    GAME.play(predicted, parse_move(s, "11-15"))
    GAME.play(played, parse_move(s, "12-16"))
    server.answer("level", {"nodes": "5000" if compiles else "100"})
    server.answer("pos", {"pos": format_position(predicted)})
    server.answer("go", {"ponder": ""})
    server.answer("stop", {})
    parse_move(predicted, hear(server, "done")["move"])
    assert server.search is None
    server.answer("pos", {"pos": format_position(played)})
    server.answer("go", {"think": ""})
    parse_move(played, hear(server, "done")["move"])
    assert server.heard.empty(), "one answer for one question"


def test_a_client_that_forgets_to_stop_gets_the_old_answer_first(server):
    s = GAME.start()
    server.answer("level", {"nodes": "200"})
    server.answer("go", {"ponder": ""})
    GAME.play(s, GAME.legal_actions(s)[0])
    server.answer("pos", {"pos": format_position(s)})
    server.answer("go", {"think": ""})
    parse_move(GAME.start(), hear(server, "done")["move"])
    parse_move(s, hear(server, "done")["move"])


def test_a_hit_counts_from_the_hit_and_stop_still_ends_it(server):
    server.answer("level", {"move-time": "3600"})
    server.answer("go", {"ponder": ""})
    server.answer("ponder-hit", {})
    with pytest.raises(EngineError, match="without go ponder"):
        server.answer("ponder-hit", {})
    assert not server.watch.is_stopped
    server.answer("stop", {})
    assert hear(server, "done")["move"]
    assert server.clock is None


def test_a_hit_without_a_limit_goes_on_until_stop(server):
    server.answer("level", {"infinite": ""})
    server.answer("go", {"ponder": ""})
    server.answer("ponder-hit", {})
    server.search.join(0.3)
    assert server.search.is_alive()
    server.answer("stop", {})
    assert hear(server, "done")["move"]


def test_two_threads_ponder_and_stop_together(server):
    server.answer("set-param", {"name": "threads", "value": "2"})
    server.answer("level", {"move-time": "3600"})
    server.answer("go", {"ponder": ""})
    server.answer("stop", {})
    assert hear(server, "done")["move"]
    assert len(server.engine().team.memories) == 2


# --- a foreign engine, driven by our agent ----------------------------------------------------------------------------

FOREIGN = """
    import sys
    from ludoteca.games.checkers.game import GAME
    from ludoteca.games.checkers.hub.text import format_move, parse_line, parse_position
    rules, state = "unisa", None
    for line in sys.stdin:
        command, arguments = parse_line(line)
        if command == "hub":
            print("id name=Foreign version=1 author=test country=IT")
            print("wait", flush=True)
        elif command == "set-param":
            rules = arguments["value"]
        elif command == "init":
            print("ready", flush=True)
        elif command == "pos":
            state = parse_position(arguments["pos"], rules)
        elif command == "go":
            move = {answer}
            print("info depth=1 nodes=7 pv=" + move)
            print("done move=" + move, flush=True)
        elif command == "quit":
            break
"""
LAST_MOVE = "format_move(state, GAME.legal_actions(state)[-1])"


@pytest.fixture
def foreign(tmp_path):
    """Writes an engine that answers with an expression; gives the command that starts it."""

    def write(answer):
        path = tmp_path / "engine.py"
        path.write_text(textwrap.dedent(FOREIGN).replace("{answer}", answer))
        return f"{sys.executable} {path}"

    return write


def test_a_foreign_engine_plays_a_game(foreign):
    agent = agents.make("checkers_hub", GAME, command=foreign(LAST_MOVE), seconds=100, startup=100)
    rng = new_rng(2)
    s = GAME.start(rules="italian")
    while not GAME.is_over(s) and s.ply < 30:
        legal = GAME.legal_actions(s)
        if GAME.mover(s) == 0:
            decision = agent.decide(s)
            assert decision.action == legal[-1]
            assert (decision.analysis.depth, decision.analysis.nodes) == (1, 7)
            GAME.play(s, decision.action)
        else:
            GAME.play(s, legal[below(rng, len(legal))])
    agent.close()


def test_looking_at_a_tournament_leaves_no_programs_behind(foreign, monkeypatch):
    started = []
    popen = subprocess.Popen
    monkeypatch.setattr(
        subprocess, "Popen", lambda *words, **more: started.append(popen(*words, **more)) or started[-1]
    )
    players = {"foreign": f"checkers_hub:command={foreign(LAST_MOVE)}", "random": "random"}
    plan = build_description({"game": "checkers", "agents": players, "setup": {"rules": "italian"}})
    warm_up_players(plan)
    assert len(started) == 2
    assert all(process.poll() is not None for process in started)


def test_bad_engines_are_named(foreign):
    with pytest.raises(SettingsError, match="command must name"):
        agents.make("checkers_hub", GAME)
    with pytest.raises(EngineError, match="does not start"):
        agents.make("checkers_hub", GAME, command="/no/such/engine")
    with pytest.raises(EngineError, match="ended before it sent 'wait'"):
        agents.make("checkers_hub", GAME, command=f"{sys.executable} -c pass")
    sleeper = f"{sys.executable} -c 'import time; time.sleep(60)'"
    with pytest.raises(EngineError, match=r"no 'wait' within 0\.5 s"):
        agents.make("checkers_hub", GAME, command=sleeper, startup=0.5)
    liar = agents.make("checkers_hub", GAME, command=foreign('"1-2"'), startup=100)
    with pytest.raises(EngineError, match="answered with a bad move: '1-2' is no legal move"):
        liar.decide(GAME.start(), Budget(seconds=100))
    liar.close()
