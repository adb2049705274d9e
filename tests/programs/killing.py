"""A tournament of ten copies of the example program beside our agents, of which one is killed every minute.

`python tests/programs/killing.py --games 4680 --every 60 --out FOLDER` plays it in one process, kills one of the
running programs every so many seconds, and prints the table as Markdown with how often it killed.
"""

import argparse
import os
import random
import signal
import sys
import threading
from pathlib import Path

from ludoteca.lab.description import build_description
from ludoteca.lab.report.parts import tell_standings
from ludoteca.lab.summary import summarise
from ludoteca.lab.tables import markdown_table
from ludoteca.lab.tournament import run_tournament

EXAMPLE = Path(__file__).parents[2] / "examples" / "bots" / "bot.py"
COPIES = 10
OURS = {"random": "random", "greedy": "greedy", "mcts": "mcts:iterations=200"}


def describe(games, copies=COPIES, seed=7):
    programs = {f"copy {number}": f"program:{sys.executable} {EXAMPLE}" for number in range(1, copies + 1)}
    return build_description({"game": "connect_four", "agents": {**programs, **OURS}, "games": games, "seed": seed})


def list_programs():
    """The programs that run now: the children of this process."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[1]) == os.getpid() and fields[0] != "Z":
                found.append(int(folder.name))
    return sorted(found)


class Killer:
    """Kills one of the programs, chosen by a seed, whenever it is told to."""

    def __init__(self, seed):
        self.rng, self.killed = random.Random(seed), 0

    def strike(self):
        running = list_programs()
        if running:
            os.kill(self.rng.choice(running), signal.SIGKILL)
            self.killed += 1

    def every(self, seconds, is_over):
        while not is_over.wait(seconds):
            self.strike()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=4680)
    parser.add_argument("--every", type=float, default=60.0)
    parser.add_argument("--out", required=True)
    asked = parser.parse_args()
    description, killer, is_over = describe(asked.games), Killer(1), threading.Event()
    thread = threading.Thread(target=killer.every, args=(asked.every, is_over))
    thread.start()
    try:
        outcome = run_tournament(description, asked.out, progress=lambda done, total: print(done, total, end="\r"))
    finally:
        is_over.set()
        thread.join()
    print(f"\n{len(outcome.rows)} games of {asked.games}, {killer.killed} kills, ended by {outcome.ended}")
    forfeits = [row for row in outcome.rows if row["forfeit"] is not None]
    print(f"{len(forfeits)} forfeits: {sorted({row['reason'].rpartition(': ')[2] for row in forfeits})}\n")
    head, rows = tell_standings(summarise(outcome))
    drop = head.index("plays as")
    kept = [[cell for place, cell in enumerate(row) if place != drop] for row in [head, *rows]]
    print("\n".join(markdown_table(kept[0], kept[1:], left=("agent",))))


if __name__ == "__main__":
    main()
