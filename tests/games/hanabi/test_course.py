"""The course: every lesson is a position that the bot reaches, about what it says, and graded by the bot itself."""

import json

import pytest

from ludoteca.core.errors import IllegalAction, LudotecaError, Refusal
from ludoteca.core.rng import new_rng
from ludoteca.games.hanabi.bots import SMART, bot_action
from ludoteca.games.hanabi.course.themes import THEMES
from ludoteca.games.hanabi.game import GAME
from ludoteca.games.hanabi.reasons import find_reasons, read_table
from ludoteca.games.hanabi.wording import TEXTS
from ludoteca.site.courses import grade_answer, tell_course
from ludoteca.site.messages import LessonAnswer
from tiny import kuhn

LESSONS = dict(GAME.course())


def answer(lesson, action):
    return grade_answer(GAME, LessonAnswer(lesson=lesson, action=action))


@pytest.mark.parametrize("name", THEMES)
def test_a_lesson_is_about_what_it_says(name):
    view = LESSONS[name]
    best = int(bot_action(view, SMART, new_rng(1)))
    table = read_table(view, best)
    assert THEMES[name](table, find_reasons(table)[0][0])
    assert GAME.mover(view) >= 0
    for language in TEXTS.languages:
        assert TEXTS.tell(language, f"course.{name}.title") != TEXTS.tell(language, f"course.{name}.text")


@pytest.mark.parametrize("number", range(len(THEMES)))
def test_only_what_the_bot_does_is_right(number):
    """Every legal action is graded, with words in both languages; what is not right says why, and what is better."""
    view = GAME.course()[number][1]
    best = int(bot_action(view, SMART, new_rng(1)))
    told = {action: answer(number, action) for action in GAME.legal_actions(view)}
    assert [action for action, verdict in told.items() if verdict["verdict"] == "right"] == [best]
    for verdict in told.values():
        assert verdict["best"]["action"] == best
        assert all(verdict["words"][language] for language in TEXTS.languages)
        assert (verdict["verdict"] == "right") == ("best_words" not in verdict)
    assert "wrong" in {verdict["verdict"] for verdict in told.values()}


def test_another_clue_that_says_as_much_works():
    """Bert holds two 1s at the start: the rank makes both certain, and a colour points at one."""
    s = GAME.start(deck="r4 y4 g4 w4 b4 r1 y1 g3 w3 b3")
    while GAME.mover(s) < 0:
        GAME.play(s, GAME.legal_actions(s)[0])
    view = GAME.observe(s, 0)
    verdicts = {GAME.format_action(s, action): GAME.grade(view, action)[0] for action in GAME.legal_actions(s)}
    assert verdicts["tell-1-1"] == "right"
    assert verdicts["tell-1-red"] == "works"
    assert verdicts["tell-1-3"] == verdicts["play-1"] == "wrong"


def test_lessons_show_no_own_card():
    """The same for every hand that the seat may hold: positions, verdicts and words."""
    told = tell_course(GAME)["lessons"]
    json.dumps(told)
    rng = new_rng(2)
    for lesson, view in zip(told, LESSONS.values(), strict=True):
        own = lesson["mover"]
        assert all(
            (card["colour"] is None) == (seat == own)
            for seat, hand in enumerate(lesson["position"]["hands"])
            for card in hand
        )
        worlds = [GAME.guess(view, own, rng) for _ in range(3)]
        assert len({world.cards.tobytes() for world in worlds}) > 1
        for action in GAME.legal_actions(view)[::4]:
            assert len({GAME.grade(world, action) for world in (view, *worlds)}) == 1
            assert len({str(GAME.give_reasons(world, action, "it")) for world in (view, *worlds)}) == 1


def test_what_cannot_be_answered_is_refused():
    with pytest.raises(Refusal, match="12 lessons"):
        answer(12, 0)
    with pytest.raises(IllegalAction):
        answer(0, 10**6)
    full = grade_answer(GAME, LessonAnswer(lesson=list(THEMES).index("stall"), attempt={"kind": "discard", "slot": 0}))
    assert full["why"]["code"] == "tokens_full"
    assert tell_course(kuhn.GAME) == {"lessons": []}
    with pytest.raises(LudotecaError):
        kuhn.GAME.grade(kuhn.GAME.start(), 0)
