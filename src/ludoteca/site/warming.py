"""Compiling in the background, so that pages are up at once and games become ready one by one.

Compiling is done in separate processes, one a core, which fill the cache on disk; the server then loads from there.
`python -m ludoteca.site.warming GAME PART...` is such a process: it says which part is done, line by line. Parts are
agents, or the rules. What comes first is decided in `warming_order.py`.
"""

import asyncio
import logging
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ludoteca import agents, games
from ludoteca.core.errors import LudotecaError, Refusal, UnknownName
from ludoteca.core.jit import cache_folder, is_warm, warm_up
from ludoteca.core.kernels import SWITCH, are_to_be_replaced
from ludoteca.lab.warming import RULES, expect_seconds, label_of, prepare
from ludoteca.protocol import Game
from ludoteca.site.advice import hint_spec
from ludoteca.site.warming_order import Order, Stage, list_work

IDLY = (
    "import os, sys; hasattr(os, 'nice') and os.nice(19); from ludoteca.site.warming import main; main(*sys.argv[1:])"
)

log = logging.getLogger("ludoteca.site")


class Warming:
    """Which games can be played yet. A game is ready once its rules and its easiest level are; the rest follows."""

    def __init__(
        self,
        extra: Iterable[Game] = (),
        names: Iterable[str] | None = None,
        apart: bool = True,
        report: Callable[[str], None] | None = None,
    ) -> None:
        """`apart`: compile in a process of its own; otherwise here, which is quicker if all is in the cache. `report`
        is told, in sentences, what is compiled and what can be played."""
        self.apart = apart
        self.report = report or (lambda sentence: None)
        chosen = _load_usable() if names is None else {name: games.load(name) for name in names}
        self.games: dict[str, Game] = chosen | {game.info.name: game for game in extra}
        work = [stage for game in self.games.values() for stage in list_work(game, hint_spec(game))]
        self.order = Order(work)
        self.total = {name: sum(len(stage.parts) for stage in work if stage.name == name) for name in self.games}
        self.done = dict.fromkeys(self.games, 0)
        self.ready = dict.fromkeys(self.games, False)
        self.agents: set[tuple[str, str]] = set()
        """(game, agent) that can be asked at once."""
        self.doing: dict[str, tuple[str, float]] = {}
        """Game -> the part of it that is compiled now, and since when."""
        self._first = {stage.name: set(stage.parts) for stage in reversed(work)}  # without which it cannot be played
        self._parts = {name: [part for s in work if s.name == name for part in s.parts] for name in self.games}
        self._prepared: set[tuple[str, str]] = set()
        self._spent, self._expected = 0.0, 0.0
        self._closed = False
        self._processes: set[subprocess.Popen[Any]] = set()

    def start(self) -> None:
        for place in range(os.cpu_count() or 1):
            threading.Thread(target=self._work, args=(place,), name=f"warming-{place}", daemon=True).start()

    def close(self) -> None:
        self._closed = True
        self.order.close()
        for process in list(self._processes):
            process.terminate()

    # --- asking ----------------------------------------------------------------------------------------------------

    def game(self, name: str) -> Game:
        if name not in self.games:
            raise UnknownName("game", name, self.games)
        return self.games[name]

    def want(self, name: str) -> Game:
        """Somebody asks for this game: what is not ready of it comes before the others."""
        game = self.game(name)
        self.order.want(name)
        return game

    def require_ready(self, name: str) -> Game:
        game = self.game(name)
        if not self.ready[name]:
            self.want(name)
            done, total = self.done[name], self.total[name]
            raise Refusal("not_ready", f"{game.info.title} is being prepared", 409, done=done, total=total)
        return game

    def require_agent(self, game: Game, spec: str) -> None:
        """Refuse an agent that is still being compiled: its first decision would take too long."""
        if not self.has_agent(game, spec):
            self.want(game.info.name)
            raise Refusal("not_ready", f"{spec.partition(':')[0]} is being prepared; try again in a minute", 409)

    def has_agent(self, game: Game, spec: str) -> bool:
        level = game.info.find_level(spec)
        return (game.info.name, agents.parse_spec(level.agent if level else spec)[0]) in self.agents

    def tell(self, name: str) -> dict[str, Any]:
        """How far a game is: which levels can be asked, what is compiled now, and how many seconds it may take until
        the game can be played (or, once it can, until all of it is there)."""
        game = self.games[name]
        return {
            "ready": self.ready[name],
            "done": self.done[name],
            "total": self.total[name],
            "levels": {level.name: self.has_agent(game, level.name) for level in game.info.levels},
            "agents": [agent for agent in agents.agents_for(game) if (name, agent) in self.agents],
            "doing": self.doing[name][0] if name in self.doing else None,
            "seconds_left": self._expect_left(game),
        }

    def _expect_left(self, game: Game) -> int:
        name = game.info.name
        asked = self._first[name] if not self.ready[name] else self._parts[name]
        part, since = self.doing.get(name, ("", 0.0))
        left = 0.0
        for item in asked:
            if (name, item) not in self._prepared:
                needs = expect_seconds(game, item) * self._pace
                left += max(1.0, needs - (time.monotonic() - since)) if item == part else needs
        return round(left)

    @property
    def _pace(self) -> float:
        """How much slower (or faster) this machine is than the one that was measured."""
        return self._spent / self._expected if self._expected else 1.0

    async def wait_for_agent(self, game: Game, spec: str) -> None:
        self.want(game.info.name)
        while not self.has_agent(game, spec):
            await asyncio.sleep(0.2)

    async def wait_for(self, name: str) -> Game:
        while not self.ready[self.game(name).info.name]:
            await asyncio.sleep(0.2)
        return self.games[name]

    async def wait_for_all(self) -> None:
        for name in self.games:
            await self.wait_for(name)

    def is_complete(self, name: str) -> bool:
        """Whether every level and agent of a game can be asked."""
        return self.done[name] == self.total[name]

    # --- the threads -----------------------------------------------------------------------------------------------

    def _work(self, place: int) -> None:
        while stage := self.order.take(place):
            try:
                self._prepare(stage)
            except Exception:  # the other games still get prepared
                log.exception("%s could not be prepared", stage.name)
                self.order.give_up(stage.name)
            finally:
                self.doing.pop(stage.name, None)
                self.order.finish(stage)
        if place == 0 and self.apart and cache_folder() and are_to_be_replaced():
            self._replace_shipped()

    def _prepare(self, stage: Stage) -> None:
        waiting = [part for part in stage.parts if self._is_cold(stage.game, part)]
        for part in stage.parts:
            if part not in waiting:
                self._load(stage.game, part)
        for part in self._compile(stage.game, waiting):
            self._load(stage.game, part)

    def _replace_shipped(self) -> None:
        """Compile for this very processor what shipped for a slower one, idly and one game at a time."""
        for name in filter(games.names().__contains__, self.games):
            parts = [part for part in self._parts[name] if not is_warm(label_of(self.games[name], part), shipped=False)]
            if parts and not self._closed:
                env = {**os.environ, SWITCH: "no"}
                with subprocess.Popen(
                    [sys.executable, "-c", IDLY, name, *parts], stdout=subprocess.DEVNULL, env=env
                ) as process:
                    self._processes.add(process)
                    if self._closed:  # while it was started
                        process.terminate()
                self._processes.discard(process)

    def _is_cold(self, game: Game, part: str) -> bool:
        if part != RULES and not agents.load(part).stands_alone(game.info):
            return False  # a level of this process alone: another would not know its file
        return self.apart and game.info.name in games.names() and not is_warm(label_of(game, part))

    def _load(self, game: Game, part: str) -> None:
        """Load what was compiled (or compile it here) and say that it is there."""
        if self._closed:
            return
        name = game.info.name
        prepare(game, part)
        self._prepared.add((name, part))
        if part != RULES:
            self.agents.add((name, part))
        self.done[name] += 1
        if not self.ready[name] and all((name, first) in self._prepared for first in self._first[name]):
            self.ready[name] = not self._closed
            self.report(f"{game.info.title} can be played")
        if self.is_complete(name):
            self.report(f"{game.info.title}: all levels and agents are there")

    def _compile(self, game: Game, parts: list[str]) -> Iterator[str]:
        """Compile parts in a process of its own; each is given back as soon as it is done."""
        if not parts or self._closed:
            return
        command = [sys.executable, "-m", "ludoteca.site.warming", game.info.name, *parts]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            self._processes.add(process)
            if self._closed:  # while it was started
                process.terminate()
            try:
                for part in parts:
                    self._wait_for_part(process, game, part)
                    yield part
            finally:
                process.terminate()
                self._processes.discard(process)

    def _wait_for_part(self, process: subprocess.Popen[str], game: Game, part: str) -> None:
        """Wait until a process has compiled this part. If it died, what is left is compiled on loading."""
        needs, started = expect_seconds(game, part), time.monotonic()
        self.doing[game.info.name] = (part, started)
        self.report(f"compiling {label_of(game, part)} (about {needs * self._pace:.0f} s)")
        assert process.stdout is not None
        if process.stdout.readline().strip() == part:
            self._spent += time.monotonic() - started
            self._expected += needs


def _load_usable() -> dict[str, Game]:
    """Every installed game; one whose package is broken is left out, and the log says why."""
    found = {}
    for name in games.names():
        try:
            found[name] = games.load(name)
        except LudotecaError as error:
            log.warning("%s is not offered: %s", name, error)
    return found


def main(name: str, *parts: str) -> None:
    game = games.load(name)
    for part in parts:
        warm_up([(label_of(game, part), lambda part=part: prepare(game, part))])  # type: ignore[misc]
        print(part, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
