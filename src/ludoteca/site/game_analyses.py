"""The whole analysis of a finished game, and how hard its deal was: the work of `background.py`, step by step."""

import asyncio
from functools import partial
from typing import Any

from ludoteca.core.errors import Refusal
from ludoteca.lab.game_analysis import Deal, GameAnalysis, Question, conclude, find_deal, find_ending, list_questions
from ludoteca.lab.game_analysis.deals import GAMES, DealResult, play_deal, rank, score_of, seat_level, seed_of, sum_up
from ludoteca.protocol import Decision, Watch
from ludoteca.site.actions import require_over
from ludoteca.site.background import Background, Run
from ludoteca.site.fair_queue import Owner
from ludoteca.site.judging import Judging, seated
from ludoteca.site.limits import Limits
from ludoteca.site.table import Table
from ludoteca.site.texts import FRAME
from ludoteca.site.thinking import Job, Thinking

Json = dict[str, Any]
GAME = "game"


class GameAnalyses:
    def __init__(self, background: Background, judging: Judging, thinking: Thinking, limits: Limits) -> None:
        self._background, self._judging = background, judging
        self._thinking, self._limits = thinking, limits

    async def close(self) -> None:
        await self._background.close()

    # --- every decision --------------------------------------------------------------------------------------------

    async def look(self, table: Table, client: str) -> Json:
        require_over(table)
        return await self._background.look(table.name, GAME, client, self._mark(table))

    async def begin(self, table: Table, owner: Owner) -> None:
        require_over(table)
        await self._background.begin(table.name, GAME, owner, self._mark(table), partial(self._analyse, table))

    def stop(self, table: Table, client: str) -> None:
        self._background.stop(table.name, GAME, client)

    def _mark(self, table: Table) -> str:
        return " ".join([table.game.info.version, *self._judging.judge_of(table).specs])

    async def _analyse(self, table: Table, run: Run) -> Json:
        game, actions = table.game, [entry.action for entry in table.log]
        questions = await asyncio.to_thread(list_questions, game, table.setup.options, actions)
        asked = [question for question in questions if question.is_open]
        run.total = len(asked)
        answers: dict[int, Decision] = {}
        for question in asked:
            answers[question.number] = await self._judging.answer(table, question, run.owner)
            run.done += 1
        found = await asyncio.to_thread(self._conclude, table, questions, answers, actions)
        return found.to_json()

    def _conclude(
        self, table: Table, questions: list[Question], answers: dict[int, Decision], actions: list[int]
    ) -> GameAnalysis:
        game = table.game
        ending = find_ending(game, table.setup.options, actions)
        judge = self._judging.judge_of(table).specs[0]
        return conclude(game, questions, answers, ending, judge, tuple(FRAME.languages))

    # --- the deal --------------------------------------------------------------------------------------------------

    async def look_at_deal(self, table: Table, client: str) -> Json:
        seat = require_deal(table, client)
        told = await self._background.look(table.name, deal_kind(table, seat), client, table.game.info.version)
        if told["state"] != "done":
            return told
        levels = [DealResult(**{**row, "results": tuple(row["results"])}) for row in told["found"]["levels"]]
        assert table.result is not None
        own = score_of(table.game, table.state, table.result["returns"], seat)
        return {**told, "found": {**told["found"], "seat": seat, "own": own, "rank": rank(levels, own)}}

    async def begin_deal(self, table: Table, owner: Owner) -> None:
        seat = require_deal(table, owner.client)
        work = partial(self._play_levels, table, seat)
        await self._background.begin(table.name, deal_kind(table, seat), owner, table.game.info.version, work)

    def stop_deal(self, table: Table, client: str) -> None:
        self._background.stop(table.name, deal_kind(table, require_deal(table, client)), client)

    async def _play_levels(self, table: Table, seat: int, run: Run) -> Json:
        game, actions = table.game, [entry.action for entry in table.log]
        deal = await asyncio.to_thread(find_deal, game, table.setup.options, actions)
        assert deal is not None
        levels = game.info.levels
        run.total = GAMES * len(levels)
        found = []
        for level in levels:
            players = seat_level(game, seated(table), seat, level.name)
            await self._judging.wait_for(game, players)
            results = [await self._play_one(table, deal, players, seat, run) for _ in range(GAMES)]
            found.append(sum_up(game, level.name, results).to_json())
        return {"levels": found, "games": GAMES}

    async def _play_one(self, table: Table, deal: Deal, players: list[str], seat: int, run: Run) -> float:
        """One game, as a job among the analyses."""
        job = Job(table.name, table.game, players[seat], None, 0, self._limits.deal_seconds, run.owner)
        number = run.done % GAMES

        def play(watch: Watch) -> float:
            result = play_deal(table.game, deal, players, seat, seed_of(players[seat], number), watch)
            if result is None:
                raise Refusal("too_slow", "a game of this deal took too long")
            return result

        job.work = play
        run.stops[:] = [job.stop]
        result: float = await self._thinking.analyse(job)  # type: ignore[assignment]
        run.done += 1
        return result


def require_deal(table: Table, client: str) -> int:
    """The seat whose result is compared; refused where nothing was dealt, or nothing came of it."""
    require_over(table)
    if not table.game.info.chance or not table.game.info.levels:
        raise Refusal("no_deal", "nothing is dealt in this game: everybody begins alike", 422)
    if table.result is None or table.result["code"] == "aborted":
        raise Refusal("no_result", "this game has no result to compare", 422)
    people = [place for place, seat in enumerate(table.seats) if seat.kind != "agent"]
    return next(iter([*table.seats_of(client), *people, 0]))


def deal_kind(table: Table, seat: int) -> str:
    """Under which name a comparison is kept: one for a team, one for each rival."""
    return "deal" if table.game.info.co_operative else f"deal {seat}"
