"""The eight lessons: what is checked in each."""

from ludoteca.lessons.course import (
    alphabeta,
    comparing,
    expectiminimax,
    greedy,
    information,
    minimax,
    random_play,
    uct,
)
from ludoteca.lessons.judging import Exercise

LESSONS: dict[str, Exercise] = {
    module.LESSON.name: module.LESSON
    for module in (random_play, greedy, minimax, alphabeta, expectiminimax, uct, information, comparing)
}
