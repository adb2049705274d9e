"""`make kernels-check`: what the wheels in dist do in a new environment, where nothing was compiled before.

python tools/kernels/check.py [--dist dist] [--json FILE] [--only CASE] [--game GAME]

It makes an environment in another folder, installs ludoteca and ludoteca-kernels from the wheels alone (the packages of
others come from the environment that runs this), and serves the site with an empty home: as shipped, with the kernels
removed, and with one byte of them flipped. Numba itself tells what is compiled.
"""

import argparse
import json
import os
import shutil
import socket
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

from ludoteca.core.errors import SetupError
from ludoteca.core.kernels import ARCHIVE, PACKAGE
from ludoteca.site.load_clients import Visitor

LIMIT_READY, LIMIT_MOVE = 15.0, 2.0  # seconds
PATIENCE = 1800.0
COUNTER = """
import os
if "COUNT_COMPILED" in os.environ:
    from numba.core import event
    class Listener(event.Listener):
        def on_start(self, happened):
            with open(os.environ["COUNT_COMPILED"], "a") as file:
                function = happened.data["dispatcher"].py_func
                idle = "idle" if os.nice(0) >= 19 else "busy"
                file.write(f"{idle} {function.__module__}.{function.__qualname__}\\n")
        def on_end(self, happened):
            pass
    event.register("numba:compile", Listener())
"""


@dataclass
class Outcome:
    """What a server did."""

    case: str
    ready: dict[str, float] = field(default_factory=dict)
    """Seconds from its start until a game was ready at every level."""
    moves: dict[str, float] = field(default_factory=dict)
    """Seconds from asking for a table until the agent at it has moved, for each game and level."""
    compiled: list[str] = field(default_factory=list)
    """The functions that Numba compiled, in the server and in the processes that it started."""
    replaced: int = 0
    """Functions that were compiled idly, for this very processor, while kernels served."""
    cpu: float = 0.0
    said: list[str] = field(default_factory=list)


# --- the environment ---------------------------------------------------------------------------------------------


