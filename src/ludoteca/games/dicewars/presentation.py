"""What front ends draw of Dicewars: the map once, then owners, dice and what each seat has; an action with its odds;
what an action brings about, step by step; why an attempt is refused.

Areas and seats are counted from 0. Nothing here is hidden: the dice of a battle are drawn from the position alone, so
they say nothing about the seed that decides the game.
"""

from collections.abc import Mapping
from typing import Any

from ludoteca.core.rng import split_seed
from ludoteca.games.dicewars import land, state, turns
from ludoteca.games.dicewars.constants import MAX_DICE, ORIGINAL, POOL, TRANSFERS, VARIANTS
from ludoteca.games.dicewars.grid import COLUMNS
from ludoteca.games.dicewars.odds import ODDS
from ludoteca.games.dicewars.rolls import draw_roll
from ludoteca.games.dicewars.standings import list_standings
from ludoteca.protocol import State

PHASES = ("map", "deal", "dice", "turn", "battle", "income", "over")
SYMBOLS = "0123456789abcdefghijklmnopqrstuvwxyz"  # of the area of a hex; 0 is water

Step = dict[str, Any]


def show_map(s: State) -> dict[str, Any]:
    """The map: the area of each hex as a character (from 1; "" for a map without a picture), and who borders whom.
    Nothing while chance has not drawn it."""
    if s.phase == state.MAP:
        return {}
    hexes = s.hexes.tolist()
    return {
        "columns": COLUMNS,
        "hexes": "".join(SYMBOLS[area] for area in hexes) if any(hexes) else "",
        "neighbours": [_list_areas(int(mask)) for mask in s.neighbours[: int(s.areas)]],
    }


def _list_areas(mask: int) -> list[int]:
    return [area for area in range(mask.bit_length()) if mask >> area & 1]


def show_position(s: State) -> dict[str, Any]:
    """`map` is only there before the first area is dealt: a set-up is previewed by it. `map_seed` names it later."""
    areas, phase = int(s.areas), int(s.phase)
    shown = {
        "phase": PHASES[phase],
        "turn": int(s.turn),
        "turns": int(s.turns),
        "owner": s.owner[:areas].tolist(),
        "dice": s.dice[:areas].tolist(),
        "seats": list_standings(s),
        "transfers": 0 if s.variant == ORIGINAL else TRANSFERS - int(s.transfers),
        "map_seed": int(s.map_seed),
        "variant": VARIANTS[int(s.variant)],
    }
    if phase == state.BATTLE:
        shown["battle"] = [int(s.source), int(s.target)]
    if phase == state.DEAL and s.left == s.areas:
        shown["map"] = show_map(s)
    return shown


def show_action(s: State, action: int) -> dict[str, Any]:
    """An attack with its odds, a transfer with the dice that it moves, the end of the turn with its income; or the
    outcome of chance: a digit of the map's seed, an area, or whether a battle is won."""
    if s.phase != state.TURN:
        return {"kind": PHASES[int(s.phase)], "outcome": action}
    if action == state.END:
        return {"kind": "end", "income": int(land.count_region(s, int(s.turn)))}
    source, target = int(state.source_of(action)), int(state.target_of(action))
    if s.owner[target] == s.turn:
        moved = int(turns.count_moved(s, source, target))
        return {"kind": "transfer", "source": source, "target": target, "moved": moved}
    odds = round(float(ODDS[s.dice[source], s.dice[target]]), 6)
    return {"kind": "attack", "source": source, "target": target, "odds": odds}


# --- what an action brings about -----------------------------------------------------------------------------------


def list_steps(s: State, after: State, action: int) -> list[Step]:
    """The steps from `s` to `after`, which an action leads to."""
    phase, seat = int(s.phase), int(s.turn)
    if phase == state.MAP:
        return []
    if phase in (state.DEAL, state.DICE, state.INCOME):
        step = {"type": "deal" if phase == state.DEAL else "die", "seat": seat, "area": action}
        return [step, *_list_end(s, after)]
    if phase == state.BATTLE:
        return [*_list_battle(s, after, action == state.WON), *_list_end(s, after)]
    if action == state.END:
        return [_tell_income(s, after), *_list_end(s, after)]
    shown = show_action(s, action)
    return [{"type": shown.pop("kind"), "seat": seat, **shown}]


