"""Code of the kernels beside code that is compiled for this very processor, in turns, by CPU time.

python tools/kernels/speed.py [--dist dist] [--cache FOLDER] [--turns 21] GAME:AGENT ...

Two processes decide in the same positions, one after the other: one has the wheels' kernels, the other compiles. Both
must decide alike. A ratio over 1 says that the kernels are quicker.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from check import make_environment

from ludoteca import games
from ludoteca.core.kernels import SWITCH
from ludoteca.lab.bench.agents import draw_views, find_unit, make_agent
from ludoteca.lab.statistics import median_interval
from ludoteca.lab.tables import markdown_table

SECONDS = 0.2  # of a turn


class Worker:
    """A process that measures when it is asked."""

    def __init__(self, python: Path, **env: str) -> None:
        self.process = subprocess.Popen(
            [str(python), __file__, "--worker"],
            env={"PATH": os.environ["PATH"], "OPENBLAS_NUM_THREADS": "1", **env},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, **wish: Any) -> Any:
        assert self.process.stdin
        assert self.process.stdout
        print(json.dumps(wish), file=self.process.stdin, flush=True)
        return json.loads(self.process.stdout.readline())


def work() -> None:
    """Answer each line of standard input by one line."""
    from ludoteca.lab.bench import rate

    for line in sys.stdin:
        wish = json.loads(line)
        if "agent" in wish:
            game = games.load(wish["game"])
            agent, views = make_agent(wish["agent"], game), draw_views(game)
            unit, count = find_unit(agent, views[0])
            answer: Any = {"unit": unit, "actions": [int(agent.decide(view).action) for view in views]}
        else:
            answer = rate(partial(decide_all, agent, views, count), SECONDS)
        print(json.dumps(answer), flush=True)


def decide_all(agent: Any, views: list[Any], count: Any) -> int:
    agent.forget()
    return sum(count(agent.decide(view).analysis) for view in views)


def compare(kernels: Worker, native: Worker, pair: str, turns: int) -> list[str]:
    """A row of the table: the rates, the ratio and its interval, and how far single turns spread."""
    game, _, agent = pair.partition(":")
    told = [worker.ask(game=game, agent=agent) for worker in (kernels, native)]
    if told[0] != told[1]:
        sys.exit(f"{pair}: they do not decide alike: {told}")
    both = []
    for turn in range(turns):
        order = (kernels, native) if turn % 2 else (native, kernels)
        rates = {worker: worker.ask() for worker in order}
        both.append((rates[kernels], rates[native]))
    ratios = sorted(ours / theirs for ours, theirs in both)
    low, high = median_interval(ratios)
    rates = [f"{median(column):,.0f}" for column in zip(*both, strict=True)]
    spread = f"{ratios[turns // 4]:.3f} to {ratios[-1 - turns // 4]:.3f}"
    return [game, agent, *rates, told[0]["unit"], f"{median(ratios):.3f}", f"{low:.3f} to {high:.3f}", spread]


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare the kernels with code compiled for this processor.")
    parser.add_argument("--dist", type=Path, default=Path("dist"), help="the folder with both wheels (default: dist)")
    parser.add_argument("--cache", type=Path, help="a cache for the code of this processor; a new one if left out")
    parser.add_argument("--turns", type=int, default=21)
    parser.add_argument("pairs", nargs="+", metavar="GAME:AGENT")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="ludoteca-speed-") as place:
        folder = Path(place)
        make_environment(folder / "environment", chosen.dist.resolve())
        python = folder / "environment" / "bin" / "python"
        cache = (chosen.cache or folder / "cache").resolve()
        kernels = Worker(python, HOME=str(folder / "home"))
        native = Worker(python, HOME=str(folder / "home"), LUDOTECA_CACHE=str(cache), **{SWITCH: "no"})
        rows = []
        for pair in chosen.pairs:
            print(pair, file=sys.stderr)
            rows.append(compare(kernels, native, pair, chosen.turns))
    head = ["game", "agent", "kernels", "native", "per CPU-s", "ratio", "95 %", "middle half of turns"]
    print("\n".join(markdown_table(head, rows, left=("agent",))))


if __name__ == "__main__":
    work() if sys.argv[1:] == ["--worker"] else main()