def make_environment(folder: Path, dist: Path) -> Path:
    """A virtual environment with both wheels; its folder of packages."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    python = folder / "bin" / "python"
    command = [
        sys.executable,
        "-m",
        "pip",
        "--quiet",
        "--disable-pip-version-check",
        "--python",
        str(python),
        "install",
    ]
    command += ["--no-index", "--find-links", str(dist), "--no-deps", "ludoteca", "ludoteca-kernels"]
    subprocess.run(command, check=True)
    packages = Path(sysconfig.get_path("purelib", vars={"base": str(folder)}))
    others = [path for path in sys.path if Path(path).name in ("site-packages", "dist-packages")]
    (packages / "others.pth").write_text("\n".join(others))
    (packages / "count_compiled.py").write_text(COUNTER)
    (packages / "zz_count_compiled.pth").write_text("import count_compiled")
    return packages


@contextmanager
def serving(environment: Path, home: Path, outcome: Outcome, games: list[str]) -> Iterator[Visitor]:
    """A server with an empty home; what it said and used is noted as it ends."""
    home.mkdir()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    env = {"PATH": os.environ["PATH"], "HOME": str(home), "COUNT_COMPILED": str(home / "compiled")}
    with (home / "said").open("w") as said:
        command = [str(environment / "bin" / "ludoteca"), "serve", "--port", str(port)]
        command += [word for name in games for word in ("--only", name)]
        process = subprocess.Popen(command, env=env, cwd=home, stdout=said, stderr=said)
        try:
            yield Visitor(port)
        finally:
            process.terminate()
            _, _, used = os.wait4(process.pid, 0)
            outcome.cpu = used.ru_utime + used.ru_stime
            outcome.compiled = list_compiled(home, "busy")
            outcome.replaced = len(list_compiled(home, "idle"))
            outcome.said = (home / "said").read_text().splitlines()


def list_compiled(home: Path, how: str) -> list[str]:
    path = home / "compiled"
    lines = path.read_text().splitlines() if path.exists() else []
    return [line.split()[1] for line in lines if line.split()[0] == how]


# --- what is measured --------------------------------------------------------------------------------------------


def run_case(case: str, environment: Path, home: Path, chosen: list[str]) -> Outcome:
    """Serve until all games are ready (or one of them), and let every level of these make its first move."""
    outcome, started = Outcome(case), time.perf_counter()
    with serving(environment, home, outcome, chosen) as visitor:
        while time.perf_counter() - started < PATIENCE:
            with suppress(OSError):
                games = visitor.ask("GET", "/api/status")["games"]
                for name, told in games.items():
                    if told["ready"] and all(told["levels"].values()):
                        outcome.ready.setdefault(name, time.perf_counter() - started)
                if len(outcome.ready) == len(games) or (outcome.ready and case != SHIPPED):
                    break
            time.sleep(0.1)
        for game in visitor.ask("GET", "/api/games"):
            for level in game["levels"] if game["name"] in outcome.ready else ():
                outcome.moves[f"{game['name']}: {level['name']}"] = time_first_move(visitor, game, level["name"])
    return outcome


def time_first_move(visitor: Visitor, game: dict[str, Any], level: str) -> float:
    """Seconds until an agent has moved, at a table where the last seat is ours; then ask for what searches tell."""
    table, seats = open_table(visitor, game, level)
    asked = time.perf_counter()
    url = f"ws://127.0.0.1:{visitor.port}/api/tables/{table}/ws"
    headers, calm = {"Cookie": visitor.cookie}, {"open_timeout": PATIENCE, "ping_interval": None}  # however busy it is
    with connect(url, additional_headers=headers, compression=None, max_size=None, **calm) as place:
        seen: dict[str, Any] = {}
        for told in hear(place, "table", "change"):
            seen |= told
            if any(move["seat"] in range(len(seats) - 1) for move in told.get("moves", ())):
                break
            if told.get("legal"):  # ours is the first move
                asked = time.perf_counter()
                place.send(json.dumps({"type": "play", "ply": seen["ply"], "action": seen["legal"][0]["action"]}))
        seconds = time.perf_counter() - asked
        if seen["legal"]:
            for wish, answer in (("hint", "hint"), ("evaluate", "evaluation"), ("think", "analysis")):
                place.send(json.dumps({"type": wish}))
                next(told for told in hear(place, answer) if told.get("done", True))
    return seconds


def open_table(visitor: Visitor, game: dict[str, Any], level: str) -> tuple[str, list[dict[str, str]]]:
    """A table where the last seat is ours, with as many seats as the game has by default."""
    fewest, most = game["seats"]
    for others in range(max(fewest, 2) - 1, most):
        seats = [{"kind": "agent", "agent": level}] * others + [{"kind": "me"}]
        with suppress(SetupError):
            return visitor.ask("POST", "/api/tables", {"game": game["name"], "seats": seats})["table"], seats
    raise SetupError(f"no table of {game['title']} could be opened with {level}")


def hear(place: Any, *kinds: str) -> Iterator[dict[str, Any]]:
    """The messages of some kinds; a refusal is an error."""
    while True:
        message = json.loads(place.recv(timeout=PATIENCE))
        if message["type"] == "error":
            raise RuntimeError(message["message"])
        if message["type"] in kinds:
            yield message


# --- what is said ------------------------------------------------------------------------------------------------


def judge(outcome: Outcome, shipped: bool, sentence: str) -> list[str]:
    """What is not as it should be."""
    faults = []
    if shipped == bool(outcome.compiled):
        faults.append(f"compiled: {', '.join(outcome.compiled) or 'nothing'}")
    if shipped and max(outcome.ready.values()) > LIMIT_READY:
        faults.append(f"not ready after {LIMIT_READY:g} s")
    faults += [f"{name}: {took:.1f} s" for name, took in outcome.moves.items() if shipped and took > LIMIT_MOVE]
    if sum("compiled for this computer" in line for line in outcome.said) != (not shipped):
        faults.append("the sentence is not said once")
    if sentence not in "".join(outcome.said):
        faults.append(f"{sentence!r} is not said")
    return faults


def show(outcome: Outcome, faults: list[str]) -> None:
    slowest = max(outcome.moves, key=lambda name: outcome.moves[name])
    print(f"{outcome.case}: {len(outcome.ready)} games ready after {max(outcome.ready.values()):.1f} s")
    print(f"  compiled: {len(outcome.compiled)} functions, idly {outcome.replaced}; CPU-seconds: {outcome.cpu:.1f}")
    print(f"  slowest of {len(outcome.moves)} first moves: {outcome.moves[slowest]:.2f} s ({slowest})")
    for line in outcome.said:
        print(f"  | {line}")
    print("  as it should be" if not faults else f"  NOT as it should be: {'; '.join(faults)}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="See that the wheels in dist work without compiling.")
    parser.add_argument("--dist", type=Path, default=Path("dist"), help="the folder with both wheels (default: dist)")
    parser.add_argument("--json", type=Path, help="also write what was measured to this file")
    parser.add_argument("--only", choices=CASES, action="append", help="only this case; repeatable")
    parser.add_argument("--game", action="append", help="serve only this game; repeatable")
    chosen = parser.parse_args()
    outcomes, sound = [], True
    with tempfile.TemporaryDirectory(prefix="ludoteca-kernels-") as place:
        folder = Path(place)
        packages = make_environment(folder / "environment", chosen.dist.resolve())
        for case in chosen.only or CASES:
            change, sentence = CASES[case]
            with changed(packages / PACKAGE, change):
                outcome = run_case(case, folder / "environment", folder / case, chosen.game or [])
            faults = judge(outcome, case == SHIPPED, sentence)
            show(outcome, faults)
            outcomes.append(asdict(outcome))
            sound = sound and not faults
    if chosen.json:
        chosen.json.write_text(json.dumps(outcomes, indent=1))
    sys.exit(not sound)


@contextmanager
def changed(package: Path, change: Callable[[Path], None]) -> Iterator[None]:
    """The package with a change, and then as it was."""
    kept = package.with_name("kept")
    shutil.copytree(package, kept)
    change(package)
    try:
        yield
    finally:
        shutil.rmtree(package, ignore_errors=True)
        kept.rename(package)


def flip_byte(package: Path) -> None:
    content = bytearray((package / ARCHIVE).read_bytes())
    content[len(content) // 2] ^= 1
    (package / ARCHIVE).write_bytes(content)


SHIPPED = "as shipped"
CASES: dict[str, tuple[Callable[[Path], None], str]] = {
    SHIPPED: (lambda package: None, ""),
    "kernels removed": (shutil.rmtree, "ludoteca-kernels is not installed"),
    "a byte flipped": (flip_byte, "its SHA-256 sum is unknown"),
}

if __name__ == "__main__":
    main()
