"""The WebSocket of a table: every message is checked, and answered by `ack` or `error`."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from fastapi import APIRouter, WebSocket
from pydantic import ValidationError
from starlette.websockets import WebSocketDisconnect, WebSocketState

from ludoteca.core.errors import LudotecaError, Refusal
from ludoteca.core.rng import split_seed
from ludoteca.protocol import Decision
from ludoteca.site import actions, messages
from ludoteca.site.advice import HINT_SECONDS, hint_spec, tell_analysis, tell_hint, tree_size
from ludoteca.site.connections import Asker
from ludoteca.site.events import Event
from ludoteca.site.fair_queue import Owner
from ludoteca.site.limits import check_spec
from ludoteca.site.live import Connection, Live
from ludoteca.site.moves import encode
from ludoteca.site.services import Services
from ludoteca.site.table import Table
from ludoteca.site.table_service import TICK
from ludoteca.site.thinking import Job

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
        self.tasks: set[asyncio.Task[None]] = set()
        self.hinting = False

    async def run(self) -> None:
        self.services.tables.connect(self.live, self.connection)
        sender = asyncio.create_task(self._send())
        try:
            await self._receive()
        finally:
            self.services.tables.disconnect(self.live, self.connection)
            for task in (sender, *self.tasks):
                task.cancel()
            await asyncio.gather(sender, *self.tasks, return_exceptions=True)

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
            self.connection.reply(self._tell_failure(identifier, error))

    def _tell_failure(self, identifier: Any, error: Exception) -> dict[str, Any]:
        """An error for the client; what is not its fault goes to the log, and not to the client."""
        if isinstance(error, LudotecaError):
            return tell_error(identifier, error)
        log.error("table %s: a message failed", self.live.table.name, exc_info=error)
        return tell_error(identifier, Refusal("failed", "the server failed to do this", 500))

    async def _obey(self, message: messages.AnyMessage) -> None:
        """Do what a message asks for; `ack` once it is done and on disk."""
        doers: dict[type, Callable[[Any], Awaitable[None]]] = {
            messages.Play: self._play,
            messages.Why: self._explain,
            messages.Undo: lambda _: self._act(lambda table: actions.undo(table, self.client)),
            messages.Resign: lambda _: self._act(lambda table: actions.resign(table, self.client)),
            messages.Offer: lambda said: self._act(lambda table: actions.offer(table, self.client, said.kind)),
            messages.Answer: lambda said: self._act(
                lambda table: actions.answer(table, self.client, said.kind, said.accept)
            ),
            messages.Hint: self._hint,
            messages.Think: self._think,
            messages.ThinkStop: self._stop_thinking,
            messages.Ping: self._pong,
            messages.Since: self._go_back,
            messages.Chat: self._chat,
            messages.Listen: self._listen,
        }
        await doers[type(message)](message)
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

    # --- thinking --------------------------------------------------------------------------------------------------

    async def _hint(self, said: messages.Hint) -> None:
        if self.hinting:
            raise Refusal("hinting", "a hint is on its way")
        table = self.live.table
        if table.mover not in table.seats_of(self.client):
            actions.require_analysis(table, self.client)
            raise Refusal("not_your_turn", "it is not your turn")
        view = actions.require_analysis(table, self.client)
        self.hinting = True
        self._start(self._give_hint(said, table, self._new_job(hint_spec(table.game), view, 2 * HINT_SECONDS)))

    async def _give_hint(self, said: messages.Hint, table: Table, job: Job) -> None:
        try:
            decision = await self.services.thinking.decide(job)
            told = await asyncio.to_thread(tell_hint, table.game, job.view, table.mover, table.ply, decision)
            self.connection.reply({**told, "id": said.id})
        except Exception as error:
            self.connection.reply(self._tell_failure(said.id, error))
        finally:
            self.hinting = False

    async def _think(self, said: messages.Think) -> None:
        table, limits = self.live.table, self.services.limits
        view = actions.require_analysis(table, self.client)
        spec = said.agent or hint_spec(table.game)
        check_spec(table.game, spec, limits.think_seconds)
        self.services.warming.require_agent(table.game, spec)
        job = self._new_job(spec, view, limits.think_seconds)
        await self._stop_thinking()
        self.connection.analysis = job
        self._start(self._analyse(spec, job, table.ply))

    async def _stop_thinking(self, said: messages.ThinkStop | None = None) -> None:
        if self.connection.analysis is not None:
            self.connection.analysis.stop()

    async def _analyse(self, spec: str, job: Job, ply: int) -> None:
        """Report what the search has found a few times a second, and once more when it ends."""
        answer = asyncio.ensure_future(self.services.thinking.analyse(job))
        try:
            while not (await asyncio.wait([answer], timeout=TICK))[0]:
                if job.started is not None:
                    self.connection.report(await asyncio.to_thread(self._look, spec, job, ply, None))
            decision = None if answer.cancelled() else answer.result()
            told = await asyncio.to_thread(self._look, spec, job, ply, decision)
            self.connection.report({**told, "done": True, "fraction": 1.0})
        except Exception as error:
            self.connection.reply(self._tell_failure(None, error))
        finally:
            job.stop()
            answer.cancel()
            if self.connection.analysis is job:
                self.connection.analysis = None

    def _look(self, spec: str, job: Job, ply: int, decision: Decision | None) -> dict[str, Any]:
        found = job.watch.partial_analysis() if decision is None else decision.analysis
        tree = job.watch.snapshot(tree_size(spec)) if job.started is not None else None
        return tell_analysis(job.game, job.view, ply, spec, found, tree, job.fraction)

    def _new_job(self, spec: str, view: Any, seconds: float) -> Job:
        table = self.live.table
        seed = split_seed(table.setup.seed, "advice", table.ply)
        return Job(table.name, table.game, spec, view, seed, seconds, Owner(self.client, self.asker.address))

    def _start(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)


class BadMessage(Refusal):
    """A message that cannot be read; the identifier, if at least that could be."""

    def __init__(self, message: str, identifier: str | int | None = None) -> None:
        super().__init__("message", message, 422)
        self.identifier = identifier


def read_message(text: str | None, most: int) -> messages.AnyMessage:
    """A message from text, or a Refusal that says what is wrong with it."""
    if text is None:
        raise BadMessage("send text, not bytes")
    if len(text) > most:
        raise Refusal("too_large", f"a message has at most {most} bytes", 413)
    try:
        return messages.MESSAGES.validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise BadMessage(f"{place}: {first['msg']}" if place else str(first["msg"]), _find_id(text)) from None
    except ValueError:  # text that is no Unicode
        raise BadMessage("the text cannot be read") from None


def _find_id(text: str) -> str | int | None:
    try:
        return messages.ANY.validate_json(text).id
    except ValueError:
        return None


def tell_error(identifier: Any, error: LudotecaError) -> dict[str, Any]:
    params = getattr(error, "params", {})
    return {"type": "error", "id": identifier, "code": error.code, "message": str(error), "params": params}
