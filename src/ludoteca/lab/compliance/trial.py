"""A program under test, and a transcript of what was said."""

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ludoteca import games
from ludoteca.agents.program import Program, ProgramSettings
from ludoteca.core.errors import EngineError
from ludoteca.lab.match import play_match
from ludoteca.lab.warming import first_view
from ludoteca.programs.messages import show_line
from ludoteca.programs.partner import Partner, open_line
from ludoteca.programs.process import Limits
from ludoteca.programs.telling import tell_start, tell_turn
from ludoteca.protocol import Budget, Game

KEPT = 24  # lines of a transcript


class Failed(Exception):
    """A step that the program does not pass; the text says why."""


@dataclass
class Trial:
    """What all steps share."""

    place: str
    """A command, or HOST:PORT."""
    seconds: float
    """For an answer."""
    startup: float
    chosen: tuple[str, ...] = ()
    """Games to play instead of those that the hello names."""
    transcript: deque[str] = field(default_factory=lambda: deque(maxlen=KEPT))
    known: tuple[str, ...] = ()
    """The games of its hello."""

    def note(self, who: str, line: bytes) -> None:
        self.transcript.append(f"{who} {show_line(line)}")

    def games(self) -> list[Game]:
        """The games to be played: those asked for, or of the hello, or all."""
        names = self.chosen or tuple(name for name in self.known if name in games.names()) or tuple(games.names())
        return [games.load(name) for name in names]

    # --- by hand -----------------------------------------------------------------------------------------------------

    def open(self) -> Partner:
        """A new conversation, before the hello."""
        self.transcript.clear()
        try:
            return Partner(open_line(self.place, Limits()), self.note)
        except EngineError as error:
            raise Failed(str(error)) from None

    def greet(self) -> Partner:
        """A new conversation, after the welcome."""
        partner = self.open()
        try:
            partner.shake_hands(self.startup, seconds=self.seconds)
        except EngineError as error:
            partner.close()
            raise Failed(str(error)) from None
        return partner

    def ask_first(self, partner: Partner, more: Mapping[str, Any] | None = None, begins: bool = True) -> None:
        """One turn at the beginning of a game; Failed unless the answer is legal and in time."""
        game = self.games()[0]
        view = first_view(game)
        try:
            if begins:
                partner.begin(tell_start(game, view, game.mover(view), {}, clock=None))
            turn = {"id": partner.next_turn(), "ply": 0, "events": [], "clock": {"seconds": self.seconds}}
            wants_state = partner.hello is not None and "state" in partner.hello.want
            message = tell_turn(game, view, turn, wants_state) | dict(more or {})
            partner.ask(message, message["actions"], self.seconds)
        except EngineError as error:
            raise Failed(str(error)) from None

    def with_partner(self, work: Callable[[Partner], None]) -> None:
        """Greet the program, do something with it, and end it."""
        partner = self.greet()
        try:
            work(partner)
        except EngineError as error:
            raise Failed(str(error)) from None
        finally:
            partner.close()

    # --- whole games -------------------------------------------------------------------------------------------------

    def make_agent(self, game: Game) -> Program:
        """The program as an agent that leaves its lines in the transcript."""
        self.transcript.clear()
        watched = type("Watched", (Program,), {"note_line": lambda agent, who, line: self.note(who, line)})
        settings = ProgramSettings(command=self.place, startup=self.startup)
        try:
            agent: Program = watched(game, settings, 0, Budget(seconds=self.seconds))
            return agent
        except EngineError as error:
            raise Failed(str(error)) from None

    def play(self, game: Game, agent: Program, seat: int, seed: int) -> None:
        """A whole game against random players."""
        players: list[Any] = ["random"] * game.seats(game.start())
        players[seat] = agent
        match = play_match(game, players, seed)
        if match.result is not None and match.result.forfeit is not None:
            raise Failed(f"{game.info.name}, game {seed}: {match.result.reason}")
