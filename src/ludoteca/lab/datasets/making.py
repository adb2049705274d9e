"""Making a data set of decisions: any game, any agents, any encoder. Chunks are independent, so several processes make
them at once, and a run that was killed makes only those that are missing."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ludoteca import agents, games
from ludoteca.agents.bot import Bot
from ludoteca.agents.playouts import UNIFORM
from ludoteca.agents.random import Random
from ludoteca.core.errors import DatasetError, SetupError
from ludoteca.core.progress import Report, silent
from ludoteca.core.rng import MAX_SEED, split_seed
from ludoteca.lab.datasets.recorder import (
    COUNT,
    ERROR,
    FULL,
    OUT_OF_RANGE,
    Recorder,
    cut_rows,
    new_rows,
    new_tools,
    write_row,
    write_scores,
)
from ludoteca.lab.match import Bots, Conditions, OngoingMatch, list_returns, play_batch, repeat_states
from ludoteca.lab.parallel import WorkerPool, run_tasks
from ludoteca.protocol import Encoder, Game
from ludoteca.protocol.teachers import Teacher
from ludoteca.training.decisions import Columns, DecisionData, Description

COMPILED_GAMES, AGENT_GAMES = 250, 10  # games in a chunk
FIRST_ROOM, MOST_ROOM = 40_000, 4_000_000  # rows of a chunk
MOST_GAMES = 100_000_000


@dataclass(frozen=True)
class Order:
    """What is asked for."""

    game: str
    agents: tuple[str, ...]
    """One for all seats, or one for each; they move one seat on from game to game."""
    encoder: str
    games: int
    seed: int = 1
    setup: Mapping[str, Any] | None = None
    scores: bool = True
    """Keep what a teacher tells, where there is one."""
    opening: int = 0
    games_per_chunk: int | None = None


def describe_order(order: Order) -> Description:
    """Check what is asked for, before anything is written."""
    game, encoder = games.load(order.game), games.encoder(order.game, order.encoder)
    start = game.start(order.setup)
    encoder.check(start)
    seats = game.seats(start)
    if len(order.agents) not in (1, seats):
        raise SetupError(f"name one agent for all seats, or {seats}, one for each; not {len(order.agents)}")
    if not 1 <= order.games <= MOST_GAMES:
        raise SetupError(f"games must be from 1 to {MOST_GAMES:,}, not {order.games}")
    if not 0 <= order.seed <= MAX_SEED:
        raise SetupError(f"a seed must be from 0 to 2**64 - 1, not {order.seed}")
    if not 0 <= order.opening <= game.info.longest:
        raise SetupError(f"opening must be from 0 to {game.info.longest}, not {order.opening}")
    seated = order.agents * (seats // len(order.agents))
    places = [find_place(game, spec) for spec in seated]
    per_chunk = order.games_per_chunk or (AGENT_GAMES if None in places else COMPILED_GAMES)
    if not 1 <= per_chunk <= 1_000_000:
        raise SetupError(f"a chunk takes from 1 to 1,000,000 games, not {per_chunk}")
    teacher = games.teacher(order.game)
    return Description(
        game=order.game, game_version=game.info.version, setup=game.format_setup(game.parse_setup(order.setup)),
        agents=seated, encoder=order.encoder, inputs=encoder.count_inputs(start), outputs=encoder.count_outputs(start),
        stored=encoder.stored, seats=seats, scores=order.scores and any(_tells(game, teacher, p) for p in places),
        opening=order.opening, seed=order.seed, games=order.games, games_per_chunk=per_chunk,
        output_names=encoder.output_names,
    )  # fmt: skip


def find_place(game: Game, spec: str) -> int | None:
    """The place of an agent that is one of the game's bots (UNIFORM for random play), so that its games can be played
    in compiled code; None for any other agent."""
    kind = agents.read_spec(spec, game).kind
    if kind is Random:
        return UNIFORM
    agent = agents.make_from_spec(spec, game)
    return int(agent.place) if isinstance(agent, Bot) else None


def _tells(game: Game, teacher: Teacher, place: int | None) -> bool:
    return place is not None and place >= 0 and game.info.bots[place] in teacher.bots


def make_dataset(order: Order, folder: Path, pool: WorkerPool, report: Report = silent) -> Description:
    """Fill a folder. What is there already stays; more games extend it; other data are refused."""
    about = describe_order(order)
    data = DecisionData(folder)
    data.begin(about)
    missing = data.missing()
    done = about.chunks - len(missing)
    report("playing", done, about.chunks)
    for _ in run_tasks(pool, make_chunk, [(str(folder), chunk) for chunk in missing]):
        done += 1
        report("playing", done, about.chunks)
    data.tidy()
    return about


def make_chunk(task: tuple[str, int]) -> int:
    """Play the games of a chunk and write it; returns the number of rows."""
    data, chunk = DecisionData(Path(task[0])), task[1]
    about = data.describe()
    maker = ChunkMaker(about)
    columns = maker.play(about.games_of(chunk))
    data.write_chunk(chunk, columns)
    return len(columns["class"])


class ChunkMaker:
    """Plays games of one description and returns their columns."""

    def __init__(self, about: Description) -> None:
        self.about = about
        self.game: Game = games.load(about.game)
        self.encoder: Encoder = games.encoder(about.game, about.encoder)
        self.teacher = games.teacher(about.game)  # also where no scores are kept: both are one compilation
        self.start = self.game.start(about.setup)
        self.tools = new_tools(self.game, self.encoder, self.start, self.teacher)
        self.places = [find_place(self.game, spec) for spec in about.agents]

    def play(self, numbers: range) -> Columns:
        if None in self.places:
            columns, returns = self._play_agents(numbers)
        else:
            columns, returns = self._play_bots(numbers)
        seated = columns["game"] + columns["seat"]
        columns["agent"] = (seated % self.about.seats).astype(np.int8)
        columns["returns"] = returns[columns["game"] - numbers.start].astype(np.float32)
        columns["hash"] = hash_rows(columns["features"])
        return columns

    def _seating(self, number: int) -> list[int]:
        """Which agent sits at each seat of a game."""
        return [(seat + number) % self.about.seats for seat in range(self.about.seats)]

    # --- with compiled bots ----------------------------------------------------------------------------------------

    def _play_bots(self, numbers: range) -> tuple[Columns, Any]:
        places = np.array([[self.places[k] or 0 for k in self._seating(i)] for i in numbers], np.int64)
        tells = [_tells(self.game, self.teacher, place) for place in range(len(self.game.info.bots))]
        bots, told = Bots.seated(self.game, places), np.array([*tells, False], np.int8)
        room = FIRST_ROOM
        while True:
            states = repeat_states(self.game, [self.start], len(numbers))
            rows, notes = new_rows(self.about, room), np.array([0, -1, 0, 0], np.int64)
            recorder = Recorder(
                bots, self.tools, rows, notes, told, numbers.start, self.about.opening, self.about.scores
            )
            play_batch(self.game, states, recorder, self._rngs(numbers))
            if notes[ERROR] == OUT_OF_RANGE:
                raise _out_of_range(self.about)
            if notes[ERROR] != FULL:
                return cut_rows(rows, int(notes[COUNT]), self.about), list_returns(self.game, states)
            room = _grow(room)

    def _rngs(self, numbers: range) -> Any:
        """For each game a generator of chance and one of the players."""
        seed = self.about.seed
        pairs = [[split_seed(seed, "chance", i), split_seed(seed, "players", i)] for i in numbers]
        return np.array(pairs, np.uint64)

    # --- with any agents -------------------------------------------------------------------------------------------

    def _play_agents(self, numbers: range) -> tuple[Columns, Any]:
        seated = [agents.make_from_spec(spec, self.game) for spec in self.about.agents]
        parts: list[Columns] = []
        returns = []
        for number in numbers:
            players = [seated[k] for k in self._seating(number)]
            conditions = Conditions(opening=self.about.opening)
            seed = split_seed(self.about.seed, "game", number)
            match = OngoingMatch(self.game, players, seed, self.about.setup, conditions)
            parts.append(self._record(match, number))
            if match.result is None or match.result.forfeit is not None:
                raise DatasetError(f"game {number} was forfeited: {match.result.reason if match.result else ''}")
            returns.append(match.result.returns)
        columns = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
        return columns, np.array(returns)

    def _record(self, match: OngoingMatch, number: int) -> Columns:
        rows, n = new_rows(self.about, FIRST_ROOM // 10), 0
        seating = self._seating(number)
        for turn in match.turns():
            if turn.seat < 0 or turn.decision is None:
                continue
            if n == len(rows.classes):
                rows = _enlarge(rows, self.about)
            if not write_row(self.tools, rows, n, turn.state, turn.seat, turn.action):
                raise _out_of_range(self.about)
            rows.games[n], rows.plies[n] = number, turn.ply
            if self.about.scores:
                place = self.places[seating[turn.seat]]
                write_scores(self.tools, rows, n, place if _tells(self.game, self.teacher, place) else -1)  # type: ignore[arg-type]
            n += 1
        return {name: values.copy() for name, values in cut_rows(rows, n, self.about).items()}


def _enlarge(rows: Any, about: Description) -> Any:
    larger = new_rows(about, _grow(len(rows.classes)))
    for old, new in zip(rows, larger, strict=True):
        new[: len(old)] = old
    return larger


def _grow(room: int) -> int:
    if room >= MOST_ROOM:
        raise DatasetError(f"a chunk has more than {MOST_ROOM:,} decisions: choose fewer games a chunk (--chunk)")
    return 2 * room


def _out_of_range(about: Description) -> DatasetError:
    return DatasetError(
        f"the encoder {about.encoder} gave a feature that cannot be kept as {about.stored}: its steps are wrong"
    )


def hash_rows(features: Any) -> Any:
    """uint64 [row]: equal for equal features."""
    rows = np.ascontiguousarray(features)
    size = rows.strides[0] if len(rows) else 1
    content = memoryview(rows.tobytes())
    words = (hashlib.blake2b(content[at : at + size], digest_size=8).digest() for at in range(0, len(content), size))
    return np.frombuffer(b"".join(words), np.uint64)


def list_specs(text: str, game: Game) -> tuple[str, ...]:
    """Specifications separated by commas, as in "mcts:iterations=50,exploration=1,random"; a bot may be named alone."""
    found: list[str] = []
    for word in filter(None, (part.strip() for part in text.split(","))):
        if found and "=" in word and ":" not in word:  # one more setting of the same agent
            found[-1] += f",{word}"
        else:
            is_bot = word in game.info.bots or word in game.info.bot_aliases
            found.append(f"bot:bot={word}" if is_bot and word not in agents.names() else word)
    return tuple(found)
