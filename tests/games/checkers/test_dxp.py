"""DXP: messages, our engine as a follower, and followers as agents."""

import socket
import threading
from contextlib import suppress

import pytest

from ludoteca import agents
from ludoteca.core.errors import EngineError, LudotecaError
from ludoteca.games.checkers.dxp.connection import Connection, call
from ludoteca.games.checkers.dxp.follower import NAME, RESERVE, Follower, listen, serve_forever, share_clock
from ludoteca.games.checkers.dxp.messages import (
    BackAnswer,
    BackRequest,
    Chat,
    GameAnswer,
    GameEnd,
    GameRequest,
    Move,
    format_message,
    parse_message,
)
from ludoteca.games.checkers.dxp.text import describe_move, find_move, format_position, parse_position
from ludoteca.games.checkers.game import GAME
from ludoteca.protocol import Agent, Analysis, Budget, Decision

START = "W" + "z" * 12 + "e" * 8 + "w" * 12
MESSAGES = {
    "R01Someone's program               Z060075A": GameRequest("Someone's program", "Z", 60, 75),
    f"R01{'x' * 32}W001000B{START}": GameRequest("x" * 32, "W", 1, 0, START),
    "ATornado                         0": GameAnswer("Tornado", "0"),
    "M0012061100": Move(12, 6, 11),
    "M001205250422122320": Move(12, 5, 25, (22, 12, 23, 20)),
    "E00": GameEnd(),
    "E31": GameEnd("3", "1"),
    "B005W": BackRequest(5, "W"),
    "K1": BackAnswer("1"),
    "CHello there": Chat("Hello there"),
}


@pytest.mark.parametrize("text", MESSAGES)
def test_messages_are_read_and_written(text):
    assert parse_message(text) == MESSAGES[text]
    assert format_message(MESSAGES[text]) == text


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "1 to 127 characters"),
        ("C" + "x" * 127, "1 to 127 characters"),
        ("Cè", "characters of ASCII"),
        ("X00", "begins with one of R, A, M"),
        ("M00120611", "ends inside of its number of captures"),
        ("M0012063300", "last square of a DXP message is a number from 1 to 32"),
        ("M00120611000", "goes on where it should end"),
        ("M0012061102", "ends inside of its captured square"),
        ("M-012061100", "time of a DXP message is a number"),
        ("E40", "reason of a DXP message is one of 0, 1, 2, 3"),
        ("R01" + "n" * 32 + "B060075A", "colour of a DXP message is one of W, Z"),
        ("R01" + "n" * 32 + "Z060075BW" + "w" * 31, "ends inside of its square 32"),
        ("R01" + "n" * 32 + "Z060075BW" + "b" * 32, "square 1 of a DXP message is one of w, z, W, Z, e"),
    ],
)
def test_bad_messages_are_refused(text, reason):
    with pytest.raises(EngineError, match=reason):
        parse_message(text)


def test_positions_and_moves():
    s = parse_position(START, "italian")
    assert (s.men == GAME.start(rules="italian").men).all()
    assert format_position(s) == START
    s = GAME.start(rules="english", fen="W:W31:B7,15,26")
    (action,) = GAME.legal_actions(s)
    move = describe_move(s, action, 3.7)
    assert move.seconds == 3
    assert move.taken == tuple(sorted(move.taken))
    assert find_move(s, Move(0, move.src, move.dst, move.taken[::-1])) == action
    with pytest.raises(LudotecaError, match="is no legal move here"):
        find_move(s, Move(0, 31, 27))


@pytest.fixture
def engine():
    return agents.make("checkers_engine", GAME, seconds=0.01, table=10, depth=2)


@pytest.fixture
def served(engine):
    """A follower in a thread: where it listens, and what it says."""
    said = []
    listening = listen("127.0.0.1", 0)

    def serve():
        with suppress(OSError):  # closed
            serve_forever(listening, engine, "english", said.append)

    threading.Thread(target=serve, daemon=True).start()
    yield listening.getsockname()[1], said
    listening.shutdown(socket.SHUT_RDWR)
    listening.close()


def test_whole_games_are_played_over_a_socket(served):
    port, said = served
    s = GAME.start(rules="english", ballot=17)
    theirs = agents.make("checkers_dxp", GAME, port=port, minutes=1)
    ours = agents.make("alphabeta", GAME, depth=1)
    for _ in range(2):
        s = GAME.start(rules="english", ballot=17)
        while not GAME.is_over(s) and s.ply < 60:
            GAME.play(s, (theirs if GAME.mover(s) == 0 else ours).decide(s).action)
        theirs.forget()
    theirs.close()
    assert sum("plays Black" in line for line in said) == 2, "two games, one conversation"
    assert sum("is here" in line for line in said) == 1


def test_a_follower_says_no_where_it_must(served):
    port, said = served
    link = call("127.0.0.1", port, 10)
    link.link.sendall(b"R99" + b"n" * 32 + b"whatever\0")
    assert link.receive(10).code == "1"
    link.send(GameRequest("me", "W", 1, 0, "W" + "e" * 32))
    assert link.receive(10).code == "2"
    link.send(BackRequest(1, "W"))
    assert link.receive(10) == BackAnswer("1")
    link.send(Chat("hello"))
    link.send(GameRequest("me", "W", 1, 0))  # in the English game Black begins
    assert link.receive(10).code == "0"
    link.send(Move(0, 1, 32))
    assert link.receive(10) == GameEnd("0"), "an illegal move"
    link.send(GameEnd())
    link.send(GameRequest("me", "Z", 1, 1))  # one move each
    assert link.receive(10).code == "0"
    s = GAME.start(rules="english")
    GAME.play(s, find_move(s, link.receive(10)))
    link.send(describe_move(s, GAME.legal_actions(s)[0], 0))
    assert link.receive(10) == GameEnd("0"), "as many moves as were asked for"
    link.send(GameEnd("0", "1"))
    assert link.receive(10) is None, "it hangs up"
    link.close()
    text = "\n".join(said)
    for part in ("speaks version '99'", "cannot be played", "says: 'hello'", "1 to 32 is no legal move here"):
        assert part in text


