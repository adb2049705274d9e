"""All that front ends ask of a game, asked once: what that compiles is then there when people play."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from ludoteca.core.errors import LudotecaError
from ludoteca.core.rng import Rng
from ludoteca.protocol import CHANCE, WATCHER, Game, State

SOME = 3  # actions of a decision


def ask_about_action(game: Game, s: State, action: int, rng: Rng) -> None:
    """What is asked about an action that is about to be played, and about the decision that it was one of."""
    game.reveals(s, action, WATCHER)
    game.narrate(game.copy(s), action)
    game.steps(game.copy(s), action)
    seat = game.mover(s)
    if seat == CHANCE:
        game.format_action(s, action)
        return
    view = game.observe(s, seat)
    game.guess(view, seat, rng)
    game.count_points(view, seat)
    for choice in game.legal_actions(view)[-SOME:]:
        game.parse_action(view, game.format_action(view, choice))
        game.give_reasons(view, choice)
        game.explain(view, game.show_action(view, choice))  # read as what a person tried


def ask_about_end(game: Game, s: State, setup: Mapping[str, Any], actions: Sequence[int]) -> None:
    """What is asked about a game that is over, and what needs one position and not every one."""
    view = game.spectate(s)
    game.stage(view)
    game.show(view)
    game.draw(view)
    game.returns(s)
    game.end_code(s)
    game.describe_result(s)
    game.win_chance(view, game.info.max_return)
    game.out_of_time(s, 0)
    game.setup_reveals_hidden(game.fix_chance(setup, actions))
    for form in game.formats:
        with suppress(LudotecaError):  # some forms hold a position from which nobody can go on
            text = game.export_game(form, setup, actions)
            game.name_players(form, text)
            game.import_game(form, text, setup)


def ask_about_lessons(game: Game) -> None:
    """What is asked before a game begins: what people may choose, and the positions to learn from."""
    game.catalogue()
    for _, view in game.course():
        game.grade(view, game.legal_actions(view)[0])
