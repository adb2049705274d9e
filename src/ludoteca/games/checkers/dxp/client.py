"""A DXP follower as an agent: any program that waits for games over a network can play here."""

from dataclasses import dataclass
from typing import Any

from ludoteca.core.errors import EngineError, LudotecaError
from ludoteca.games.checkers.dxp.connection import Connection, call
from ludoteca.games.checkers.dxp.follower import NAME
from ludoteca.games.checkers.dxp.messages import (
    ACCEPTED,
    NOT_SUPPORTED,
    OTHER_VERSION,
    PORT,
    BackAnswer,
    BackRequest,
    Chat,
    GameAnswer,
    GameEnd,
    GameRequest,
    Message,
    Move,
)
from ludoteca.games.checkers.dxp.text import colour_of, describe_move, find_move, format_position
from ludoteca.games.checkers.game import GAME
from ludoteca.protocol import ActionValue, Agent, Analysis, Budget, Decision, GameInfo, Settings, State, Watch


@dataclass(frozen=True)
class DxpSettings(Settings):
    host: str = "127.0.0.1"
    """Where the program waits."""
    port: int = PORT
    """The port that it listens on."""
    minutes: int = 5
    """What it may use for a whole game, by its own clock."""
    patience: float = 120.0
    """Seconds to wait for a move."""

    def check(self) -> None:
        self.require("port", 1, 65535)
        self.require("minutes", 1, 999)
        self.require("patience", 0.1, 86_400)


class DxpAgent(Agent):
    name = "checkers_dxp"
    summary = "a checkers engine of somebody else's, that waits for games by the DXP protocol"
    Settings = DxpSettings
    settings: DxpSettings
    needs_external_program = True

    @classmethod
    def refusal(cls, info: GameInfo) -> str | None:
        return None if info.name == "checkers" else "it plays only checkers; use alphabeta or mcts"

    def prepare(self) -> None:
        self.connection: Connection | None = None
        self.last: Any = None
        """The position after its last move, in the game that it takes itself to be in."""

    def choose(self, view: State, seat: int, budget: Budget | None, watch: Watch) -> Decision:
        """Tell it the move that led here, or begin a game from here; its answer is the decision."""
        try:
            reply = self._go_on(view) or self._begin(view, seat)
            action = find_move(view, reply)
        except LudotecaError:
            self.close()
            raise
        self.last = GAME.copy(view)
        GAME.play(self.last, action)
        return Decision(action, Analysis((ActionValue(action),), (action,)))

    def _go_on(self, view: State) -> Move | None:
        """Its answer if the position follows from its last move; None if it does not, or there is no game."""
        if self.connection is None or self.last is None:
            return None
        for action in GAME.legal_actions(self.last):
            after = GAME.copy(self.last)
            message = describe_move(after, action, 0)
            GAME.play(after, action)
            if format_position(after) == format_position(view):
                self.connection.send(message)
                return self._expect_move()
        return None

    def _begin(self, view: State, seat: int) -> Move:
        self._end_game()
        if self.connection is None:
            self.connection = call(self.settings.host, self.settings.port, self.settings.patience)
        position = format_position(view)
        self.connection.send(GameRequest(NAME, colour_of(seat), self.settings.minutes, 0, position))
        answer = self._next(self.connection)
        if not isinstance(answer, GameAnswer):
            raise EngineError(f"{self.connection.name} answered a request with {type(answer).__name__}")
        if answer.code != ACCEPTED:
            reason = "speaks another version of DXP" if answer.code == OTHER_VERSION else "does not play from here"
            raise EngineError(f"{answer.name or self.connection.name} {reason}")
        return self._expect_move()

    def _expect_move(self) -> Move:
        assert self.connection is not None
        message = self._next(self.connection)
        if isinstance(message, GameEnd):
            raise EngineError(f"{self.connection.name} ended the game instead of moving")
        if not isinstance(message, Move):
            raise EngineError(f"{self.connection.name} sent {type(message).__name__} instead of a move")
        return message

    def _next(self, connection: Connection) -> Message | None:
        """The next message that is not chatter; None once it has hung up."""
        while True:
            message = connection.receive(self.settings.patience)
            if isinstance(message, BackRequest):
                connection.send(BackAnswer(NOT_SUPPORTED))
            elif not isinstance(message, Chat):
                return message

    def _end_game(self) -> None:
        """End the game that it is in. It is our turn there: the last message was its move."""
        last, self.last = self.last, None
        if last is None or self.connection is None:
            return
        self.connection.send(GameEnd())
        if not isinstance(self._next(self.connection), GameEnd):
            self.close()

    def forget(self) -> None:
        self._end_game()

    def close(self) -> None:
        self.last = None
        if self.connection is not None:
            self.connection.close()
            self.connection = None

    def __del__(self) -> None:
        if getattr(self, "connection", None) is not None:
            self.close()
