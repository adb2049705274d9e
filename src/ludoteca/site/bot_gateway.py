"""Where programs from outside come in: a WebSocket, a TCP port, and the tokens of a table's seats."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from typing import Any

from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect, WebSocketState

from ludoteca.core.errors import Refusal, SetupError
from ludoteca.programs import messages
from ludoteca.programs.messages import LONGEST_LINE, BadLine
from ludoteca.site.addresses import network_of
from ludoteca.site.bot_sessions import Ended, Session, lose_seat
from ludoteca.site.bot_tokens import BotTokens
from ludoteca.site.connections import Asker
from ludoteca.site.identity import is_program
from ludoteca.site.limits import MINUTE, Buckets
from ludoteca.site.requests import Client, SeatNumber, ServicesOf, TableName
from ludoteca.site.services import Services

TRY_LATER = 1013
TICK = 0.5  # seconds between two looks at the programs that are to act

router = APIRouter(prefix="/api", tags=["programs"])


# --- tokens of seats -------------------------------------------------------------------------------------------------


@router.post("/tables/{name}/seats/{seat}/token", status_code=201)
async def make_token(services: ServicesOf, client: Client, name: TableName, seat: SeatNumber) -> dict[str, Any]:
    """A token with which a program takes an open seat: for the maker of the table. It is shown once; an earlier one for
    this seat counts no more."""
    live = await services.tables.open(name)
    table = live.table
    if client != table.maker:
        raise Refusal("not_maker", "only the person who made the table can let a program in", 403)
    if seat >= len(table.seats) or table.seats[seat].kind != "open":
        raise Refusal("taken", "this seat is not free")
    tokens = BotTokens(services.store)
    await tokens.revoke(await tokens.list_of_seat(name, seat))
    text, token = await tokens.make("", "play", name, seat)
    return {"token": text, "id": token.id, "seat": seat}


@router.delete("/tables/{name}/seats/{seat}/token", status_code=204)
async def revoke_token(services: ServicesOf, client: Client, name: TableName, seat: SeatNumber) -> None:
    """The tokens of a seat count no more. A program that sits there already stays until it leaves."""
    live = await services.tables.open(name)
    if client != live.table.maker:
        raise Refusal("not_maker", "only the person who made the table can do this", 403)
    tokens = BotTokens(services.store)
    await tokens.revoke(await tokens.list_of_seat(name, seat))


# --- WebSocket -------------------------------------------------------------------------------------------------------


class SocketChannel:
    """A text frame is a line."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket

    async def receive(self) -> bytes | None:
        if self._socket.client_state is not WebSocketState.CONNECTED:
            return None
        received = await self._socket.receive()
        if received["type"] == "websocket.disconnect":
            return None
        text = received.get("text")
        if text is None:
            raise BadLine("message", "send text, not bytes")
        return str(text).encode("utf-8", "replace")

    async def send(self, line: bytes) -> None:
        try:
            await self._socket.send_text(line.decode().rstrip("\n"))
        except WebSocketDisconnect:
            raise ConnectionError from None


@router.websocket("/bots/ws")
async def enter_by_socket(socket: WebSocket) -> None:
    services: Services = socket.app.state.services
    await socket.accept()
    address = socket.scope["state"]["address"]
    channel = SocketChannel(socket)
    if not await _run(services, channel, address):
        await socket.close(TRY_LATER)
        return
    with contextlib.suppress(RuntimeError, WebSocketDisconnect):
        await socket.close()


async def _run(services: Services, channel: Any, address: str) -> bool:
    """A session within the limits of an address; False if there is no room."""
    asker = Asker(f"programs at {address}", f"programs at {address}", is_seated=True)
    try:
        with services.program_connections.enter(asker):
            await Session(services, channel, address).run()
    except Refusal as refusal:
        with contextlib.suppress(ConnectionError, RuntimeError):
            await channel.send(messages.write_line(messages.refusal(refusal.code, str(refusal), fatal=True)))
        return False
    except Ended:
        pass
    return True


# --- TCP -------------------------------------------------------------------------------------------------------------


class StreamChannel:
    """Lines over a socket."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    async def receive(self) -> bytes | None:
        while True:
            try:
                line = await self._reader.readline()
            except (ValueError, asyncio.LimitOverrunError):
                raise BadLine("too_large", f"a line has at most {LONGEST_LINE} bytes") from None
            except ConnectionError:
                return None
            if not line.endswith(b"\n"):
                return None
            if line.strip():
                return line

    async def send(self, line: bytes) -> None:
        self._writer.write(line)
        await self._writer.drain()


@contextlib.asynccontextmanager
async def open_port(services: Services, place: tuple[str, int] | None) -> AsyncIterator[None]:
    """Listen for programs at host and port, if there is one."""
    if place is None:
        yield
        return
    arrivals = Buckets(services.limits.connections_per_minute / MINUTE, services.limits.connections_per_minute)
    tasks: set[asyncio.Task[Any]] = set()

    async def welcome(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        address = network_of({"client": writer.get_extra_info("peername")})
        try:
            if arrivals.take(address):
                await _run(services, StreamChannel(reader, writer), address)
        except asyncio.CancelledError:
            pass  # the site stops
        finally:
            tasks.discard(task)
            writer.close()

    try:
        server = await asyncio.start_server(welcome, *place, limit=LONGEST_LINE + 2)
    except OSError as error:
        raise SetupError(f"cannot listen for programs on {place[0]}, port {place[1]}: {error.strerror}") from None
    services.program_port = server.sockets[0].getsockname()[1]
    try:
        yield
    finally:
        server.close()
        for item in list(tasks):
            item.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


# --- programs that do not answer -------------------------------------------------------------------------------------


async def watch_programs(services: Services) -> None:
    """Until cancelled: a program that is to act and has not for too long loses its seat. Where a table has a clock, the
    clock decides."""
    since: dict[str, tuple[int, float]] = {}
    while True:
        await asyncio.sleep(TICK)
        now, waiting = time.monotonic(), {}
        for live in list(services.tables.live.values()):
            table = live.table
            client = table.seats[table.mover].client if table.mover >= 0 else None
            if client is None or not is_program(client) or live.clock is not None:
                continue
            turns, begun = since.get(table.name, (-1, now))
            waiting[table.name] = (table.turns, begun if turns == table.turns else now)
            if now - waiting[table.name][1] > services.limits.bot_seconds:
                seconds = f"{services.limits.bot_seconds:g}"
                await lose_seat(services, live, client, f"its program did not answer within {seconds} s")
        since = waiting
