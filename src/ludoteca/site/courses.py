"""Courses: positions of a game to learn from, and how good an answer is. The game grades; nothing is kept here."""

from typing import Any

from ludoteca.core.errors import IllegalAction, Refusal
from ludoteca.programs.telling import list_legal
from ludoteca.protocol import Game, State
from ludoteca.site.advice import tell_words
from ludoteca.site.messages import LessonAnswer


def tell_course(game: Game) -> dict[str, Any]:
    return {"lessons": [_tell_lesson(game, name, view) for name, view in game.course()]}


def _tell_lesson(game: Game, name: str, view: State) -> dict[str, Any]:
    return {
        "name": name,
        "stage": game.stage(view),
        "position": game.show(view),
        "legal": list_legal(game, view, game.legal_actions(view)),
        "mover": game.mover(view),
    }


def grade_answer(game: Game, answer: LessonAnswer) -> dict[str, Any]:
    """The verdict on an action; or, for an attempt that is not legal, why it is not."""
    lessons = game.course()
    if answer.lesson >= len(lessons):
        raise Refusal("no_lesson", f"this course has {len(lessons)} lessons, counted from 0", 404)
    view = lessons[answer.lesson][1]
    if answer.action is None:
        return {"why": game.explain(view, answer.attempt or {})}
    if answer.action not in game.legal_actions(view):
        raise IllegalAction(f"{answer.action} is not legal in this lesson")
    verdict, best = game.grade(view, answer.action)
    told = {"verdict": verdict, "best": list_legal(game, view, [best])[0], **tell_words(game, view, answer.action)}
    return told if verdict == "right" else told | {"best_words": tell_words(game, view, best).get("words", {})}
