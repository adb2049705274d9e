"""`ludoteca bot check`: what it finds, and that it shows what was said."""

import json
import socketserver
import sys
import threading

import pytest

from commands import run_command
from programs.test_program_agent import EXAMPLES, HERE


def check(place, *words):
    told = run_command("bot", "check", place, "--json", "--game", "connect_four", *words)
    found = json.loads(told.stdout)
    assert told.returncode == (0 if found["passed"] else 1)
    return found, [step for step in found["steps"] if not step["passed"]]


def rogue(mode):
    return f"{sys.executable} {HERE / 'rogue.py'} {mode}"


def test_the_example_passes_every_level():
    found, failed = check(f"{sys.executable} {EXAMPLES / 'bot.py'}")
    assert not failed, failed
    assert len(found["steps"]) == 14
    assert {step["level"] for step in found["steps"]} == {"process", "handshake", "play", "session", "robustness"}


@pytest.mark.parametrize(
    ("mode", "level", "why", "said"),
    [
        ("mute", "handshake", "no hello within 1 s", None),
        ("old", "handshake", "the program speaks 99", '"protocol": 99'),
        ("lies", "play", "illegal action 1000000", '> {"type":"error","code":"illegal"'),
        ("dies", "play", "it ended with status 3", '> {"type":"turn"'),
    ],
)
def test_what_is_wrong_is_found_and_shown(mode, level, why, said):
    words = ("--startup", "1") if mode == "mute" else ()
    _, failed = check(rogue(mode), *words)
    assert failed[0]["level"] == level
    assert why in failed[0]["detail"]
    assert said is None or any(said in line for line in failed[0]["transcript"])


def test_people_are_shown_the_transcript():
    told = run_command("bot", "check", rogue("lies"), "--game", "connect_four")
    assert told.returncode == 1
    assert "failed play" in told.stdout
    assert '< {"type": "action", "id": 1, "action": 1000000}' in told.stdout
    assert "steps passed" in told.stderr


def test_a_program_that_listens_is_checked_over_tcp():
    talk = _load_talk()

    class Bot(socketserver.StreamRequestHandler):
        def handle(self):
            talk((line.decode() for line in self.rfile), lambda text: self.wfile.write(text.encode()), None)

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Bot) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        _, failed = check(f"127.0.0.1:{server.server_address[1]}")
        server.shutdown()
    assert not failed, failed


def _load_talk():
    """The conversation of the example, without its main part."""
    text = (EXAMPLES / "bot.py").read_text().partition("\nif len(sys.argv)")[0]
    found = {}
    exec(compile(text, "bot.py", "exec"), found)
    return found["talk"]


def test_words_that_cannot_be_are_refused():
    told = run_command("bot", "check", "true", "--game", "conect_four")
    assert told.returncode == 2
    assert "connect_four" in told.stderr
    _, failed = check("there-is-no-such-program")
    assert "no program 'there-is-no-such-program'" in failed[0]["detail"]
