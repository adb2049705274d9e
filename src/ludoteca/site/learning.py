"""Learning from a finished game: a decision again, as its seat saw it, and how good another answer is."""

from typing import Any

from ludoteca.core.errors import Refusal
from ludoteca.lab.game_analysis import Ending, Question, conclude
from ludoteca.lab.game_analysis.questions import ask_about
from ludoteca.programs.telling import list_legal
from ludoteca.protocol import Decision, Game, State
from ludoteca.site.actions import require_over
from ludoteca.site.fair_queue import Owner
from ludoteca.site.judging import Judging
from ludoteca.site.table import Table
from ludoteca.site.texts import FRAME

Json = dict[str, Any]


def tell_decision(table: Table, number: int) -> Json:
    """The position of a decision as its seat saw it then, with what it could choose."""
    view, game = find_view(table, number), table.game
    seat = game.mover(view)
    legal = list_legal(game, view, game.legal_actions(view))
    return {"number": number, "seat": seat, "mover": seat, "position": game.show(view), "legal": legal}


def explain_attempt(table: Table, number: int, attempt: Json) -> Json:
    return table.game.explain(find_view(table, number), attempt)


def find_view(table: Table, number: int) -> State:
    """What the seat of a decision knew: decisions are counted from 1."""
    require_over(table)
    if not 1 <= number <= table.log.count:
        raise Refusal("ahead", f"the game has {table.log.count} decisions, not {number}", 422)
    s = table.state_at(table.log.end_of(number - 1))
    return table.game.observe(s, table.game.mover(s))


async def judge_answer(judging: Judging, table: Table, number: int, action: int, owner: Owner) -> Json:
    """How good an answer is: right if it loses less than what counts as nothing."""
    game, view = table.game, find_view(table, number)
    if action not in game.legal_actions(view):
        raise Refusal("illegal", "this action is not legal here", 422)
    questions, ending = list_two(game, view, action)
    answers: dict[int, Decision] = {}
    for question in questions:
        if question.is_open:
            answers[question.number] = await judging.answer(table, question, owner)
    found = conclude(game, questions, answers, ending, languages=tuple(FRAME.languages))
    judged = found.decisions[0]
    if judged.after is None:
        raise Refusal("not_judged", "the judge has no value for this action", 422)
    verdict = "right" if judged.loss < found.scale.as_good or judged.verdict == "good" else "wrong"
    told = judged.to_json()
    kept = {key: told[key] for key in ("before", "after", "loss", "verdict", "name")}
    return {**kept, "class": kept.pop("verdict"), "verdict": verdict}


def list_two(game: Game, view: State, action: int) -> tuple[list[Question], Ending]:
    """The decision with this answer, and where nothing is hidden the one that follows it: its value tells the
    answer's."""
    questions = [ask_about(game, view, 1, 0, action)]
    seats = game.seats(view)
    if not game.info.allows_undo:
        return questions, Ending(False, (0.0,) * seats)
    after = game.copy(view)
    game.play(after, action)
    if game.mover(after) >= 0:
        questions.append(ask_about(game, after, 2, 1, None))
    return questions, Ending(game.is_over(after), tuple(game.returns(after)))
