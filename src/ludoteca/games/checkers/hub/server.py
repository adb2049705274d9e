"""Our engine behind the Hub protocol: `ludoteca checkers hub` lets any Hub client drive it."""

import math
import threading
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ludoteca import __version__
from ludoteca.core.errors import EngineError, LudotecaError
from ludoteca.games.checkers.board import RULE_SETS
from ludoteca.games.checkers.engine.agent import Engine, EngineSettings
from ludoteca.games.checkers.engine.evaluation import MAN
from ludoteca.games.checkers.engine.workspace import CERTAIN, WIN
from ludoteca.games.checkers.game import GAME, rules_number
from ludoteca.games.checkers.hub.text import format_line, format_move, parse_line, parse_move, parse_position
from ludoteca.protocol import Budget, Decision, State, Watch

INFINITE = 86_400.0  # seconds
MOVES_LEFT = 25  # expected, where the client does not say
RESERVE = 0.05  # seconds of a clock that are kept for what passes on the way to and fro
POLL = 0.1  # seconds between looks at a running search
MOST_THREADS = 64
MODES = ("think", "ponder", "analyze")
LEVELS = ("depth", "infinite", "inc", "move-time", "moves", "nodes", "time")


class HubServer:
    """Reads commands, writes answers. A search runs in a thread of its own, so that `stop` and `ping` are heard."""

    def __init__(self, write: Callable[[str], None], rules: str = "unisa") -> None:
        self._write = write
        self._lock = threading.Lock()
        self.rules = rules
        self.table, self.threads = 20, 1
        self.agent: Engine | None = None
        self.state: Any = GAME.start(rules=rules)
        self.budget = Budget(seconds=1.0)
        self.watch = Watch()
        self.search: threading.Thread | None = None
        self.clock: threading.Timer | None = None
        self.released = threading.Event()
        """Up once a search may answer: while it ponders or analyses it may not, even if it has nothing left to do."""
        self.limit_depth = 0

    def send(self, command: str, **arguments: object) -> None:
        with self._lock:
            self._write(format_line(command, **arguments))

    def serve(self, lines: Iterable[str]) -> None:
        """Answer until `quit` or the end of the input. A bad line is answered with an error and otherwise ignored."""
        for line in lines:
            try:
                command, arguments = parse_line(line)
                if command == "quit":
                    break
                self.answer(command, arguments)
            except LudotecaError as error:
                self.send("error", message=str(error).replace('"', "'"))
        self.stop()

    def answer(self, command: str, arguments: dict[str, str]) -> None:
        answers = {
            "hub": lambda: self.introduce(),
            "init": lambda: self.start_engine(),
            "set-param": lambda: self.set_parameter(arguments.get("name", ""), arguments.get("value", "")),
            "ping": lambda: self.send("pong"),
            "new-game": lambda: self.engine().forget(),
            "pos": lambda: self.set_position(arguments),
            "level": lambda: self.set_level(arguments),
            "go": lambda: self.go(arguments),
            "stop": lambda: self.stop(),
            "ponder-hit": lambda: self.hit(),
            "": lambda: None,
        }
        if command not in answers:
            self.send("error", message=f"unknown command {command}")
            return
        answers[command]()

    # --- before the game -----------------------------------------------------------------------------------------

    def introduce(self) -> None:
        self.send("id", name="Ludoteca", version=__version__, author="The Ludoteca authors", country="IT")
        self.send("param", name="variant", value=self.rules, type="enum", values=" ".join(RULE_SETS))
        self.send("param", name="tt-size", value=self.table, type="int", min=4, max=26)
        self.send("param", name="threads", value=self.threads, type="int", min=1, max=MOST_THREADS)
        self.send("wait")

    def set_parameter(self, name: str, value: str) -> None:
        if name == "variant":
            rules_number(value)
            self.rules = value
            self.state = GAME.start(rules=value)
        elif name == "tt-size":
            self.table = _read_whole({name: value}, name, 4, 26)
            self.agent = None
        elif name == "threads":
            self.threads = _read_whole({name: value}, name, 1, MOST_THREADS)
            self.agent = None
        else:
            raise EngineError(f"unknown parameter {name}; there are variant, tt-size and threads")

    def start_engine(self) -> None:
        self.engine().warm_up(self.state)
        self.send("ready")

    def engine(self) -> Engine:
        if self.agent is None:
            self.agent = Engine(GAME, EngineSettings(table=self.table, threads=self.threads))
        return self.agent

    # --- the game --------------------------------------------------------------------------------------------------

    def set_position(self, arguments: dict[str, str]) -> None:
        if "pos" in arguments:
            s = parse_position(arguments["pos"], self.rules)
        else:
            s = GAME.start(rules=self.rules)
        for move in arguments.get("moves", "").split():
            GAME.play(s, parse_move(s, move))
        self.state = s

    def set_level(self, arguments: dict[str, str]) -> None:
        """Time for a move, a depth, a number of nodes, a clock, or no limit. What is wrong changes nothing."""
        unknown = [name for name in arguments if name not in LEVELS]
        if unknown or not arguments:
            raise EngineError(f"a level is given by {', '.join(LEVELS)}, not by {unknown[0] if unknown else 'nothing'}")
        depth = _read_whole(arguments, "depth", 1, 99) if "depth" in arguments else 0
        if "move-time" in arguments:
            budget = Budget(seconds=max(0.001, _read_seconds(arguments, "move-time")))
        elif "nodes" in arguments:
            budget = Budget(nodes=_read_whole(arguments, "nodes", 1, 10**12))
        elif "time" in arguments:
            budget = Budget(seconds=_share_clock(arguments))
        else:
            budget = Budget(seconds=INFINITE)
        self.limit_depth, self.budget = depth, budget

    def go(self, arguments: dict[str, str]) -> None:
        modes = list(arguments) or ["think"]
        if len(modes) != 1 or modes[0] not in MODES:
            raise EngineError(f"go takes one of {', '.join(MODES)}, not {' '.join(modes)}")
        self.stop()
        if GAME.is_over(self.state):
            raise EngineError(f"the game is over: {GAME.describe_result(self.state)}")
        thinks = modes[0] == "think"
        self.watch = Watch()
        self.released.clear()
        if thinks:
            self.released.set()
        budget = self.budget if thinks else Budget(seconds=INFINITE)
        self.search = threading.Thread(target=self._think, args=(GAME.copy(self.state), budget), daemon=True)
        self.search.start()

    def hit(self) -> None:
        """The move that was pondered on was played: the search goes on with the time of the level, from now."""
        if self.search is None or self.released.is_set():
            raise EngineError("ponder-hit without go ponder")
        if self.budget.seconds is None:  # so many nodes: what was looked at while pondering is enough
            self.watch.stop()
        elif self.budget.seconds < INFINITE:
            self.clock = threading.Timer(self.budget.seconds, self.watch.stop)
            self.clock.daemon = True
            self.clock.start()
        self.released.set()

    def stop(self) -> None:
        """End a running search; it answers with the best that it has."""
        if self.clock is not None:
            self.clock.cancel()
            self.clock = None
        if self.search is not None:
            self.watch.stop()
            self.released.set()
            self.search.join()
            self.search = None

    def _think(self, s: State, budget: Budget) -> None:
        agent = self.engine()
        agent.limit = self.limit_depth
        done = threading.Event()
        looks = threading.Thread(target=self._tell_progress, args=(agent, done), daemon=True)
        looks.start()
        try:
            decision = agent.decide(s, budget, self.watch)
        finally:
            done.set()
            looks.join()
        self.released.wait()
        self._conclude(s, decision)

    def _tell_progress(self, agent: Engine, done: threading.Event) -> None:
        reported = 0
        while not done.wait(POLL):
            depth, score, nodes = agent.peek()
            if depth > reported:
                reported = depth
                self.send("info", depth=depth, score=format_score(score), nodes=nodes)

    def _conclude(self, s: State, decision: Decision) -> None:
        analysis = decision.analysis
        line, names = GAME.copy(s), []
        for action in analysis.line:
            names.append(format_move(line, action))
            GAME.play(line, action)
        _, score, _ = self.engine().peek()
        speed = analysis.nodes / max(analysis.seconds, 1e-6) / 1e6
        self.send(
            "info", depth=analysis.depth, score=format_score(score), nodes=analysis.nodes,
            time=f"{analysis.seconds:.3f}", nps=f"{speed:.2f}", pv=" ".join(names),
        )  # fmt: skip
        ponder = {"ponder": names[1]} if len(names) > 1 else {}
        self.send("done", move=names[0], **ponder)


