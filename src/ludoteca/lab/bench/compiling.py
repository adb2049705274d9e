"""What compiling costs, in CPU-seconds: for each part of each game, and for each function.

Each game is compiled in a process of its own, with an empty cache. Numba says when it begins and ends with a function
(`numba:compile`); functions are compiled inside of each other, so the own time of one leaves out the others.

`python -m ludoteca.lab.bench.compiling GAME` is such a process: it prints JSON.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping
from typing import Any

from numba.core import event as numba_event

from ludoteca import games
from ludoteca.core.files import write_atomic
from ludoteca.lab.bench import describe_machine
from ludoteca.lab.tables import markdown_table
from ludoteca.lab.warming import list_stages, prepare, profile_path

MOST_FUNCTIONS = 40
KIND = "numba:compile"

event: Any = numba_event  # it has no types

Function = dict[str, Any]
Profile = dict[str, Any]


class Listener(numba_event.Listener):
    """Counts the CPU-seconds of each function that is compiled."""

    def __init__(self) -> None:
        self.functions: dict[str, Function] = {}
        self._begun: list[tuple[float, float]] = []  # when, and the seconds of functions compiled inside

    def on_start(self, happened: Any) -> None:
        self._begun.append((time.thread_time(), 0.0))

    def on_end(self, happened: Any) -> None:
        begun, inside = self._begun.pop()
        whole = time.thread_time() - begun
        if self._begun:
            before, others = self._begun[-1]
            self._begun[-1] = (before, others + whole)
        function = happened.data["dispatcher"].py_func
        name = f"{function.__module__}.{function.__qualname__}"
        row = self.functions.setdefault(name, {"function": name, "own": 0.0, "whole": 0.0, "kinds": []})
        row["own"] += whole - inside
        row["whole"] += whole
        row["kinds"].append(", ".join(_shorten(str(kind)) for kind in happened.data["args"]))


def _shorten(kind: str) -> str:
    return kind if len(kind) <= 40 else f"{kind[:37]}..."


def profile_here(name: str) -> Profile:
    """Compile every part of a game in this process and say what it took: {game, parts, functions}."""
    listener = Listener()
    event.register(KIND, listener)
    game, parts = games.load(name), {}
    try:
        for part in (part for stage in list_stages(game) for part in stage):
            started = time.process_time()
            prepare(game, part)
            parts[part] = round(time.process_time() - started, 2)
    finally:
        event.unregister(KIND, listener)
    functions = sorted(listener.functions.values(), key=lambda row: -row["own"])
    return {"game": name, "parts": parts, "functions": functions}


def profile_apart(name: str) -> Profile:
    """The same in a process of its own, with an empty cache and without the code that ships."""
    with tempfile.TemporaryDirectory(prefix="ludoteca-compiling-") as folder:
        surroundings = {**os.environ, "LUDOTECA_CACHE": folder, "LUDOTECA_KERNELS": "no"}
        command = [sys.executable, "-m", "ludoteca.lab.bench.compiling", name]
        done = subprocess.run(command, env=surroundings, check=True, stdout=subprocess.PIPE, text=True)
    told: Profile = json.loads(done.stdout)
    return told


def save_profile(profile: Profile) -> None:
    """Keep the seconds of a game's parts in its folder: pages and terminals tell by them how long it may take."""
    write_atomic(profile_path(games.load(profile["game"])), json.dumps(profile["parts"], indent=2) + "\n")


def find_widest(functions: Iterable[Function]) -> list[Function]:
    """Functions that were compiled for more than one list of types, those that cost most first."""
    return sorted((row for row in functions if len(row["kinds"]) > 1), key=lambda row: -row["own"])


def format_page(profiles: list[Profile], command: str) -> str:
    """The profiles as a part of a Markdown page."""
    everything = [row for profile in profiles for row in profile["functions"]]
    lines = [f"Made by `{command}`. CPU-seconds with an empty cache, one process a game. {describe_machine()}", ""]
    lines += markdown_table(
        ["game", "all", "functions", "parts"], (_tell_game(profile) for profile in profiles), left=("parts",)
    )
    lines += ["", "Functions that take longest (own: without those compiled inside):", ""]
    head = ["own", "whole", "times", "function"]
    longest = sorted(everything, key=lambda row: -row["own"])[:MOST_FUNCTIONS]
    lines += markdown_table(head, map(_tell_function, longest), left=("function",))
    lines += ["", "Functions compiled for several lists of types:", ""]
    lines += markdown_table(head, map(_tell_function, find_widest(everything)[:MOST_FUNCTIONS]), left=("function",))
    return "\n".join(lines) + "\n"


def _tell_game(profile: Mapping[str, Any]) -> list[str]:
    parts = profile["parts"]
    told = ", ".join(f"{part} {seconds:.1f}" for part, seconds in parts.items() if seconds >= 0.05)
    number = sum(len(row["kinds"]) for row in profile["functions"])
    return [profile["game"], f"{sum(parts.values()):.1f}", f"{number}", told]


def _tell_function(row: Function) -> list[str]:
    return [f"{row['own']:.2f}", f"{row['whole']:.2f}", f"{len(row['kinds'])}", f"`{row['function']}`"]


if __name__ == "__main__":
    print(json.dumps(profile_here(sys.argv[1])))
