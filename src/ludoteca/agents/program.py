"""A program from outside, in any language: `program:python3 my_bot.py`.

It is started in a process with limits on memory and CPU seconds and asked in JSON lines (docs/bot-protocol.md).
Settings come first, then the command, which may hold anything: `program:memory=2048,seconds=5,node bot.js --fast=1,2`.
`program:HOST:PORT` connects to a program that listens there. A program that hangs, floods, lies or dies raises
EngineError, which costs it the game; for the next one it is started anew.
"""

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ludoteca.core.errors import BudgetError, EngineError, SettingsError, UnsupportedGame
from ludoteca.protocol import ActionValue, Agent, Analysis, Budget, Decision, Settings, State, Watch, new_control
from ludoteca.protocol.budget import STOP, UNLIMITED

if TYPE_CHECKING:
    from ludoteca.programs.partner import Partner


@dataclass(frozen=True)
class ProgramSettings(Settings):
    command: str = ""
    """The program with its arguments, as typed in a shell; the rest of the specification."""
    memory: int = 1024
    """Megabytes that one of its processes may write to."""
    cpu: int = 600
    """CPU seconds that it may use before it is started anew; one game must need less than half of them."""
    startup: float = 20.0
    """Seconds to wait for its hello."""

    def check(self) -> None:
        self.require("memory", 16, 1_048_576)
        self.require("cpu", 1, 10**7)
        self.require("startup", 0.1, 3600)


class Program(Agent):
    name = "program"
    summary = "a program of somebody else's, in any language, asked in JSON lines"
    Settings = ProgramSettings
    settings: ProgramSettings
    needs_external_program = True
    rest_setting = "command"
    budget: Budget | None = Budget(seconds=30.0)

    def prepare(self) -> None:
        if not self.settings.command.strip():
            raise SettingsError("command must name a program, as in program:python3 my_bot.py")
        self._partner: Partner | None = None
        self._lock = threading.Lock()  # a thread that was given up may still wait for the old answer
        self._limit: float | None = None
        self.forget()
        self._open()

    @classmethod
    def budget_names(cls) -> tuple[str, ...]:
        return ("seconds",)

    def check_budget(self, budget: Budget) -> None:
        if budget.seconds is None:
            raise BudgetError("a program is given seconds; it counts nothing else")

    # --- the process -------------------------------------------------------------------------------------------------

    def _open(self) -> "Partner":
        """The program, started if it does not run. It is started anew once half of its CPU seconds are used."""
        from ludoteca.programs.house import find_command
        from ludoteca.programs.partner import Partner, open_line
        from ludoteca.programs.process import Limits

        if self._partner is not None:
            return self._partner
        limits = Limits(self.settings.memory, self.settings.cpu)
        partner = Partner(open_line(find_command(self.settings.command), limits), self.note_line)
        try:
            hello = partner.shake_hands(
                self.settings.startup, seconds=self.budget.seconds if self.budget else None,
                memory_mb=limits.memory, cpu_seconds=limits.cpu,
            )  # fmt: skip
            if hello.games and self.game.info.name not in hello.games:
                raise UnsupportedGame(f"{hello.name} plays {', '.join(hello.games)}, not {self.game.info.name}")
        except (EngineError, UnsupportedGame) as error:
            partner.close()
            raise self._name_error(error) from None
        self._partner = partner
        return partner

    def _name_error(self, error: Exception) -> Exception:
        return type(error)(f"{self.settings.command!r}: {error}") if isinstance(error, EngineError) else error

    def note_line(self, who: str, line: bytes) -> None:
        """Called with every line: '>' to the program, '<' from it. For those who want a transcript."""

    def close(self) -> None:
        """End the program."""
        if self._partner is not None:
            self._partner.close()
        self._partner = None

    def __del__(self) -> None:
        if hasattr(self, "_partner"):
            self.close()

    # --- what a match tells ------------------------------------------------------------------------------------------

    def forget(self) -> None:
        self._options: Mapping[str, Any] | None = None
        self._clock: Mapping[str, Any] | None = None
        self._events: list[dict[str, Any]] = []
        self._plies = 0
        self._has_begun = False

    def begin(self, options: Mapping[str, Any] | None, clock: Mapping[str, Any] | None) -> None:
        """A game begins; with what options and clock. The program hears of it with its first turn."""
        self._options, self._clock = options, clock

    def hear(self, event: dict[str, Any]) -> None:
        """Something was played, as far as this seat may know it."""
        self._events.append(event)

    def give_time(self, seconds: float | None) -> None:
        """So long the next decision may take, by the clock of the match."""
        self._limit = seconds

    def end(self, returns: Sequence[float], reason: str, seat: int) -> None:
        """The game is over."""
        from ludoteca.programs.telling import tell_end

        with self._lock:
            if self._partner is None or not self._has_begun:
                return
            try:
                self._partner.send(tell_end(returns, reason, seat))
            except EngineError:
                self.close()  # the game is over: it loses nothing
            else:
                self._renew()

    def _renew(self) -> None:
        if self._partner is not None and self._partner.line.seconds_used() > self.settings.cpu / 2:
            self.close()

    # --- deciding ----------------------------------------------------------------------------------------------------

    def choose(self, view: State, seat: int, budget: Budget | None, watch: Watch) -> Decision:
        assert budget is not None
        assert budget.seconds is not None
        with self._lock:
            seconds = budget.seconds if self._limit is None else min(budget.seconds, self._limit)
            try:
                return self._ask(self._open(), view, seat, (seconds, watch))
            except EngineError as error:
                self.close()  # the next game begins with a fresh one
                raise self._name_error(error) from None

    def _ask(self, partner: "Partner", view: State, seat: int, time: tuple[float, Watch]) -> Decision:
        from ludoteca.programs.telling import MOST_EVENTS, tell_start, tell_turn

        seconds, watch = time
        control = new_control(UNLIMITED)
        watch.begin([control], seconds)
        if not self._has_begun:
            partner.begin(tell_start(self.game, view, seat, self._options, clock=self._clock))
            self._has_begun = True
        self._plies = max(self._plies, *(event["ply"] + 1 for event in self._events)) if self._events else self._plies
        turn = {
            "id": partner.next_turn(),
            "ply": self._plies,
            "events": self._events[-MOST_EVENTS:],
            "clock": {"seconds": seconds},
        }
        self._events = []
        wants_state = partner.hello is not None and "state" in partner.hello.want
        message = tell_turn(self.game, view, turn, wants_state)
        answer = partner.ask(message, message["actions"], seconds, lambda: bool(control[STOP]))
        row = ActionValue(answer.action, answer.value)
        return Decision(
            answer.action, Analysis((row,), (answer.action,), answer.value, answer.nodes, depth=answer.depth)
        )

    def warm_up(self, s: State) -> None:
        """There is nothing to compile."""
