"""Measures one tree, for `against.py`: a program that any version of Ludoteca can run, so it uses little but the public
names (`load_game`, `make_agent`, `decide`), and has no imports from this package of its own.

It reads one request a line and answers each with one line, both JSON:

    {"prepare": {"game": ..., "agent": ..., "options": {...}}}  ->  {"unit": ..., "count": ..., "answers": [...]}
    {"prepare": {"task": ..., "row": ...}}                      ->  the same for a row of `ludoteca bench`
    {"turn": seconds}                                           ->  {"rate": units per CPU-second}
"""

import json
import random
import sys
import time
from collections.abc import Callable
from typing import Any

POSITIONS = 8
WARM = 0.05  # CPU-seconds of a row that is only compiled and looked for


def draw_views(game: Any) -> list[Any]:
    """What the seats to act saw along random games. Chance is drawn here, so that both trees get the same positions."""
    source = random.Random(1)
    views: list[Any] = []
    state = game.start()
    while len(views) < POSITIONS:
        if game.is_over(state):
            state = game.start()
        seat = game.mover(state)
        if seat >= 0:
            views.append(game.observe(state, seat))
            game.play(state, source.choice(game.legal_actions(state)))
        else:
            outcomes, odds = zip(*game.chances(state), strict=True)
            game.play(state, source.choices(outcomes, odds)[0])
    return views


class Decisions:
    """Decisions of an agent in a fixed set of positions, counted in what the agent counts."""

    def __init__(self, game: str, agent: str, options: dict[str, Any]) -> None:
        import ludoteca

        face = ludoteca.load_game(game)
        self.agent, self.views = ludoteca.make_agent(agent, face, **options), draw_views(face)
        found = [self.agent.decide(view) for view in self.views]
        self.answers = [int(decision.action) for decision in found]
        counts = [decision.analysis.iterations or decision.analysis.nodes for decision in found]
        self.unit = "iterations" if found[0].analysis.iterations else "nodes" if all(counts) else "decisions"
        self.work()

    def work(self) -> int:
        self.agent.forget()
        found = [self.agent.decide(view).analysis for view in self.views]
        return len(found) if self.unit == "decisions" else sum(getattr(analysis, self.unit) for analysis in found)

    def rate(self, seconds: float) -> float:
        return measure_rate(self.work, seconds)


class BenchRow:
    """A row of `ludoteca bench` that has no peer in the same run."""

    def __init__(self, task: str, row: str) -> None:
        from ludoteca.lab import bench

        self.measure = dict(bench.plan([task.partition(":")[0]]))[task]
        self.row, self.answers = row, [row]
        self.unit = self.find(WARM)["unit"].partition("/")[0]

    def find(self, seconds: float) -> Any:
        return next(row for row in self.measure(seconds) if row["measure"] == self.row)

    def rate(self, seconds: float) -> float:
        return float(self.find(seconds)["ours"])


def measure_rate(work: Callable[[], int], seconds: float) -> float:
    done, started = 0, time.process_time()
    while (spent := time.process_time() - started) < seconds:
        done += work()
    return done / spent


def answer(request: dict[str, Any], current: Any) -> tuple[dict[str, Any], Any]:
    if "turn" in request:
        return {"rate": current.rate(request["turn"])}, current
    job = request["prepare"]
    try:
        made = BenchRow(**job) if "task" in job else Decisions(**job)
    except Exception as error:  # whatever an older tree raises: it cannot do this job
        return {"error": f"{type(error).__name__}: {error}"}, None
    return {"unit": made.unit, "answers": made.answers}, made


def main() -> None:
    current: Any = None
    for line in sys.stdin:
        reply, current = answer(json.loads(line), current)
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
