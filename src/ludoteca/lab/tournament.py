"""Tournaments: the same table for the same seed, whatever the number of workers, and whoever is killed on the way."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path

from ludoteca import agents
from ludoteca.core.errors import StoreError
from ludoteca.core.rng import split_seed
from ludoteca.lab.description import Description, build_description, load_game, make_clock
from ludoteca.lab.match import Conditions, play_match
from ludoteca.lab.parallel import SerialPool, WorkerPool, run_tasks
from ludoteca.lab.schedule import Block, count_blocks, plan_blocks
from ludoteca.lab.stopping import Verdict
from ludoteca.lab.store import Row, Store, make_row
from ludoteca.lab.warming import first_view
from ludoteca.protocol import Agent, Game

CHUNK_SECONDS = 2.0
MOST_BLOCKS = 5000  # in one chunk

Progress = Callable[[int, int], None]
"""`progress(games done, games planned)`: the place for a bar. It may raise KeyboardInterrupt to stop."""


# --- playing: in the workers ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Chunk:
    """A piece of work: the description as JSON and some blocks of its schedule."""

    description: str
    blocks: tuple[Block, ...]


class _Table:
    """The game and the agents of a tournament, made once a process and used for every chunk."""

    def __init__(self, text: str) -> None:
        self.description = Description(**json.loads(text))
        self.game: Game = load_game(self.description.game)
        self.clock = make_clock(self.description)
        self._players: dict[tuple[int, int], Agent] = {}

    def seat(self, seating: tuple[int, ...]) -> list[Agent]:
        """The agents at their seats; one that sits twice is there twice."""
        return [self._player(who, seating[:seat].count(who)) for seat, who in enumerate(seating)]

    def _player(self, who: int, copy: int) -> Agent:
        if (who, copy) not in self._players:
            self._players[who, copy] = agents.make_from_spec(list(self.description.agents.values())[who], self.game)
        return self._players[who, copy]

    def play(self, block: Block) -> list[Row]:
        plan = self.description
        seed = split_seed(plan.seed, "deal", block.deal)
        setup, conditions = plan.setup_for(block.deal), Conditions(self.clock, plan.opening)
        rows = []
        for game, seating in enumerate(block.seatings, block.first):
            match = play_match(self.game, self.seat(seating), seed, setup, conditions)
            place = {"game": game, "block": block.number, "deal": block.deal, "seed": seed}
            rows.append(make_row(match, plan.names, seating, place))
        return rows


@lru_cache(maxsize=2)
def _open_table(text: str) -> _Table:
    return _Table(text)


def play_chunk(chunk: Chunk) -> tuple[list[Row], float]:
    """Every game of a chunk, and the seconds that they took."""
    table = _open_table(chunk.description)
    started = time.perf_counter()
    rows = [row for block in chunk.blocks for row in table.play(block)]
    return rows, time.perf_counter() - started


# --- driving -------------------------------------------------------------------------------------------------------


@dataclass
class Outcome:
    """The games that count, in order, and why it ended: 'games', 'time', 'sprt' or 'interrupted'."""

    description: Description
    rows: list[Row]
    ended: str
    verdict: Verdict


class _Run:
    """One run of the driver over a folder."""

    def __init__(self, description: Description, store: Store, pool: WorkerPool, chunk_seconds: float) -> None:
        self.description, self.store, self.pool, self.chunk_seconds = description, store, pool, chunk_seconds
        self.text = json.dumps(description.to_json())
        self.verdict = Verdict(description)
        design = description.design()
        blocks = count_blocks(design, description.games)
        self.schedule = list(islice(plan_blocks(design), blocks))
        self.total = sum(len(block.seatings) for block in self.schedule)
        self.done = self._load()
        self.pace: float | None = None  # seconds a block
        minutes = description.stop.get("minutes")
        self.deadline = None if minutes is None else time.monotonic() + 60 * minutes

    def _load(self) -> dict[int, list[Row]]:
        """The blocks that are complete."""
        found: dict[int, list[Row]] = {}
        for row in self.store.read():
            found.setdefault(row["block"], []).append(row)
        whole = {b.number: found[b.number] for b in self.schedule if len(found.get(b.number, ())) == len(b.seatings)}
        for number in sorted(whole):
            self.verdict.add(number, whole[number])
        return whole

    def is_late(self) -> bool:
        return self.deadline is not None and time.monotonic() >= self.deadline

    def chunks(self) -> Iterator[Chunk]:
        """What is left, in pieces that last about as long as they should."""
        left = [block for block in self.schedule if block.number not in self.done]
        size = 1
        while left and self.verdict.end is None and not self.is_late():
            if self.pace is not None:
                wanted = int(self.chunk_seconds / max(self.pace, 1e-6))
                size = max(1, min(wanted, 4 * size, MOST_BLOCKS))
            take = max(1, min(size, -(-len(left) // (2 * self.pool.workers))))
            yield Chunk(self.text, tuple(left[:take]))
            del left[:take]

    def play(self, progress: Progress) -> str:
        games = sum(len(rows) for rows in self.done.values())
        progress(games, self.total)
        for chunk, (rows, seconds) in run_tasks(self.pool, play_chunk, self.chunks()):
            pace = seconds / len(chunk.blocks)
            self.pace = pace if self.pace is None else min(pace, (self.pace + pace) / 2)
            self.store.add(rows)
            for block in chunk.blocks:
                self.done[block.number] = [row for row in rows if row["block"] == block.number]
                self.verdict.add(block.number, self.done[block.number])
            games += len(rows)
            progress(games, self.total)
        if self.verdict.end is not None:
            return "sprt"
        return "games" if len(self.done) == len(self.schedule) else "time"

    def outcome(self, ended: str) -> Outcome:
        last = self.verdict.end
        rows = [row for n in sorted(self.done) if last is None or n <= last for row in self.done[n]]
        return Outcome(self.description, rows, ended, self.verdict)


def run_tournament(
    description: Description,
    folder: Path | str,
    pool: WorkerPool | None = None,
    resume: bool = False,
    progress: Progress = lambda done, total: None,
    chunk_seconds: float = CHUNK_SECONDS,
) -> Outcome:
    """Play it, or what is left of it, keeping every game in `folder`.

    An interrupt (Ctrl-C) ends it; what was finished is kept and counted. The pool is the caller's to close.
    """
    description.check()
    store = Store(folder)
    if resume:
        _check_same(store, description)
    else:
        store.create(description.to_json())
    with store.lock():
        if resume:  # only now: another run may be playing by the description that is there
            store.update_description(description.to_json())
        warm_up_players(description)
        run = _Run(description, store, pool or SerialPool(), chunk_seconds)
        try:
            outcome = run.outcome(run.play(progress))
        except KeyboardInterrupt:
            return run.outcome("interrupted")
        store.compact(store.read())
        return outcome


def _check_same(store: Store, description: Description) -> None:
    kept = store.read_description()
    wanted = json.loads(json.dumps(description.identity()))
    kept.setdefault("vary", {})  # from before there was such a key
    for key, value in wanted.items():
        if kept.get(key) != value:
            raise StoreError(
                f"{store.folder} holds another tournament: its {key} is {kept.get(key)!r}, not {value!r}; "
                "nothing was changed: choose another folder"
            )
    if list(kept["agents"]) != list(wanted["agents"]):
        raise StoreError(f"{store.folder} holds another tournament: its agents are in another order")


def load_outcome(folder: Path | str) -> Outcome:
    """The games of a folder as they are, finished or not."""
    store = Store(folder)
    content = store.read_description()
    description = build_description({k: v for k, v in content.items() if k not in ("file", "ludoteca")})
    run = _Run(description, store, SerialPool(), CHUNK_SECONDS)
    complete = len(run.done) == len(run.schedule)
    return run.outcome("sprt" if run.verdict.end is not None else "games" if complete else "unfinished")


def warm_up_players(description: Description) -> None:
    """Compile in this process what the workers will need, so that they find it on the disk."""
    game = load_game(description.game)
    view = first_view(game, description.setup_for(0))
    for spec in description.agents.values():
        with closing(agents.make_from_spec(spec, game)) as agent:
            agent.warm_up(view)