def _list_battle(s: State, after: State, won: bool) -> list[Step]:
    source, target = int(s.source), int(s.target)
    place = {"seat": int(s.turn), "victim": int(s.owner[target]), "source": source, "target": target}
    roll = draw_roll(int(s.dice[source]), int(s.dice[target]), won, split_seed(0, _look_of(s)), int(s.battles))
    rolled = {"type": "roll", **place, "attacker": list(roll.attacker), "defender": list(roll.defender)}
    fought = {"type": "battle", **place, "won": won, "dice": [int(after.dice[source]), int(after.dice[target])]}
    out = [{"type": "out", "seat": place["victim"]}] if after.land[place["victim"]] == 0 else []
    return [rolled, fought, *out]


def _look_of(s: State) -> str:
    """The position as text, for dice that belong to it."""
    return f"{int(s.map_seed)} {s.owner.tolist()} {s.dice.tolist()} {int(s.turns)}"


def _tell_income(s: State, after: State) -> Step:
    """What the end of a turn brings: `placed` dice come one by one, unless they `fill` all areas at once."""
    seat = int(s.turn)
    region, reserve = int(land.count_region(s, seat)), int(s.reserve[seat])
    areas, dice = int(s.land[seat]).bit_count(), int(land.count_dice(s, seat))
    placed = min(POOL, region + reserve, MAX_DICE * areas - dice)
    fills = placed == MAX_DICE * areas - dice
    return {
        "type": "income", "seat": seat, "region": region, "reserve": reserve, "placed": placed,
        "kept": int(after.reserve[seat]), "fills": fills,
    }  # fmt: skip


def _list_end(s: State, after: State) -> list[Step]:
    """A turn that begins, or the end of the game."""
    if after.phase == state.ENDED:
        return [{"type": "over", "winner": int(after.winner)}]
    is_new = after.turns != s.turns or s.phase in (state.DICE, state.INCOME)
    return [{"type": "turn", "seat": int(after.turn)}] if is_new and after.phase == state.TURN else []


# --- reasons -------------------------------------------------------------------------------------------------------


def explain_attempt(view: State, attempt: Mapping[str, Any]) -> dict[str, Any]:
    """Why an area cannot act (`source`), or cannot do so against another (`target`)."""
    source, target = (_read_area(view, attempt.get(key)) for key in ("source", "target"))
    if view.phase != state.TURN or source is None:
        return _refuse("not_now", "attack from one of your areas, or end your turn")
    if view.owner[source] != view.turn:
        return _refuse("not_yours", f"area {source + 1} is not yours: begin with one of your own", source)
    if view.dice[source] < 2:
        return _refuse("one_die", f"area {source + 1} has a single die, and one die always stays", source)
    if target is None:
        return _refuse("no_target", f"area {source + 1} borders nothing that it could attack or reinforce", source)
    if not int(view.neighbours[source]) >> target & 1:
        return _refuse("not_neighbours", f"areas {source + 1} and {target + 1} do not share a border", target)
    return _explain_transfer(view, target)


def _explain_transfer(view: State, target: int) -> dict[str, Any]:
    if view.owner[target] != view.turn:
        return _refuse("not_now", "attack from one of your areas, or end your turn")
    if view.variant == ORIGINAL:
        return _refuse("no_transfers", "in the original game dice are never moved between your areas", target)
    if view.transfers >= TRANSFERS:
        return _refuse("transfers_spent", f"you have made your {TRANSFERS} transfers of this turn", target)
    return _refuse("full", f"area {target + 1} has {MAX_DICE} dice already", target)


def _read_area(view: State, value: Any) -> int | None:
    return value if type(value) is int and 0 <= value < int(view.areas) else None


def _refuse(code: str, message: str, *areas: int) -> dict[str, Any]:
    return {"code": code, "message": message, "squares": list(areas)}


def end_code(s: State) -> dict[str, Any]:
    if s.winner != state.NOBODY:
        return {"code": "conquered", "winner": int(s.winner)}
    return {"code": "stalemate", "winner": None}
