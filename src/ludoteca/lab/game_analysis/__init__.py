"""Judging a whole game: every decision of every seat, by one neutral engine, on a scale that means something.

    questions = list_questions(game, record.setup, record.actions)            # what each seat knew, and what it chose
    judge = find_judge(game, agents_of_the_seats)                             # the strongest player, by declaration
    engines = Engines(game)
    answers = {q.number: engines.answer(judge, q) for q in questions if q.is_open}
    analysis = conclude(game, questions, answers, ending)                     # losses, classes, better moves, accuracy

`analyse_game` does all of it in one process, with progress; the site asks the questions one by one, in its fair queue.
A decision is judged by what its seat knew (`observe`), never by what was hidden from it. An engine with a fixed budget
and a seed that depends on the position alone gives the same answer whenever it is asked.
"""

from ludoteca.lab.game_analysis.conclusions import GameAnalysis, Judged, SeatSummary, conclude
from ludoteca.lab.game_analysis.deals import Deal, DealResult, find_deal, play_deal, sum_up
from ludoteca.lab.game_analysis.judges import Engines, Judge, ask, find_judge, seed_for
from ludoteca.lab.game_analysis.questions import Ending, Question, find_ending, list_questions
from ludoteca.lab.game_analysis.reasons import count_gain, find_reason, playable
from ludoteca.lab.game_analysis.running import analyse_game
from ludoteca.lab.game_analysis.scale import CLASSES, Scale, find_accuracy, find_scale

__all__ = [
    "CLASSES",
    "Deal",
    "DealResult",
    "Ending",
    "Engines",
    "GameAnalysis",
    "Judge",
    "Judged",
    "Question",
    "Scale",
    "SeatSummary",
    "analyse_game",
    "ask",
    "conclude",
    "count_gain",
    "find_accuracy",
    "find_deal",
    "find_ending",
    "find_judge",
    "find_reason",
    "find_scale",
    "list_questions",
    "play_deal",
    "playable",
    "seed_for",
    "sum_up",
]
