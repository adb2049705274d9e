"""Advice for a game that is played elsewhere, on a table or another screen: a client says what was played, the server
knows the rules. Nothing is kept: the client holds the actions, in a link."""

from typing import Any

from ludoteca.core.errors import Refusal
from ludoteca.core.rng import split_seed
from ludoteca.programs.telling import list_legal
from ludoteca.protocol import OVER, Game, State
from ludoteca.protocol.rules import retract
from ludoteca.site import messages
from ludoteca.site.advice import hint_spec, tell_analysis, tree_size
from ludoteca.site.fair_queue import Owner
from ludoteca.site.limits import check_spec
from ludoteca.site.services import Services
from ludoteca.site.thinking import Job


def follow(game: Game, wish: messages.Followed) -> dict[str, Any]:
    """Where the game stands after these actions, what may come next (for chance too), and what happened."""
    s = _start(game, wish)
    log = []
    for action in wish.actions:
        seat, told = game.mover(s), _tell(game, s, action)
        game.play(s, action)
        log.append({"seat": seat, **told})
    mover = game.mover(s)
    return {
        "options": game.format_setup(game.parse_setup(wish.options)),
        "stage": game.stage(s),
        "position": game.show(s),
        "mover": mover,
        "legal": [] if mover == OVER else list_legal(game, s, game.legal_actions(s)),
        "log": log,
        "result": _tell_result(game, s) if mover == OVER else None,
    }


def _tell_result(game: Game, s: State) -> dict[str, Any]:
    return {"returns": game.returns(s), "reason": game.describe_result(s), **game.end_code(s)}


def _start(game: Game, wish: messages.Followed) -> State:
    if game.info.hidden:
        raise Refusal("not_followed", "who enters this game would have to know what it hides", 422)
    return game.start(game.parse_setup(wish.options))


def _tell(game: Game, s: State, action: int) -> dict[str, Any]:
    if game.mover(s) == OVER or action not in game.legal_actions(s):
        return {}  # playing it says what is wrong
    shown = {"action": action, "name": game.format_action(s, action), "show": game.show_action(s, action)}
    return shown | {"steps": game.steps(s, action)}


async def advise(services: Services, game: Game, wish: messages.Advice, owner: Owner) -> dict[str, Any]:
    """What a search finds for a seat. It sees what this seat may know: of simultaneous picks none of the others'."""
    spec = check_spec(game, wish.agent or hint_spec(game), services.limits.think_seconds)
    services.warming.require_agent(game, spec)
    view = view_of(game, wish)
    count = len(wish.actions)
    seed = split_seed(0, "adviser", count)
    job = Job(f"adviser {owner.client}", game, spec, view, seed, services.limits.think_seconds, owner)
    decision = await services.thinking.analyse(job)
    tree = job.watch.snapshot(tree_size(spec))
    told = tell_analysis(game, view, count, spec, decision.analysis, tree, 1.0)
    return {**told, "done": True, "action": decision.action}


def view_of(game: Game, wish: messages.Advice) -> State:
    """The position as the seat that asks sees it, before it decides."""
    s = _start(game, wish)
    for action in wish.actions:
        game.play(s, action)
    if game.mover(s) < 0:
        raise Refusal("no_decision", "chance is to act, or the game is over: there is nothing to decide", 422)
    if wish.seat >= game.seats(s):
        raise Refusal("no_seat", f"there are {game.seats(s)} seats, counted from 0; {wish.seat} is none of them", 422)
    view = game.observe(s, wish.seat)
    if game.info.simultaneous:
        retract(view, wish.seat)
    if game.mover(view) != wish.seat:
        raise Refusal("not_your_turn", "it is not this seat's turn", 422)
    return view
