"""A program from outside at a table, over any transport. It gets what its seat may know, and answers turn by turn."""

import asyncio
import logging
import time
from dataclasses import dataclass
from typing import Any, Protocol

from ludoteca.core.errors import LudotecaError, Refusal
from ludoteca.programs import messages
from ludoteca.programs.messages import MOST_BAD, Answer, BadLine, Hello, Ping
from ludoteca.programs.telling import tell_end, tell_start, tell_turn
from ludoteca.site import actions
from ludoteca.site.bot_events import tell_history
from ludoteca.site.bot_seating import seat_program
from ludoteca.site.bot_tokens import BotTokens, Token
from ludoteca.site.connections import Asker
from ludoteca.site.events import Event
from ludoteca.site.live import Connection, Live
from ludoteca.site.services import Services
from ludoteca.site.table import Table

HELLO_SECONDS = 10.0
SENDING = 20.0  # seconds that a program may leave its lines unread

log = logging.getLogger("ludoteca.site")


class Channel(Protocol):
    """A transport: lines both ways."""

    async def receive(self) -> bytes | None:
        """The next line; None once the other side has gone. BadLine if it is too long to be read."""

    async def send(self, line: bytes) -> None: ...


class Ended(Exception):
    """The conversation is over."""


@dataclass(frozen=True)
class Turn:
    """What was asked last."""

    id: int
    turns: int
    """The table's count of turns: after another event this question is void."""
    ply: int
    actions: frozenset[int]


