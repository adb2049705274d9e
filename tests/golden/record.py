"""Record golden games anew: python tests/golden/record.py [--out DIR] [--only NAME]

Shows what differs from what was recorded before. See README.md in this folder for when to do so.
"""

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from golden import plan, surface
from golden.comparison import list_differences
from golden.recording import (
    Entry,
    invent_line,
    play_agent,
    play_line,
    read_entries,
    run_session,
    tidy,
    write_entries,
)

DATA = Path(__file__).parent / "data"


def record_game(name: str) -> Iterator[tuple[str, Entry]]:
    """The lines of every setup, and every agent in the setups that agents play."""
    game = surface.load_game(name)
    for setup in plan.list_rule_setups(game):
        line = invent_line(game, setup)
        yield f"{name}/{setup}/line", play_line(game, setup, line)
        if setup in plan.list_setups(name):
            for spec in plan.list_specs(game):
                yield f"{name}/{setup}/{spec}", play_agent(game, setup, spec, line)


def record_sessions(kind: str) -> Iterator[tuple[str, Entry]]:
    for name, words in plan.SESSIONS[kind].items():
        yield f"{kind}/{name}", run_session(words)


def record_file(name: str, out: Path) -> None:
    entries: dict[str, Entry] = {}
    began = time.perf_counter()
    for key, entry in record_sessions(name) if name in plan.SESSIONS else record_game(name):
        entries[key] = tidy(entry)
        now = time.perf_counter()
        print(f"{now - began:7.2f} s  {key}", file=sys.stderr, flush=True)
        began = now
    path = out / f"{name}.json"
    if path.exists():
        for difference in list_differences(read_entries(path), entries, ""):
            print(difference.removeprefix("/"))
    write_entries(path, entries)
    print(f"{path}: {len(entries)} entries, {path.stat().st_size:,} bytes", file=sys.stderr)


def main() -> None:
    parser = argparse.ArgumentParser(description="Record golden games.")
    parser.add_argument("--out", type=Path, default=DATA, help="the folder for the data")
    names = [*surface.game_names(), *plan.SESSIONS]
    parser.add_argument("--only", choices=names, action="append", help="one file of the data; repeatable")
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    for name in asked.only or names:
        record_file(name, asked.out)


if __name__ == "__main__":
    main()
