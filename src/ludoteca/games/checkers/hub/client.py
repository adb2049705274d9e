"""A foreign Hub engine as an agent: any program that speaks the protocol can play here."""

import queue
import shlex
import subprocess
import threading
import time
from contextlib import suppress
from dataclasses import dataclass

from ludoteca.core.errors import EngineError, LudotecaError, SettingsError
from ludoteca.games.checkers.board import RULE_SETS
from ludoteca.games.checkers.game import GAME
from ludoteca.games.checkers.hub.text import format_line, format_position, parse_line, parse_move
from ludoteca.protocol import ActionValue, Agent, Analysis, Budget, Decision, GameInfo, Settings, State, Watch

GRACE = 5.0  # seconds that an engine may take beyond its time
POLL = 0.05


@dataclass(frozen=True)
class HubSettings(Settings):
    command: str = ""
    """The program with its arguments, as typed in a shell."""
    variant: str = "variant"
    """The name of the engine's parameter for the rule set; empty if it has none."""
    startup: float = 30.0
    """Seconds to wait for the engine to get ready."""

    def check(self) -> None:
        self.require("startup", 0.1, 3600)


class HubAgent(Agent):
    name = "checkers_hub"
    summary = "a checkers engine of somebody else's, driven through the Hub protocol"
    Settings = HubSettings
    settings: HubSettings
    needs_external_program = True
    budget: Budget | None = Budget(seconds=1.0)
    budget_unit = "nodes"

    @classmethod
    def refusal(cls, info: GameInfo) -> str | None:
        return None if info.name == "checkers" else "it plays only checkers; use alphabeta or mcts"

    def prepare(self) -> None:
        if not self.settings.command.strip():
            raise SettingsError("command must name the engine's program, as in command='scan hub'")
        self.rules = -1
        self.info: dict[str, str] = {}
        try:
            self.process = subprocess.Popen(
                shlex.split(self.settings.command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
            )
        except OSError as error:
            raise EngineError(f"{self.settings.command!r} does not start: {error.strerror}") from None
        self.lines: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()
        self._send("hub")
        self._wait_for("wait", self.settings.startup)

    def _listen(self) -> None:
        assert self.process.stdout is not None
        with suppress(ValueError):  # closed while it was read
            for line in self.process.stdout:
                self.lines.put(line)
        self.lines.put(None)

    def _send(self, command: str, **arguments: object) -> None:
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(format_line(command, **arguments) + "\n")
            self.process.stdin.flush()
        except OSError:
            raise EngineError(f"{self.settings.command!r} has ended") from None

    def _wait_for(self, wanted: str, seconds: float) -> dict[str, str]:
        """The arguments of the next `wanted` line; `info` lines are kept. EngineError if it does not come in time."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                line = self.lines.get(timeout=POLL)
            except queue.Empty:
                if time.monotonic() > deadline:
                    self.close()
                    raise EngineError(f"{self.settings.command!r} sent no {wanted!r} within {seconds:g} s") from None
                continue
            if line is None:
                self.close()
                raise EngineError(f"{self.settings.command!r} ended before it sent {wanted!r}")
            command, arguments = parse_line(line)
            if command == "error":
                raise EngineError(f"{self.settings.command!r} says: {arguments.get('message', line.strip())}")
            if command == "info":
                self.info.update(arguments)
            if command == wanted:
                return arguments

    def choose(self, view: State, seat: int, budget: Budget | None, watch: Watch) -> Decision:
        assert budget is not None
        self.info = {}
        self._set_rules(int(view.rules))
        self._send("pos", pos=format_position(view))
        seconds = budget.seconds if budget.seconds is not None else 3600.0
        self._send("level", **({"nodes": budget.nodes} if budget.nodes is not None else {"move_time": seconds}))
        self._send("go", think="")
        answer = self._wait_for("done", seconds + GRACE)
        try:
            action = parse_move(view, answer.get("move", ""))
        except LudotecaError as error:
            raise EngineError(f"{self.settings.command!r} answered with a bad move: {error}") from None
        return Decision(action, self._explain(view, action))

    def _set_rules(self, rules: int) -> None:
        """Tell the engine the rule set, and wait until it is ready for it."""
        if rules == self.rules:
            return
        if self.settings.variant:
            self._send("set-param", name=self.settings.variant, value=RULE_SETS[rules])
        self._send("init")
        self._wait_for("ready", self.settings.startup)
        self.rules = rules

    def _explain(self, s: State, action: int) -> Analysis:
        line = [action]
        state = GAME.copy(s)
        try:
            for i, name in enumerate(self.info.get("pv", "").split()):
                move = parse_move(state, name)
                line += [move] if i else []
                GAME.play(state, move)
        except LudotecaError:
            line = line[:1]  # a line that cannot be read is not shown
        nodes, depth = self.info.get("nodes", "0"), self.info.get("depth", "0")
        rows = (ActionValue(action),)
        return Analysis(
            rows, tuple(line), None, int(nodes) if nodes.isdecimal() else 0,
            depth=int(depth) if depth.isdecimal() else 0,
        )  # fmt: skip

    def forget(self) -> None:
        self._send("new-game")

    def close(self) -> None:
        """End the program."""
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                stream.close()

    def __del__(self) -> None:
        if hasattr(self, "process"):
            self.close()
