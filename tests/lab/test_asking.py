"""Warming up asks a game all that front ends may ask: what it left out would be compiled while people play."""

import inspect
from collections import Counter

import pytest

from ludoteca import games
from ludoteca.lab.warming import play_through
from ludoteca.protocol import Game
from ludoteca.protocol.presentation import Presentation

QUESTIONS = {
    name
    for part in (Presentation, Game)
    for name, value in vars(part).items()
    if inspect.isfunction(value) and not name.startswith("_")
}


def list_left_out(game):
    """What cannot be asked of a game that has no texts, no lessons, or no chance; and what needs no rules: bytes."""
    parts = {
        ("export_game", "import_game", "name_players"): bool(game.formats),
        ("grade",): bool(game.course()),
        ("chances", "draw_chance"): game.info.chance,
        ("from_bytes", "same"): False,
    }
    return {question for questions, is_there in parts.items() if not is_there for question in questions}


@pytest.mark.parametrize("name", games.names())
def test_every_question_is_asked(name, monkeypatch):
    game, asked = games.load(name), Counter()

    def spy(question):
        answer = getattr(type(game), question)

        def ask(*args, **options):
            asked[question] += 1
            return answer(*args, **options)

        return ask

    for question in QUESTIONS:
        monkeypatch.setattr(type(game), question, spy(question))
    play_through(game)
    assert QUESTIONS - set(asked) == list_left_out(game)