class Session:
    """One program, from its hello to the end of its game."""

    def __init__(self, services: Services, channel: Channel, address: str) -> None:
        self.services, self.channel, self.address = services, channel, address
        self.bad = 0
        self.turn: Turn | None = None
        self._heard = 0  # events up to this ply are told
        self._has_begun = False
        self._asked = 0

    async def run(self) -> None:
        """Until the game is over, or the program has gone. What it did wrong is told to it, and to nobody else."""
        try:
            hello, token = await self._greet()
            live = await seat_program(self.services, token, hello, self.address)
        except LudotecaError as error:
            await self._send(messages.refusal(error.code, str(error), fatal=True))
            return
        except Ended:
            return
        self.token, self.hello, self.live = token, hello, live
        await self._send(self._welcome())
        await self._sit()

    def _welcome(self) -> dict[str, Any]:
        limits = self.services.limits
        told = messages.welcome(seconds=limits.bot_seconds, lines_per_second=limits.messages_per_second)
        return told | {"scope": self.token.scope, "table": self.live.table.name}

    async def _greet(self) -> tuple[Hello, Token]:
        try:
            line = await asyncio.wait_for(self.channel.receive(), HELLO_SECONDS)
        except TimeoutError:
            raise Refusal("silent", f"a hello must come within {HELLO_SECONDS:g} s") from None
        if line is None:
            raise Ended
        first = messages.read_line(line)
        if not isinstance(first, Hello):
            raise BadLine("message", "the first line must be a hello")
        messages.require_protocol(first)
        tokens = BotTokens(self.services.store)
        token = await tokens.find(first.token)
        await tokens.note_use(token)
        return first, token

    # --- at the table ------------------------------------------------------------------------------------------------

    async def _sit(self) -> None:
        connection = Connection(self.token.client, self.address)
        self.services.tables.connect(self.live, connection)
        work = {asyncio.create_task(self._tell(connection)), asyncio.create_task(self._listen())}
        try:
            done, _ = await asyncio.wait(work, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                if not isinstance(task.exception(), Ended | None):
                    log.error("table %s: a program's seat failed", self.live.table.name, exc_info=task.exception())
        finally:
            self.services.tables.disconnect(self.live, connection)
            for task in work:
                task.cancel()
            await asyncio.gather(*work, return_exceptions=True)

    async def _tell(self, connection: Connection) -> None:
        """Ask whenever it is the program's turn; say how the game ended, and end."""
        while True:
            await connection.wait()
            connection.take()
            table = self.live.table
            if table.result is not None:
                seat = (table.seats_of(self.token.client) or [-1])[0]
                await self._send(tell_end(table.result["returns"], table.result["reason"], seat))
                raise Ended
            is_new = self.turn is None or self.turn.turns != table.turns
            if table.mover in table.seats_of(self.token.client) and is_new:
                await self._ask(table)

    async def _ask(self, table: Table) -> None:
        self._asked += 1
        clock = self._tell_clock(table.mover)
        lines, legal = await asyncio.to_thread(self._write_turn, table, clock)
        if self.live.table.turns != table.turns:
            return  # the table has moved on meanwhile; there is a new call
        self.turn = Turn(self._asked, table.turns, table.ply, frozenset(legal))
        self._heard, self._has_begun = table.ply, True
        for line in lines:
            await self._send(line)

    def _write_turn(self, table: Table, clock: dict[str, Any]) -> tuple[list[dict[str, Any]], list[int]]:
        """The messages for a turn: before the first one, the start."""
        game, seat, view = table.game, table.mover, table.view(table.mover)
        lines = [] if self._has_begun else [tell_start(game, view, seat, table.setup.options, clock=clock or None)]
        turn = {
            "id": self._asked,
            "ply": table.ply,
            "events": tell_history(table, seat, self._heard),
            "clock": clock or {"seconds": self.services.limits.bot_seconds},
        }
        message = tell_turn(game, view, turn, "state" in self.hello.want)
        return [*lines, message], message["actions"]

    def _tell_clock(self, seat: int) -> dict[str, Any]:
        """The seconds of the seat to act and of everybody, where the table has a clock."""
        clock = self.live.clock
        if clock is None:
            return {}
        now = time.monotonic()
        left = [milliseconds / 1000 for milliseconds in clock.left]
        left[seat] = clock.remaining(now) / 1000 if clock.seat == seat else left[seat]
        return {"seconds": left[seat], "left": left, "setup": dict(clock.setup)}

    # --- what the program says ---------------------------------------------------------------------------------------

    async def _listen(self) -> None:
        asker = Asker(self.token.client, self.address, has_cookie=True, is_seated=True)
        while True:
            try:
                line = await self.channel.receive()
                if line is None:
                    raise Ended
                if not self.services.message_rates.take(asker, len(line)):
                    raise BadLine("too_fast", "too many lines; wait a moment")
                await self._obey(messages.read_line(line))
            except (BadLine, Refusal) as error:
                await self._complain(error.code, str(error))

    async def _obey(self, said: messages.Anything) -> None:
        if isinstance(said, Ping):
            await self._send({"type": "pong"})
        elif isinstance(said, Hello):
            raise BadLine("message", "a hello is said once")
        else:
            await self._play(said)

    async def _play(self, said: Answer) -> None:
        turn = self.turn
        if turn is None or said.id != turn.id or self.live.table.turns != turn.turns:
            raise BadLine("stale", f"turn {said.id} is not asked for now")
        if said.action not in turn.actions:
            await self._forfeit(f"its program answered {said.action}, which is not legal")
        client = self.token.client
        await self.services.tables.act(
            self.live, lambda table: actions.play(table, client, turn.ply, said.action, None)
        )

    async def _complain(self, code: str, message: str) -> None:
        self.bad += 1
        if self.bad >= MOST_BAD:
            await self._forfeit(f"its program sent {self.bad} lines that could not be used")
        await self._send(messages.refusal(code, message))

    async def _forfeit(self, why: str) -> None:
        """The program loses its game, and its connection."""
        await lose_seat(self.services, self.live, self.token.client, why)
        await self._send(messages.refusal("forfeit", why, fatal=True))
        raise Ended

    async def _send(self, message: dict[str, Any]) -> None:
        try:
            await asyncio.wait_for(self.channel.send(messages.write_line(message)), SENDING)
        except (TimeoutError, ConnectionError, RuntimeError):
            raise Ended from None


async def lose_seat(services: Services, live: Live, client: str, why: str) -> None:
    """The seat of a program forfeits, unless the game is over already."""

    def decide(table: Table) -> Event | None:
        own = table.seats_of(client)
        return Event("resign", {"seat": own[0], "why": why}) if own and table.result is None else None

    try:
        await services.tables.act(live, decide)
    except LudotecaError as error:  # it ended meanwhile, or the store does not answer: it is tried again
        log.warning("table %s: the seat of a program could not be taken away: %s", live.table.name, error)
