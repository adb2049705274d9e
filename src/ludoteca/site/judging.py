"""Asking a game's judge, here: in the fair queue of searches, with answers kept, so that a position that is asked about
twice gets the same answer twice."""

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import replace

from ludoteca.lab.game_analysis import Judge, Question, find_judge, seed_for
from ludoteca.lab.game_analysis.judges import is_enough
from ludoteca.lab.game_analysis.questions import ask_about
from ludoteca.protocol import Decision, Game, State
from ludoteca.site.fair_queue import Owner
from ludoteca.site.limits import Limits
from ludoteca.site.table import Table
from ludoteca.site.thinking import Job, Thinking
from ludoteca.site.warming import Warming

MOST_KEPT = 2_000  # answers; each is a few hundred numbers at the most

Key = tuple[str, str, bytes, int | None]


class Judging:
    """The judges of all games."""

    def __init__(self, thinking: Thinking, warming: Warming, limits: Limits) -> None:
        self._thinking, self._warming, self._limits = thinking, warming, limits
        self._kept: OrderedDict[Key, Decision] = OrderedDict()

    def judge_of(self, table: Table, seat: int | None = None) -> Judge:
        """Who judges at a table: it is told which agents sit there."""
        return find_judge(table.game, seated(table), seat)

    async def wait_for(self, game: Game, specs: Iterable[str]) -> None:
        """Until these agents are compiled."""
        for spec in specs:
            await self._warming.wait_for_agent(game, spec)

    async def answer(self, table: Table, question: Question, owner: Owner, quickly: bool = False) -> Decision:
        """What the judge thinks of a decision. `quickly`: before analyses, for somebody who plays."""
        decision: Decision | None = None
        for spec in self.judge_of(table, question.seat).specs:
            decision = await self._ask(table, spec, question, owner, quickly)
            if is_enough(decision, question.action):
                break
        assert decision is not None
        return decision

    async def _ask(self, table: Table, spec: str, question: Question, owner: Owner, quickly: bool) -> Decision:
        game = table.game
        key = game.info.name, spec, question.view.tobytes(), question.action
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        await self.wait_for(game, [spec])
        seconds = self._limits.think_seconds
        job = Job(table.name, game, spec, question.view, seed_for(question.view), seconds, owner)
        job.action = question.action
        decision = await (self._thinking.decide(job) if quickly else self._thinking.analyse(job))
        decision = replace(decision, analysis=replace(decision.analysis, tree=None))
        if not job.watch.is_stopped:  # an answer that was cut short is not the judge's last word
            self._keep(key, decision)
        return decision

    def _keep(self, key: Key, decision: Decision) -> None:
        self._kept[key] = decision
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)


def seated(table: Table) -> list[str | None]:
    """The agents of a table by seat; None for people."""
    return [seat.agent if seat.kind == "agent" else None for seat in table.seats]


def question_of(table: Table, view: State) -> Question:
    """About the decision that is to be made now, seen from the seat to act."""
    return ask_about(table.game, view, 1, table.ply, None)
