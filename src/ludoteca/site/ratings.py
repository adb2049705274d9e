"""Ratings of people, game by game, for those who play rated games: decision 17 says why so.

A rated table is rated once, when its game is over: the ratings and the note that it is done are one transaction, so
that a server that dies in between rates it when it comes back.
"""

import asyncio
import json
import logging
from typing import Any, NamedTuple

from openskill.models import PlackettLuce

from ludoteca.core.errors import Refusal, StoreError
from ludoteca.protocol import Game
from ludoteca.site import messages
from ludoteca.site.database import Transaction
from ludoteca.site.identity import is_program
from ludoteca.site.store import Store
from ludoteca.site.table import Table

MIDDLE, SPREAD = 1_500.0, 60.0  # the scale that people see: a newcomer has 1,500, give or take 980
WIDTH = 1.96  # deviations of a 95 % interval
MOST_LISTED = 50
UNRATED_ENDS = ("aborted",)

Json = dict[str, Any]
log = logging.getLogger("ludoteca.site")


class Rating(NamedTuple):
    mean: float
    deviation: float
    games: int

    def tell(self) -> Json:
        middle, half = MIDDLE + SPREAD * (self.mean - NEW.mean), WIDTH * SPREAD * self.deviation
        ends = {"low": round(middle - half), "high": round(middle + half)}
        return {"rating": round(middle), **ends, "games": self.games}


MODEL = PlackettLuce()
NEW = Rating(MODEL.mu, MODEL.sigma, 0)


def rate(before: list[Rating], returns: list[float]) -> list[Rating]:
    """The ratings after a game; the higher return ranks first, and equal ones share a rank."""
    teams = [[MODEL.rating(mu=rating.mean, sigma=rating.deviation)] for rating in before]
    ranks = [float(sum(other > own for other in returns)) for own in returns]
    after = MODEL.rate(teams, ranks=ranks)
    return [Rating(float(new.mu), float(new.sigma), old.games + 1) for old, (new,) in zip(before, after, strict=True)]


def require_ratable(game: Game, wish: messages.NewTable) -> None:
    """Refuse a rated table where a result would not say who plays better."""
    people = [seat for seat in wish.seats if seat.kind == "link"]
    if len(people) + 1 != len(wish.seats) or not people or any(seat.kind == "agent" for seat in wish.seats):
        raise Refusal("rated_people", "a rated game is between people, each on a device of their own", 422)
    if game.info.co_operative:
        raise Refusal("rated_team", "a team cannot be rated: nobody wins or loses", 422)
    if wish.think or wish.seed is not None or wish.actions or wish.transcript is not None:
        raise Refusal("rated_plain", "a rated game starts at its beginning, without analysis or a chosen seed", 422)


class Ratings:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = asyncio.Lock()  # one game after the other: each builds on the ratings before it
        self._tasks: set[asyncio.Task[None]] = set()

    def game_over(self, table: Table) -> None:
        """Called when a game has ended."""
        if table.setup.rated:
            task = asyncio.create_task(self._rate(table.name))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def catch_up(self) -> None:
        """Rate what was over when the server stopped and not rated yet."""
        chosen = "SELECT id FROM tables JOIN unrated ON unrated.table_id = tables.id WHERE waiting = 'nobody'"
        for (name,) in await self._store.read(lambda transaction: transaction.all(chosen)):
            await self._rate(name)

    async def of_person(self, client: str) -> list[Json]:
        chosen = "SELECT game, mean, deviation, games FROM ratings WHERE client = :client ORDER BY game"
        rows = await self._store.read(lambda transaction: transaction.all(chosen, client=client))
        return [{"game": game, **Rating(*rest).tell()} for game, *rest in rows]

    async def best(self, game: str) -> list[tuple[str, Json]]:
        """Who is surely good, and their ratings: by the lower end of the interval."""
        chosen = f"""
            SELECT ratings.client, nickname, mean, deviation, games FROM ratings
            LEFT JOIN people ON people.client = ratings.client
            WHERE game = :game ORDER BY mean - {WIDTH} * deviation DESC LIMIT :most
        """
        rows = await self._store.read(lambda transaction: transaction.all(chosen, game=game, most=MOST_LISTED))
        return [(client, {"name": name or "", **Rating(*rest).tell()}) for client, name, *rest in rows]

    async def forget(self, client: str) -> None:
        async with self._lock:
            await self._store.write({"forget_ratings": [{"client": client}]})

    async def _rate(self, name: str) -> None:
        try:
            async with self._lock:
                found = await self._store.read(lambda transaction: _find_result(transaction, name))
                if found is not None:
                    await self._store.write({"rating": self._rows(*found), "rated": [{"id": name}]})
        except StoreError as error:
            log.error("table %s was not rated: %s", name, error)  # `catch_up` will

    def _rows(self, game: str, people: list[str], before: list[Rating], returns: list[float]) -> list[Json]:
        after = rate(before, returns) if len(people) > 1 else []
        return [
            {"client": client, "game": game, "mean": new.mean, "deviation": new.deviation, "games": new.games}
            for client, new in zip(people, after, strict=bool(after))
        ]


def _find_result(transaction: Transaction, name: str) -> tuple[str, list[str], list[Rating], list[float]] | None:
    """The game of a table that is to be rated, who played, their ratings before it, and what each has earned. Nobody
    played where there is nothing to rate; None if it was rated already."""
    chosen = "SELECT head, summary FROM tables JOIN unrated ON unrated.table_id = tables.id WHERE id = :id"
    row = transaction.first(chosen, id=name)
    if row is None:
        return None
    head, summary = json.loads(row[0]), json.loads(row[1])
    people = [seat["client"] for seat in summary["seats"]]
    result = summary["result"]
    counts = result["code"] not in UNRATED_ENDS and len(set(people)) == len(people)
    if not counts or None in people or any(map(is_program, people)):
        return head["game"], [], [], []
    kept = "SELECT mean, deviation, games FROM ratings WHERE client = :client AND game = :game"
    found = [transaction.first(kept, client=client, game=head["game"]) for client in people]
    return head["game"], people, [NEW if row is None else Rating(*row) for row in found], result["returns"]
