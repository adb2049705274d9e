"""Compiling in the background, so that pages are up at once and games become ready one by one.

Compiling a game for the first time keeps a core busy for about a minute. It is done in separate processes, one a core,
which fill the cache on disk; the server then loads from the cache. `python -m ludoteca.site.warming GAME AGENT` is such
a process; in the place of an agent it may be given the rules, with all that drawing a position needs.
"""

import asyncio
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from ludoteca import agents, games
from ludoteca.core.errors import LudotecaError, Refusal, UnknownName
from ludoteca.core.jit import is_warm, warm_up
from ludoteca.core.rng import new_rng
from ludoteca.lab.match import OngoingMatch
from ludoteca.lab.warming import first_view, label_of, list_tasks
from ludoteca.protocol import CHANCE, Game

RULES = "rules and scenes"  # in the place of an agent

log = logging.getLogger("ludoteca.site")


class Warming:
    """Which games can be played yet. A game is ready once its levels are; its other agents follow."""

    def __init__(self, extra: Iterable[Game] = (), names: Iterable[str] | None = None, apart: bool = True) -> None:
        """`apart`: compile in a process of its own; otherwise here, which is quicker if all is in the cache."""
        self.apart = apart
        chosen = _load_usable() if names is None else {name: games.load(name) for name in names}
        self.games: dict[str, Game] = chosen | {game.info.name: game for game in extra}
        self.needed = {name: _find_needed(game) for name, game in self.games.items()}
        self.total = {
            name: len({*agents.agents_for(game), *self.needed[name]}) + 1 for name, game in self.games.items()
        }
        self.done = dict.fromkeys(self.games, 0)
        self.ready = dict.fromkeys(self.games, False)
        self.agents: set[tuple[str, str]] = set()
        """(game, agent) that can be asked at once."""
        self._thread = threading.Thread(target=self._run, name="warming", daemon=True)
        self._closed = False
        self._processes: set[subprocess.Popen[bytes]] = set()

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._closed = True
        for process in list(self._processes):
            process.terminate()

    def game(self, name: str) -> Game:
        if name not in self.games:
            raise UnknownName("game", name, self.games)
        return self.games[name]

    def require_ready(self, name: str) -> Game:
        game = self.game(name)
        if not self.ready[name]:
            done, total = self.done[name], self.total[name]
            raise Refusal("not_ready", f"{game.info.title} is being prepared", 409, done=done, total=total)
        return game

    def require_agent(self, game: Game, spec: str) -> None:
        """Refuse an agent that is still being compiled: its first decision would take too long."""
        if not self.has_agent(game, spec):
            raise Refusal("not_ready", f"{spec.partition(':')[0]} is being prepared; try again in a minute", 409)

    def has_agent(self, game: Game, spec: str) -> bool:
        level = game.info.find_level(spec)
        return (game.info.name, agents.parse_spec(level.agent if level else spec)[0]) in self.agents

    async def wait_for_agent(self, game: Game, spec: str) -> None:
        while not self.has_agent(game, spec):
            await asyncio.sleep(0.2)

    async def wait_for(self, name: str) -> Game:
        while not self.ready[self.game(name).info.name]:
            await asyncio.sleep(0.2)
        return self.games[name]

    async def wait_for_all(self) -> None:
        for name in self.games:
            await self.wait_for(name)

    # --- the thread ------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        with ThreadPoolExecutor(os.cpu_count() or 1, "warming") as pool:
            for step in (self._prepare_levels, self._prepare_others):
                list(pool.map(partial(self._guarded, step), self.games.values()))

    def _guarded(self, work: Callable[[Game], None], game: Game) -> None:
        """Prepare a game; if that fails, the other games still get prepared."""
        try:
            work(game)
        except Exception:
            log.exception("%s could not be prepared", game.info.name)

    def _prepare_levels(self, game: Game) -> None:
        name = game.info.name
        self._compile(game)
        if not self._closed:
            play_through(game)
            self.done[name] += 1
        for agent in self.needed[name]:
            self._prepare(game, agent)
        self.ready[name] = not self._closed

    def _prepare_others(self, game: Game) -> None:
        for agent in agents.agents_for(game):
            if agent not in self.needed[game.info.name]:
                self._prepare(game, agent)

    def _prepare(self, game: Game, agent: str) -> None:
        if self._closed:
            return
        name = game.info.name
        self._compile(game, agent)
        if not self._closed:
            agents.make_from_spec(_find_spec(game, agent), game).warm_up(first_view(game))
            self.done[name] += 1
            self.agents.add((name, agent))

    def _compile(self, game: Game, agent: str = RULES) -> None:
        """Fill the cache, in a process of its own, unless it was done before."""
        name = game.info.name
        if self.apart and not self._closed and name in games.names() and not is_warm(label_of(game, agent)):
            spec = RULES if agent == RULES else _find_spec(game, agent)
            process = subprocess.Popen([sys.executable, "-m", "ludoteca.site.warming", name, spec])
            self._processes.add(process)
            if self._closed:  # while it was started
                process.terminate()
            process.wait()
            self._processes.discard(process)


def _load_usable() -> dict[str, Game]:
    """Every installed game; one whose package is broken is left out, and the log says why."""
    found = {}
    for name in games.names():
        try:
            found[name] = games.load(name)
        except LudotecaError as error:
            log.warning("%s is not offered: %s", name, error)
    return found


def _find_needed(game: Game) -> list[str]:
    """The agents behind the levels and hints of a game."""
    specs = [*(level.agent for level in game.info.levels), agents.default_spec(game, exact=True)]
    return list(dict.fromkeys(agents.parse_spec(spec)[0] for spec in specs))


def _find_spec(game: Game, agent: str) -> str:
    """How an agent can be made: by its name, or as one of the levels names it where it needs a file."""
    if agents.load(agent).stands_alone(game.info):
        return agent
    return next(level.agent for level in game.info.levels if agents.parse_spec(level.agent)[0] == agent)


def play_through(game: Game) -> None:
    """A random game under every choice of every option, with all that front ends ask, compiles what they need."""
    choices = [{option.name: choice} for option in game.info.options for choice in option.choices]
    for options in choices or [{}]:
        ongoing, rng = OngoingMatch(game, ["random"] * game.seats(game.start(options)), 1, options), new_rng(1)
        for turn in ongoing.turns():
            if turn.seat == CHANCE:
                continue
            view = game.observe(turn.state, turn.seat)
            game.guess(view, turn.seat, rng)
            for action in game.legal_actions(view)[-3:]:
                game.format_action(view, action)
                game.show_action(view, action)
        s = ongoing.state
        game.returns(s)
        game.show(game.spectate(s))
        game.end_code(s)


def main(name: str, agent: str) -> None:
    game = games.load(name)
    if agent == RULES:
        warm_up([(label_of(game, RULES), lambda: play_through(game))])
    else:
        warm_up(list_tasks(game, [agents.make_from_spec(agent, game)]))


if __name__ == "__main__":
    main(*sys.argv[1:])
