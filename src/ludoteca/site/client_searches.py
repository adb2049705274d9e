"""What a client at a table asks searches for: hints, and analyses that are reported while they run."""

import asyncio
from collections.abc import Coroutine
from typing import Any

from ludoteca.core.errors import Refusal
from ludoteca.core.rng import split_seed
from ludoteca.lab.game_analysis import Question
from ludoteca.protocol import Decision
from ludoteca.site import actions, messages
from ludoteca.site.advice import hint_spec, tell_analysis, tell_hint, tree_size
from ludoteca.site.fair_queue import Owner
from ludoteca.site.judging import question_of
from ludoteca.site.limits import check_spec
from ludoteca.site.live import Connection, Live
from ludoteca.site.play_on import tell_answer
from ludoteca.site.reading import tell_failure
from ludoteca.site.services import Services
from ludoteca.site.table import Table
from ludoteca.site.thinking import TICK, Job


class ClientSearches:
    """The searches of one connection."""

    def __init__(self, services: Services, live: Live, connection: Connection) -> None:
        self.services, self.live, self.connection = services, live, connection
        self.client = connection.client
        self.tasks: set[asyncio.Task[None]] = set()
        self._hinting = self._evaluating = False

    async def hint(self, said: messages.Hint) -> None:
        if self._hinting:
            raise Refusal("hinting", "a hint is on its way")
        table = self.live.table
        if table.mover not in table.seats_of(self.client):
            actions.require_analysis(table, self.client)
            raise Refusal("not_your_turn", "it is not your turn")
        view = actions.require_analysis(table, self.client)
        self._hinting = True
        self._start(self._give_hint(said, table, question_of(table, view)))

    async def _give_hint(self, said: messages.Hint, table: Table, question: Question) -> None:
        try:
            decision = await self.services.judging.answer(table, question, self._owner, quickly=True)
            told = await asyncio.to_thread(tell_hint, table.game, question.view, question.seat, table.ply, decision)
            self.connection.reply({**told, "id": said.id})
        except Exception as error:
            self.connection.reply(tell_failure(table.name, said.id, error))
        finally:
            self._hinting = False

    async def evaluate(self, said: messages.Evaluate) -> None:
        """What the judge thinks of the position, as far as the client may know it."""
        if self._evaluating:
            return  # the answer is on its way; the client asks again if the game has gone on by then
        table = self.live.table
        view = actions.require_analysis(table, self.client)
        self._evaluating = True
        self._start(self._give_value(said, table, question_of(table, view)))

    async def _give_value(self, said: messages.Evaluate, table: Table, question: Question) -> None:
        try:
            decision = await self.services.judging.answer(table, question, self._owner)
            told = await asyncio.to_thread(tell_answer, table, question, decision)
            value = {key: told[key] for key in ("seat", "value", "scale")}
            self.connection.reply({"type": "evaluation", "id": said.id, "ply": table.ply, **value})
        except Exception as error:
            self.connection.reply(tell_failure(table.name, said.id, error))
        finally:
            self._evaluating = False

    async def analyse(self, said: messages.Think) -> None:
        table, limits = self.live.table, self.services.limits
        view = actions.require_analysis(table, self.client)
        spec = said.agent or hint_spec(table.game)
        check_spec(table.game, spec, limits.think_seconds)
        self.services.warming.require_agent(table.game, spec)
        job = self._new_job(spec, view, limits.think_seconds)
        await self.stop()
        self.connection.analysis = job
        self._start(self._report(spec, job, table.ply))

    async def stop(self) -> None:
        if self.connection.analysis is not None:
            self.connection.analysis.stop()

    async def _report(self, spec: str, job: Job, ply: int) -> None:
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
            self.connection.reply(tell_failure(job.table, None, error))
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
        return Job(table.name, table.game, spec, view, seed, seconds, self._owner)

    @property
    def _owner(self) -> Owner:
        return Owner(self.client, self.connection.address)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
