"""A whole analysis in one process."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ludoteca.lab.game_analysis.conclusions import GameAnalysis, conclude
from ludoteca.lab.game_analysis.judges import Engines, Judge, find_judge
from ludoteca.lab.game_analysis.questions import find_ending, list_questions
from ludoteca.protocol import Decision, Game

Report = Callable[[int, int], None]


def analyse_game(
    game: Game,
    setup: Mapping[str, Any],
    actions: Sequence[int],
    seated: Sequence[str | None] = (),
    judge: str | None = None,
    languages: tuple[str, ...] = ("en",),
    report: Report = lambda done, total: None,
) -> GameAnalysis:
    """Judge every decision of a game. `seated`: the agents of the seats; `judge`: another engine than the game's;
    `report(done, total)` is called after each decision."""
    questions = list_questions(game, setup, actions)
    open_ones = [question for question in questions if question.is_open]
    engines = Engines(game)
    answers: dict[int, Decision] = {}
    for done, question in enumerate(open_ones):
        report(done, len(open_ones))
        chosen = Judge((judge,)) if judge else find_judge(game, seated, question.seat)
        answers[question.number] = engines.answer(chosen, question)
    report(len(open_ones), len(open_ones))
    told = judge or find_judge(game, seated).specs[0]
    return conclude(game, questions, answers, find_ending(game, setup, actions), told, languages)
