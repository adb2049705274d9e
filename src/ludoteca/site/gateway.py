"""The WebSocket of a table: every message is checked, and answered by `ack` or `error`."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect, WebSocketState

from ludoteca.core.errors import LudotecaError, Refusal
from ludoteca.site import actions, messages
from ludoteca.site.client_searches import ClientSearches
from ludoteca.site.connections import Asker
from ludoteca.site.events import Event
from ludoteca.site.live import Connection, Live
from ludoteca.site.moves import encode
from ludoteca.site.reading import BadMessage, read_message, tell_error, tell_failure
from ludoteca.site.services import Services

TRY_LATER, REFUSED, TOO_MUCH, BROKEN = 1013, 4404, 1008, 1011
LONGEST_VERSION = 16  # digits
PATIENCE = 200  # more messages refused for their rate than taken, before the connection is closed

log = logging.getLogger("ludoteca.site")
router = APIRouter()


@router.websocket("/api/tables/{name}/ws")
async def sit_down(socket: WebSocket, name: str) -> None:
    services: Services = socket.app.state.services
    await socket.accept()
    try:
        asker = await _identify(services, socket, name)
        with services.connections.enter(asker):
            live = await _find(services, name)
            await Visit(services, live, socket, asker, _read_version(socket)).run()
    except LudotecaError as error:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await socket.send_text(encode(tell_error(None, error)))
            await socket.close(TRY_LATER if getattr(error, "status", 0) == 429 else REFUSED)


async def _identify(services: Services, socket: WebSocket, name: str) -> Asker:
    """Who opens the connection. Whoever has no cookie cannot have a seat, so the store is not asked."""
    state = socket.scope["state"]
    is_seated = not state["is_new"] and await services.tables.is_seated(name, state["client"])
    return Asker(state["client"], state["address"], not state["is_new"], is_seated)


def _read_version(socket: WebSocket) -> int | None:
    """The version that the client has of the table already."""
    given = socket.query_params.get("since", "")
    return int(given) if given.isascii() and given.isdigit() and len(given) <= LONGEST_VERSION else None


async def _find(services: Services, name: str) -> Live:
    """The table; waits while its game is being compiled."""
    while True:
        try:
            return await services.tables.open(name)
        except Refusal as refusal:
            if refusal.code != "not_ready":
                raise
            await asyncio.sleep(0.3)


class Visit:
    """One client at one table, from connecting to leaving."""

    def __init__(
        self, services: Services, live: Live, socket: WebSocket, asker: Asker, version: int | None = None
    ) -> None:
        self.services, self.live, self.socket, self.asker = services, live, socket, asker
        self.client = asker.client
        self.connection = Connection(asker.client, asker.address, version)
        self.searches = ClientSearches(services, live, self.connection)

    async def run(self) -> None:
        self.services.tables.connect(self.live, self.connection)
        sender = asyncio.create_task(self._send())
        try:
            await self._receive()
        finally:
            self.services.tables.disconnect(self.live, self.connection)
            for task in (sender, *self.searches.tasks):
                task.cancel()
            await asyncio.gather(sender, *self.searches.tasks, return_exceptions=True)

    # --- sending ---------------------------------------------------------------------------------------------------

    async def _send(self) -> None:
        try:
            while not self.connection.too_slow:
                await self.connection.wait()
                for text in self._write():
                    await self.socket.send_text(text)
            await self.socket.close(TOO_MUCH, "messages are not read fast enough")
        except WebSocketDisconnect:
            return  # the other side has gone
        except Exception:
            if self.socket.application_state is WebSocketState.DISCONNECTED:
                return  # closed on this side, meanwhile
            log.exception("table %s: it could not be told", self.live.table.name)
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                await self.socket.close(BROKEN)

    def _write(self) -> list[str]:
        """What is to be sent now; what is new at the table last, since it contains everything that happened before."""
        return [encode(message) for message in self.connection.take()] + self.live.write_news(self.connection)

    # --- receiving -------------------------------------------------------------------------------------------------

    async def _receive(self) -> None:
        too_fast = 0
        while self.socket.client_state is WebSocketState.CONNECTED:
            received = await self.socket.receive()
            if received["type"] == "websocket.disconnect":
                return
            if not self.services.message_rates.take(
                self.asker, len(received.get("text") or received.get("bytes") or "")
            ):
                too_fast += 1
                if too_fast > PATIENCE:
                    await self.socket.close(TOO_MUCH, "too many messages")
                    return
                self.connection.reply(tell_error(None, Refusal("too_fast", "too many messages; wait a moment", 429)))
                continue
            too_fast = max(0, too_fast - 1)
            await self._answer(received.get("text"))

    async def _answer(self, text: str | None) -> None:
        identifier = None
        try:
            message = read_message(text, self.services.limits.message_bytes)
            identifier = message.id
            await self._obey(message)
        except BadMessage as error:
            self.connection.reply(tell_error(error.identifier, error))
        except Exception as error:
            self.connection.reply(tell_failure(self.live.table.name, identifier, error))

    async def _obey(self, message: messages.AnyMessage) -> None:
        """Do what a message asks for; `ack` once it is done and on disk."""
        await DOERS[type(message)](self, message)
        if not isinstance(message, messages.Ping | messages.Why):
            self.connection.reply({"type": "ack", "id": message.id})

    async def _act(self, decide: Callable[[Any], Event | None]) -> None:
        await self.services.tables.act(self.live, decide)

    async def _play(self, said: messages.Play) -> None:
        if (said.action is None) == (said.text is None):
            raise Refusal("message", "a play names either an action or a text", 422)
        await self._act(lambda table: actions.play(table, self.client, said.ply, said.action, said.text))

    async def _explain(self, said: messages.Why) -> None:
        told = actions.explain(self.live.table, self.client, said.attempt)
        self.connection.reply({"type": "why", "id": said.id, **told})

    async def _chat(self, said: messages.Chat) -> None:
        await self.services.chat.say(self.live, self.client, self.asker.address, said.text)

    async def _listen(self, said: messages.Listen) -> None:
        if said.on:
            await self.services.chat.listen(self.live, self.connection, frozenset(said.muted))
        else:
            self.services.chat.leave(self.live, self.connection)

    async def _go_back(self, said: messages.Since) -> None:
        self.connection.go_back(said.version)

    async def _pong(self, said: messages.Ping) -> None:
        self.connection.reply({"type": "pong", "id": said.id})


DOERS: dict[type, Callable[[Visit, Any], Awaitable[None]]] = {
    messages.Play: Visit._play,
    messages.Why: Visit._explain,
    messages.Undo: lambda visit, _: visit._act(lambda table: actions.undo(table, visit.client)),
    messages.Resign: lambda visit, _: visit._act(lambda table: actions.resign(table, visit.client)),
    messages.Offer: lambda visit, said: visit._act(lambda table: actions.offer(table, visit.client, said.kind)),
    messages.Answer: lambda visit, said: visit._act(
        lambda table: actions.answer(table, visit.client, said.kind, said.accept)
    ),
    messages.Hint: lambda visit, said: visit.searches.hint(said),
    messages.Think: lambda visit, said: visit.searches.analyse(said),
    messages.ThinkStop: lambda visit, _: visit.searches.stop(),
    messages.Evaluate: lambda visit, said: visit.searches.evaluate(said),
    messages.Ping: Visit._pong,
    messages.Since: Visit._go_back,
    messages.Chat: Visit._chat,
    messages.Listen: Visit._listen,
}
"""What each message does. Not a part of a visit: it would refer to itself, and be kept with its table for minutes."""
