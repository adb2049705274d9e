"""Our engine as a DXP follower: `ludoteca checkers dxp` waits for a program that wants to play."""

import socket
from collections.abc import Callable

from ludoteca import __version__
from ludoteca.core.errors import EngineError, LudotecaError
from ludoteca.games.checkers.dxp.connection import Connection
from ludoteca.games.checkers.dxp.messages import (
    ACCEPTED,
    DRAWN,
    GAVE_UP,
    NO_REASON,
    NOT_SUPPORTED,
    OTHER_VERSION,
    REFUSED,
    STOP,
    VERSION,
    BackAnswer,
    BackRequest,
    Chat,
    GameAnswer,
    GameEnd,
    GameRequest,
    Message,
    Move,
)
from ludoteca.games.checkers.dxp.text import describe_move, find_move, parse_position, seat_of
from ludoteca.games.checkers.game import GAME
from ludoteca.games.checkers.rules import DRAW
from ludoteca.protocol import Agent, Budget, State

NAME = f"Ludoteca {__version__}"
MOVES_LEFT = 30  # expected, where the initiator does not say
MOST_SECONDS = 60.0  # for one move
LEAST_SECONDS = 0.01
RESERVE = 0.05  # seconds of each move that pass on the way to and fro: the initiator's clock counts them, too
IDLE = 3600.0  # seconds without a message after which nobody is thought to be there
Tell = Callable[[str], None]
"""Where to say what happens."""


def serve_forever(listening: socket.socket, agent: Agent, rules: str, tell: Tell) -> None:
    """Play with whoever connects, one after the other. What one does wrong ends that conversation only."""
    while True:
        link, address = listening.accept()
        connection = Connection(link, f"{address[0]}:{address[1]}")
        tell(f"{connection.name} is here")
        try:
            Follower(connection, agent, rules, tell).serve()
        except LudotecaError as error:
            tell(f"the conversation with {connection.name} is over: {error}")
        finally:
            connection.close()


class Follower:
    """Plays the games that one initiator asks for."""

    def __init__(self, connection: Connection, agent: Agent, rules: str, tell: Tell) -> None:
        self.connection, self.agent, self.rules, self.tell = connection, agent, rules, tell
        self.seconds = 0.0

    def serve(self) -> None:
        """Answer until the other side hangs up or wants no more games."""
        while True:
            message = self._next()
            if message is None:
                return
            if isinstance(message, GameRequest):
                s = self._accept(message)
                if s is not None and self._play(s, message):
                    return
            elif isinstance(message, GameEnd):
                self.connection.send(GameEnd())
                if message.stop == STOP:
                    return
            else:
                raise EngineError(f"{self.connection.name} sent a {type(message).__name__} before there was a game")

    def _next(self) -> Message | None:
        """The next message that is not chatter."""
        while True:
            message = self.connection.receive(IDLE)
            if isinstance(message, Chat):
                self.tell(f"{self.connection.name} says: {message.text!r}")
            elif isinstance(message, BackRequest):
                self.connection.send(BackAnswer(NOT_SUPPORTED))
            else:
                return message

    def _accept(self, request: GameRequest) -> State | None:
        """The start of a game, or None if it was refused."""
        code, s = ACCEPTED, None
        if request.version != VERSION:
            code = OTHER_VERSION
            self.tell(f"{request.name} speaks version {request.version!r} of DXP, and this is {VERSION}")
        else:
            try:
                s = parse_position(request.position, self.rules) if request.position else GAME.start(rules=self.rules)
                if GAME.is_over(s):
                    raise EngineError(f"nobody can move: {GAME.describe_result(s)}")
            except LudotecaError as error:
                code, s = REFUSED, None
                self.tell(f"the position of {request.name} cannot be played: {error}")
        self.connection.send(GameAnswer(NAME, code))
        return s

    def _play(self, s: State, request: GameRequest) -> bool:
        """Play a game to its end; whether the other side wants no other."""
        seat = seat_of(request.colour)
        self.tell(f"{request.name} plays {GAME.info.seat_name(1 - seat)}, {request.minutes} minutes")
        self.agent.forget()
        self.seconds = 60.0 * request.minutes
        played = 0
        while True:
            if GAME.mover(s) != seat and not GAME.is_over(s):
                message = self._next()
                if message is None:
                    raise EngineError(f"{self.connection.name} hung up in the middle of a game")
                if isinstance(message, GameEnd):
                    self.connection.send(GameEnd())
                    self.tell(f"{request.name} ended the game: {GAME.describe_result(s)}")
                    return message.stop == STOP
                if not isinstance(message, Move):
                    raise EngineError(f"{self.connection.name} sent a {type(message).__name__} instead of a move")
                try:
                    GAME.play(s, find_move(s, message))
                except LudotecaError as error:
                    self.tell(str(error))
                    return self._end(GameEnd(NO_REASON))
            elif GAME.is_over(s) and int(s.to_move) != seat:
                return self._hear_end(s)
            elif GAME.is_over(s) or (request.moves and played >= request.moves):
                self.tell(GAME.describe_result(s))
                return self._end(GameEnd(_reason(s)))
            else:
                self._move(s, request, played)
                played += 1

    def _move(self, s: State, request: GameRequest, played: int) -> None:
        left = max(1, request.moves - played) if request.moves else MOVES_LEFT
        decision = self.agent.decide(s, Budget(seconds=share_clock(self.seconds, left)))
        spent = decision.analysis.seconds
        self.seconds = max(0.0, self.seconds - spent - RESERVE)
        message = describe_move(s, decision.action, spent)
        GAME.play(s, decision.action)
        self.connection.send(message)

    def _end(self, end: GameEnd) -> bool:
        """Tell that the game is over, and wait for the answer; whether the other side wants no other game."""
        self.connection.send(end)
        message = self._next()
        if not isinstance(message, GameEnd | None):
            raise EngineError(f"{self.connection.name} sent a {type(message).__name__} after the game was over")
        return message is None or message.stop == STOP

    def _hear_end(self, s: State) -> bool:
        """The same where the game is over and it is not our turn to say so. Who does not know the draw goes on, and is
        told then."""
        self.tell(GAME.describe_result(s))
        message = self._next()
        if isinstance(message, Move) and int(s.winner) == DRAW:
            return self._end(GameEnd(DRAWN))
        if not isinstance(message, GameEnd | None):
            raise EngineError(f"{self.connection.name} sent a {type(message).__name__} after the game was over")
        if message is not None:
            self.connection.send(GameEnd())
        return message is None or message.stop == STOP


def share_clock(seconds: float, moves: int) -> float:
    """The seconds for one of so many moves."""
    return min(MOST_SECONDS, max(LEAST_SECONDS, 0.9 * seconds / moves - RESERVE))


def _reason(s: State) -> str:
    """Why we end a game in which it is our turn."""
    if not GAME.is_over(s):
        return NO_REASON
    return DRAWN if int(s.winner) == DRAW else GAVE_UP


def listen(host: str, port: int) -> socket.socket:
    """A socket that waits for initiators."""
    try:
        return socket.create_server((host, port))
    except OSError as error:
        raise EngineError(f"{host}:{port} cannot be listened on: {error.strerror or error}") from None
