"""Games as messages. All of it is made from one seat's view, and from what the game reveals to that seat."""

from collections.abc import Mapping, Sequence
from typing import Any

from ludoteca.protocol import Game, State

Message = dict[str, Any]
MOST_EVENTS = 200  # in one turn: who needs earlier ones has the position


def tell_start(game: Game, view: State, seat: int, options: Mapping[str, Any] | None, **more: Any) -> Message:
    """A game begins for a program at `seat`."""
    return {
        "type": "start",
        "game": game.info.name,
        "version": game.info.version,
        "seat": seat,
        "seats": game.seats(view),
        "options": list_public(game, options or {}),
        "stage": game.stage(view),
        **more,
    }


def list_public(game: Game, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options without those that give away what is hidden, such as a deck."""
    return {name: value for name, value in options.items() if not game.setup_reveals_hidden({name: value})}


def tell_turn(game: Game, view: State, turn: Mapping[str, Any], with_state: bool = False) -> Message:
    """The program is to act. `turn` has the id, the ply, the events since the last turn, and the clock. The id and the
    actions come first, so that a program can find them without a reader of JSON."""
    actions = game.legal_actions(view)
    message = {
        "type": "turn",
        "id": turn["id"],
        "actions": actions,
        **turn,
        "seat": game.mover(view),
        "position": game.show(view),
        "legal": list_legal(game, view, actions),
    }
    return message | ({"state": tell_state(view)} if with_state else {})


def list_legal(game: Game, view: State, legal: Sequence[int]) -> list[dict[str, Any]]:
    """The legal actions of the seat to act, with names and what it takes to pick them."""
    return [
        {"action": action, "name": game.format_action(view, action), **game.show_action(view, action)}
        for action in legal
    ]


def tell_state(view: State) -> dict[str, Any]:
    """Every field of the state as the seat may know it."""
    return {name: view[name].tolist() for name in view.dtype.names}


def tell_event(game: Game, s: State, ply: int, action: int, viewpoint: int) -> Message:
    """That this action is played in `s`, as far as the viewpoint may know it."""
    told = game.reveals(s, action, viewpoint)
    return name_event(
        ply,
        game.mover(s),
        (action, game.format_action(s, action)) if told else (None, None),
        game.steps(s, action),
    )


def name_event(ply: int, seat: int, played: tuple[int | None, str | None], steps: Sequence[Any]) -> Message:
    """An event; `played` is the action and its name, or nothing where they are secret."""
    message: Message = {"ply": ply, "seat": seat, "action": played[0], "name": played[1]}
    return message | ({"steps": list(steps)} if steps else {})


def tell_end(returns: Sequence[float], reason: str, seat: int) -> Message:
    return {"type": "end", "returns": list(returns), "reason": reason, "seat": seat}
