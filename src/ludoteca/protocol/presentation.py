"""What a front end asks of a game: positions and actions to draw, reasons, endings, texts. All answers are JSON.

Every game has these; what is written here serves a game that says nothing of its own. A game with a board overrides
`show` and `show_action` (in its `presentation.py`), and the front end has a folder that draws them.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ludoteca.core.errors import LudotecaError, UnknownName
from ludoteca.protocol.forfeits import share_forfeit

if TYPE_CHECKING:
    from ludoteca.core.arrays import State
    from ludoteca.protocol.game import Game

WATCHER = -1
"""The viewpoint of somebody who has no seat."""


class Presentation:
    """The part of `Game` that front ends talk to."""

    formats: tuple[str, ...] = ()
    """Texts that people exchange games or positions in, by name: pdn, fen."""

    def spectate(self: "Game", s: "State") -> "State":  # type: ignore[misc]
        """A copy of the state for somebody without a seat: what every seat knows."""
        view = self.copy(s)
        for seat in range(self.seats(s)):
            view = self.observe(view, seat)
        return view

    def show(self: "Game", view: "State") -> dict[str, Any]:  # type: ignore[misc]
        """The position, as far as the view given shows it."""
        return {"text": self.draw(view)}

    def stage(self: "Game", view: "State") -> dict[str, Any]:  # type: ignore[misc]
        """What never changes while a game runs and everybody may know, such as a map: sent once, so that `show` can
        leave it out."""
        return {}

    def catalogue(self) -> dict[str, Any]:
        """What people may choose from while they set up a game, such as characters: asked for by a page that has a
        set-up of its own. Left out: the options say everything."""
        return {}

    def show_action(self, s: "State", action: int) -> dict[str, Any]:
        """What it takes to draw or to pick a legal action in a position: squares, columns."""
        return {}

    def narrate(self, s: "State", action: int, language: str = "en") -> list[str]:
        """What playing this action in `s` brings about, sentence by sentence, as far as everybody then knows it, in a
        language (by code) that the game's catalogue of texts has.
        Left out: there is nothing to tell that the position does not show."""
        return []

    def give_reasons(self, view: "State", action: int, language: str = "en") -> list[str]:
        """Why the seat to act in this view may want this action, sentence by sentence, from what the view shows, in the
        game's own terms. Left out: what a search found is all that can be said."""
        return []

    def course(self) -> "Sequence[tuple[str, State]]":
        """Lessons: positions to learn from, each with its name, as the seat to act sees it. The game's catalogue says
        what each is about: `course.<name>.title`, `course.<name>.text`. The caller must not change these views.
        Left out: there is no course."""
        return ()

    def grade(self: "Game", view: "State", action: int) -> tuple[str, int]:  # type: ignore[misc]
        """How good an action is in a lesson, and what would be best: "right", "works" (as good, for another reason or
        with another piece) or "wrong"."""
        raise UnknownName("course", self.info.name, ())

    def steps(self, s: "State", action: int) -> list[dict[str, Any]]:
        """What playing this action in `s` brings about, one after another, for a page to draw: each has a `type` and
        what this type needs, as far as everybody then knows it. Left out: the position after it says enough."""
        return []

    def reveals(self: "Game", s: "State", action: int, seat: int) -> bool:  # type: ignore[misc]
        """Whether `seat` (or WATCHER) may know that this action was played in `s`, while the game runs.
        Once it is over everything is told."""
        return not (self.info.hidden or self.info.simultaneous) or (seat != WATCHER and self.mover(s) == seat)

    def fix_chance(self, setup: Mapping[str, Any], actions: Sequence[int]) -> dict[str, Any]:
        """Options under which chance draws again what it drew in a game, as far as options can say so: for what might
        have happened otherwise. Left out: what is drawn after another action is drawn anew."""
        return dict(setup)

    def setup_reveals_hidden(self, setup: Mapping[str, Any]) -> bool:
        """Whether who knows these options knows what the game hides, as with a given deck: people who play each other
        may not have it so."""
        return False

    def explain(self: "Game", view: "State", attempt: Mapping[str, Any]) -> dict[str, Any]:  # type: ignore[misc]
        """Why what a person tried on the board is not legal: a code to translate, a sentence, squares to mark.
        `attempt` is anything that a client sent: nothing in it may be trusted."""
        return {"code": "not_legal", "message": "this is not legal here", "squares": []}

    def end_code(self: "Game", s: "State") -> dict[str, Any]:  # type: ignore[misc]
        """How a game that is over ended: a code to translate, the only winner if there is one, and, where a team scores
        together, optionally the `most` that it could have scored."""
        if self.info.co_operative:
            return {"code": "scored", "winner": None}
        scores = self.returns(s)
        best = [seat for seat, score in enumerate(scores) if score == max(scores)]
        if len(best) == len(scores):
            return {"code": "drawn", "winner": None}
        return {"code": "won", "winner": best[0] if len(best) == 1 else None}

    def out_of_time(self: "Game", s: "State", seat: int) -> list[float]:  # type: ignore[misc]
        """What each seat has earned when the clock of `seat` has run out in `s`, which ends the game. Left out: the
        others win as if it had forfeited, and a team keeps the score that it has reached."""
        return self.returns(s) if self.info.co_operative else share_forfeit(self, s, seat)

    def win_chance(self: "Game", view: "State", expected: float) -> float:  # type: ignore[misc]
        """How likely a seat wins that expects this return, from 0 to 1: for people. Left out: the winner takes
        `max_return`, and the others share the loss in equal parts (where the sum is zero) or get `min_return`. A game
        overrides this whose evaluation is on a scale of its own."""
        low, high, seats = self.info.min_return, self.info.max_return, self.seats(view)
        least = -high / (seats - 1) if self.info.zero_sum and seats > 2 else low
        return (expected - least) / (high - least)

    def count_points(self, view: "State", seat: int) -> float | None:
        """What people count on the board while they play (a man ahead); None where nobody counts."""
        return None

    # --- texts -----------------------------------------------------------------------------------------------------

    def export_game(
        self,
        form: str,
        setup: Mapping[str, Any],
        actions: Sequence[int],
        names: Sequence[str] = (),
        result: Mapping[str, Any] | None = None,
    ) -> str:
        """A game as text in one of `formats`. `result` has `returns` and `winner`; None while it runs."""
        raise UnknownName("format", form, self.formats)

    def import_game(
        self, form: str, text: str, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Any], list[int]]:
        """Options and actions from a text in one of `formats`; `options` count for what the text leaves open."""
        raise UnknownName("format", form, self.formats)

    def name_players(self, form: str, text: str) -> tuple[str, ...]:
        """What a text that `import_game` takes calls the players, by seat. Left out: it does not say."""
        return ()


def replays(game: "Game", options: Mapping[str, Any], actions: Sequence[int]) -> bool:
    """Whether these actions can be played from these options."""
    try:
        s = game.start(options)
        for action in actions:
            game.play(s, action)
    except LudotecaError:
        return False
    return True
