"""From the engine's answers to judgements: what each decision has lost, its class, and what was better."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ludoteca.lab.game_analysis.questions import Ending, Question
from ludoteca.lab.game_analysis.reasons import find_cost, find_reason, find_words, name_line
from ludoteca.lab.game_analysis.scale import CLASSES, Scale, find_accuracy, find_scale
from ludoteca.protocol import Decision, Game

SURE = 2.0  # standard errors that a difference of two means of playouts must have


@dataclass(frozen=True)
class Judged:
    """A decision with its judgement. Values are for the seat that decides, on the scale of the analysis."""

    number: int
    ply: int
    seat: int
    action: int | None
    name: str | None
    before: float | None
    """The value with the best action; None where the engine could not tell."""
    after: float | None
    """The value with the action that was chosen."""
    verdict: str | None
    """One of CLASSES; None where there was no choice, or no value."""
    best: dict[str, Any] | None = None
    """What was better: action, name, line, reason, words; only where something was lost."""

    @property
    def loss(self) -> float:
        known = self.before is not None and self.after is not None
        return max(0.0, self.before - self.after) if known else 0.0  # type: ignore[operator]

    def to_json(self) -> dict[str, Any]:
        told = {key: value for key, value in vars(self).items() if key not in ("best", "before", "after")}
        values = {key: _short(getattr(self, key)) for key in ("before", "after", "loss")}
        return {**told, **values, **({"best": self.best} if self.best else {})}


@dataclass(frozen=True)
class SeatSummary:
    """How a seat played."""

    decisions: int
    accuracy: float | None
    counts: dict[str, int]


@dataclass(frozen=True)
class GameAnalysis:
    judge: str
    scale: Scale
    decisions: tuple[Judged, ...]
    seats: tuple[SeatSummary, ...]
    by_view: bool
    """Whether seats knew less than the whole position: each is judged by what it knew."""
    opposed: bool
    """Whether what one of two seats may expect is what the other may not."""

    def to_json(self) -> dict[str, Any]:
        return {
            "judge": self.judge,
            "scale": self.scale.to_json(),
            "by_view": self.by_view,
            "opposed": self.opposed,
            "seats": [vars(seat) for seat in self.seats],
            "decisions": [item.to_json() for item in self.decisions],
        }


@dataclass
class Conclusion:
    """The values of all positions, found from the last one back."""

    game: Game
    questions: Sequence[Question]
    answers: Mapping[int, Decision]
    ending: Ending
    languages: tuple[str, ...] = ("en",)
    scale: Scale = field(init=False)

    def __post_init__(self) -> None:
        self.scale = find_scale(self.game)
        info = self.game.info
        self.chained = info.zero_sum and info.seats == (2, 2) and info.allows_undo
        """Whether the value of a position is that of the next, seen from the other side."""

    def judge_all(self) -> list[Judged]:
        found: list[Judged] = []
        following: tuple[int, float] | None = None  # whose, and what they may expect
        if self.ending.is_over and self.chained:
            following = 0, self.scale.value(self.game, self.questions[-1].view, self.ending.returns[0])
        for question in reversed(self.questions):
            judged = self._judge(question, self._seen_by(question.seat, following))
            found.append(judged)
            following = None if judged.before is None else (question.seat, judged.before)
        return found[::-1]

    def _seen_by(self, seat: int, following: tuple[int, float] | None) -> float | None:
        if following is None or not self.chained:
            return None
        whose, value = following
        return value if whose == seat else 1.0 - value

    def _judge(self, question: Question, following: float | None) -> Judged:
        answer = self.answers.get(question.number)
        if answer is None or answer.analysis.value is None:
            return self._tell(question, following, following, None, None)
        best = self.scale.value(self.game, question.view, answer.analysis.value)
        if question.action is None:
            return self._tell(question, best, None, None, None)
        chosen, doubt = self._value_of(question, answer, best, following)
        if chosen is None:
            return self._tell(question, best, None, None, None)
        best = max(best, chosen)
        verdict = self.scale.classify(best - chosen) if best - chosen > doubt else "good"
        return self._tell(question, best, chosen, verdict, answer)

    def _value_of(
        self, question: Question, answer: Decision, best: float, following: float | None
    ) -> tuple[float | None, float]:
        """The value of what was chosen, and how large a difference to the best may be luck."""
        if question.action == answer.action:
            return best, 0.0
        rows = {row.action: row for row in answer.analysis.actions}
        row, first = rows.get(question.action or 0), rows.get(answer.action)
        if row is None or row.value is None:
            return following, 0.0
        value = self.scale.value(self.game, question.view, row.value)
        if not row.visits or first is None or not first.visits:
            return value, 0.0
        spread = max(self.scale.spread(value), self.scale.spread(best))
        return value, SURE * spread * math.sqrt(1 / row.visits + 1 / first.visits)

    def _tell(
        self,
        question: Question,
        before: float | None,
        after: float | None,
        verdict: str | None,
        answer: Decision | None,
    ) -> Judged:
        game, q = self.game, question
        name = None if q.action is None else game.format_action(q.view, q.action)
        better = self._tell_better(q, answer) if answer is not None and verdict != "good" else None
        return Judged(q.number, q.ply, q.seat, q.action, name, before, after, verdict, better)

    def _tell_better(self, question: Question, answer: Decision) -> dict[str, Any]:
        game, view, seat = self.game, question.view, question.seat
        analysis, action = answer.analysis, answer.action
        reply = self.answers.get(question.number + 1)
        chosen = (question.action or 0, *(reply.analysis.line if reply is not None and self.chained else ()))
        words = find_words(game, view, action, self.languages)
        return {
            "action": action,
            "name": game.format_action(view, action),
            "line": name_line(game, view, seat, analysis.line),
            "reason": find_reason(game, view, seat, analysis),
            "cost": find_cost(game, view, seat, (analysis.line, chosen)),
            **({"words": words} if words else {}),
        }


def conclude(
    game: Game,
    questions: Sequence[Question],
    answers: Mapping[int, Decision],
    ending: Ending,
    judge: str = "",
    languages: tuple[str, ...] = ("en",),
) -> GameAnalysis:
    """The analysis of a game from the engine's answers, by the numbers of the questions."""
    conclusion = Conclusion(game, questions, answers, ending, languages)
    decisions = tuple(conclusion.judge_all()) if questions else ()
    info = game.info
    seats = tuple(_sum_up(conclusion.scale, decisions, seat) for seat in range(len(ending.returns)))
    opposed = len(seats) == 2 and not info.co_operative
    return GameAnalysis(judge, conclusion.scale, decisions, seats, info.hidden or info.simultaneous, opposed)


def _sum_up(scale: Scale, decisions: Sequence[Judged], seat: int) -> SeatSummary:
    own = [item for item in decisions if item.seat == seat and item.verdict is not None]
    counts: dict[str, int] = {kind: sum(item.verdict == kind for item in own) for kind in CLASSES}
    losses = [item.loss if item.verdict != "good" else min(item.loss, scale.as_good) for item in own]
    return SeatSummary(len(own), find_accuracy(scale, losses), counts)


def _short(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
