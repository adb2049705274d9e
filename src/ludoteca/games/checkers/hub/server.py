"""Our engine behind the Hub protocol: `ludoteca checkers hub` lets any Hub client drive it."""

import threading
from collections.abc import Callable, Iterable
from typing import Any

from ludoteca import __version__
from ludoteca.core.errors import LudotecaError
from ludoteca.games.checkers.board import RULE_SETS
from ludoteca.games.checkers.engine.agent import Engine, EngineSettings
from ludoteca.games.checkers.engine.evaluation import MAN
from ludoteca.games.checkers.game import GAME, rules_number
from ludoteca.games.checkers.hub.text import format_line, format_move, parse_line, parse_move, parse_position
from ludoteca.protocol import Budget, Decision, State, Watch

INFINITE = 86_400.0  # seconds
MOVES_LEFT = 25  # expected, where the client does not say
POLL = 0.1  # seconds between looks at a running search


class HubServer:
    """Reads commands, writes answers. A search runs in a thread of its own, so that `stop` and `ping` are heard."""

    def __init__(self, write: Callable[[str], None], rules: str = "unisa") -> None:
        self._write = write
        self._lock = threading.Lock()
        self.rules = rules
        self.table = 20
        self.agent: Engine | None = None
        self.state: Any = GAME.start(rules=rules)
        self.budget = Budget(seconds=1.0)
        self.watch = Watch()
        self.search: threading.Thread | None = None
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
            except (LudotecaError, ValueError) as error:
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
            "ponder-hit": lambda: self.stop(),
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
        self.send("wait")

    def set_parameter(self, name: str, value: str) -> None:
        if name == "variant":
            rules_number(value)
            self.rules = value
            self.state = GAME.start(rules=value)
        elif name == "tt-size":
            settings = EngineSettings(table=int(value))
            settings.check()
            self.table = settings.table
        else:
            raise ValueError(f"unknown parameter {name}; there are variant and tt-size")

    def start_engine(self) -> None:
        self.engine().warm_up(self.state)
        self.send("ready")

    def engine(self) -> Engine:
        if self.agent is None:
            self.agent = Engine(GAME, EngineSettings(table=self.table))
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
        """Time for a move, a depth, a number of nodes, a clock, or no limit."""
        self.limit_depth = int(arguments.get("depth", 0))
        if "move-time" in arguments:
            self.budget = Budget(seconds=float(arguments["move-time"]))
        elif "nodes" in arguments:
            self.budget = Budget(nodes=int(arguments["nodes"]))
        elif "time" in arguments:
            moves = int(arguments.get("moves", 0)) or MOVES_LEFT
            left, gain = float(arguments["time"]), float(arguments.get("inc", 0))
            self.budget = Budget(seconds=max(0.001, min(left / moves + gain, 0.8 * left)))
        else:
            self.budget = Budget(seconds=INFINITE)

    def go(self, arguments: dict[str, str]) -> None:
        self.stop()
        if GAME.is_over(self.state):
            raise ValueError(f"the game is over: {GAME.describe_result(self.state)}")
        budget = self.budget if "think" in arguments else Budget(seconds=INFINITE)
        self.watch = Watch()
        self.search = threading.Thread(target=self._think, args=(GAME.copy(self.state), budget), daemon=True)
        self.search.start()

    def stop(self) -> None:
        """End a running search; it answers with the best that it has."""
        if self.search is not None:
            self.watch.stop()
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
        self._conclude(s, decision)

    def _tell_progress(self, agent: Engine, done: threading.Event) -> None:
        reported = 0
        while not done.wait(POLL):
            depth, score, nodes = agent.peek()
            if depth > reported:
                reported = depth
                self.send("info", depth=depth, score=f"{score / MAN:.2f}", nodes=nodes)

    def _conclude(self, s: State, decision: Decision) -> None:
        analysis = decision.analysis
        line, names = GAME.copy(s), []
        for action in analysis.line:
            names.append(format_move(line, action))
            GAME.play(line, action)
        _, score, _ = self.engine().peek()
        speed = analysis.nodes / max(analysis.seconds, 1e-6) / 1e6
        self.send(
            "info", depth=analysis.depth, score=f"{score / MAN:.2f}", nodes=analysis.nodes,
            time=f"{analysis.seconds:.3f}", nps=f"{speed:.2f}", pv=" ".join(names),
        )  # fmt: skip
        ponder = {"ponder": names[1]} if len(names) > 1 else {}
        self.send("done", move=names[0], **ponder)


__all__ = ["HubServer"]
