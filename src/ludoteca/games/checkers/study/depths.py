"""How far the engine sees: nodes and time to a depth, and the depth that a number of nodes reaches.

Ten positions of each rule set are in depths.json: the engine's own games after four random plies, at plies 6, 10, ...,
42. Only what every version of the package has is used, so the engine of another one runs the same file:

    OLD/.venv/bin/python src/ludoteca/games/checkers/study/depths.py english
"""

import json
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from ludoteca import agents, games
from ludoteca.games.checkers.engine.agent import Engine

FILE = Path(__file__).with_name("depths.json")
DEPTH, NODES = 12, 500_000
NO_LIMIT = 10**9  # nodes


@dataclass(frozen=True)
class Row:
    """Of the positions of one rule set, together."""

    rules: str
    positions: int
    depth: int
    """All were searched so deep."""
    nodes: int
    """That it took."""
    seconds: float
    """CPU-seconds that it took."""
    limit: int
    reached: float
    """The mean depth with `limit` nodes a position."""


def measure(rules: str, depth: int = DEPTH, limit: int = NODES) -> Row:
    """Search the positions of a rule set with an empty table each."""
    game = games.load("checkers")
    starts = [game.start(rules=rules, fen=fen) for fen in json.loads(FILE.read_text(encoding="utf-8"))[rules]]
    deep = agents.make("checkers_engine", game, nodes=NO_LIMIT, depth=depth)
    wide = agents.make("checkers_engine", game, nodes=limit)
    assert isinstance(deep, Engine)
    assert isinstance(wide, Engine)
    deep.decide(starts[0])  # compiles
    nodes, seconds, reached = 0, 0.0, []
    for start in starts:
        deep.forget()
        began = time.process_time()
        deep.decide(start)
        seconds += time.process_time() - began
        nodes += deep.peek()[2]
        wide.forget()
        wide.decide(start)
        reached.append(wide.peek()[0])
    return Row(rules, len(starts), depth, nodes, seconds, limit, sum(reached) / len(reached))


if __name__ == "__main__":
    for name in sys.argv[1:]:
        print(json.dumps(asdict(measure(name))))