def format_score(score: int) -> str:
    """In men. A forced win is 100 less a hundredth for each ply to it, as other Hub engines tell it."""
    if abs(score) > CERTAIN:
        return f"{math.copysign(100 - (WIN - abs(score)) / 100, score):.2f}"
    return f"{score / MAN:.2f}"


def _read_whole(arguments: Mapping[str, str], name: str, low: int, high: int) -> int:
    text = arguments[name]
    if not (text.isascii() and text.isdecimal() and len(text) <= 15 and low <= int(text) <= high):
        raise EngineError(f"{name} must be a whole number from {low} to {high}, not {text[:20]}")
    return int(text)


def _read_seconds(arguments: Mapping[str, str], name: str) -> float:
    try:
        seconds = float(arguments[name])
    except ValueError:
        seconds = math.nan
    if not 0 <= seconds <= INFINITE:
        raise EngineError(f"{name} must be seconds from 0 to {INFINITE:.0f}, not {arguments[name][:20]}")
    return seconds


def _share_clock(arguments: Mapping[str, str]) -> float:
    """The seconds for one move of a clock game, less a reserve for the way."""
    moves = _read_whole(arguments, "moves", 0, 10_000) if "moves" in arguments else 0
    left = _read_seconds(arguments, "time")
    gain = _read_seconds(arguments, "inc") if "inc" in arguments else 0.0
    return max(0.001, min(left / (moves or MOVES_LEFT) + gain, 0.8 * left) - RESERVE)


__all__ = ["HubServer", "format_score"]