@pytest.mark.parametrize(
    ("sent", "reason"),
    [
        (b"M0000010100\0", "sent a Move before there was a game"),
        (b"x" * 5000, "more than 127 characters without an end"),
        (b"E0\0", "ends inside of its stop code"),
        (b"R01" + b"n" * 32 + b"W001000A\0K0\0", "sent a BackAnswer instead of a move"),
        (b"R01" + b"n" * 32 + b"W001000A\0", "hung up in the middle of a game"),
    ],
)
def test_what_is_wrong_ends_the_conversation_with_a_sentence(engine, sent, reason):
    near, far = socket.socketpair()
    near.sendall(sent)
    near.shutdown(socket.SHUT_WR)
    with pytest.raises(EngineError, match=reason):
        Follower(Connection(far, "they"), engine, "english", lambda text: None).serve()
    near.close()
    far.close()


def follow(agent, fen, colour, choose):
    """The end of a game against a follower; `choose` names our moves."""
    near, far = socket.socketpair()
    there = Connection(near, "us")
    s = GAME.start(rules="english", fen=fen)
    there.send(GameRequest("me", colour, 1, 0, format_position(s)))
    follower = Follower(Connection(far, "they"), agent, "english", lambda text: None)
    thread = threading.Thread(target=follower.serve)
    thread.start()
    assert there.receive(10) == GameAnswer(NAME, "0")
    message = None
    while not isinstance(message, GameEnd):
        if "WZ"[int(s.to_move)] == colour:
            message = there.receive(10)
            if isinstance(message, Move):
                GAME.play(s, find_move(s, message))
        elif GAME.is_over(s):
            there.send(Move(0, 1, 5))  # we do not know that it is a draw, and go on
            message = there.receive(10)
        else:
            action = choose(s)
            there.send(describe_move(s, action, 0))
            GAME.play(s, action)
    there.send(GameEnd("0", "1"))
    thread.join(10)
    near.close()
    far.close()
    return message


def test_it_gives_up_when_it_cannot_move(engine):
    end = follow(engine, "W:W5,9,10:B1", "Z", lambda s: GAME.parse_action(s, "9-6"))
    assert end == GameEnd("1")


class Shuffler(Agent):
    """Moves its king to and fro."""

    name = "shuffler"
    budget = Budget(seconds=1)

    def choose(self, view, seat, budget, watch):
        return Decision(shuffle(view), Analysis())


def shuffle(s):
    return max(GAME.legal_actions(s), key=lambda action: GAME.format_action(s, action)[-2:] in ("-1", "-5", "28", "32"))


@pytest.mark.parametrize("mover", "WB")
def test_a_draw_is_told_also_to_those_who_go_on(mover):
    end = follow(Shuffler(GAME), f"{mover}:WK32:BK1", "Z", shuffle)
    assert end == GameEnd("2")


def test_an_agent_without_a_program_says_so():
    agent = agents.make("checkers_dxp", GAME, port=1, patience=1)
    with pytest.raises(EngineError, match=r"nobody answers at 127\.0\.0\.1:1"):
        agent.decide(GAME.start(rules="english"))


@pytest.mark.parametrize(
    ("answers", "reason"),
    [
        (["A" + "n" * 32 + "2"], "n does not play from here"),
        (["A" + "n" * 32 + "1"], "speaks another version"),
        (["K0"], "answered a request with BackAnswer"),
        (["A" + "n" * 32 + "0", "E10"], "ended the game instead of moving"),
        (["A" + "n" * 32 + "0", "M0000013200"], "1 to 32 is no legal move here"),
        (["A" + "n" * 32 + "0"], "sent NoneType instead of a move"),
    ],
)
def test_a_follower_that_breaks_the_protocol_is_told_on(answers, reason):
    with listen("127.0.0.1", 0) as listening:

        def answer():
            link, _ = listening.accept()
            link.recv(200)
            link.sendall(b"".join(text.encode() + b"\0" for text in answers))
            link.shutdown(socket.SHUT_WR)
            link.close()

        thread = threading.Thread(target=answer)
        thread.start()
        agent = agents.make("checkers_dxp", GAME, port=listening.getsockname()[1], patience=10)
        with pytest.raises(LudotecaError, match=reason):
            agent.decide(GAME.start(rules="english"))
        thread.join(10)
        assert agent.connection is None


def test_a_clock_keeps_a_reserve():
    """All moves together take less than the clock has, whatever is left."""
    for seconds, moves, share in ((60.0, 10, 5.35), (3.0, 30, 0.04), (0.0, 30, 0.01), (10_000.0, 10, 60.0)):
        assert share_clock(seconds, moves) == pytest.approx(share)
    seconds = 60.0
    for left in range(40, 0, -1):
        seconds -= share_clock(seconds, left) + RESERVE
        assert seconds > 0
