"""Games as hanab.live writes them: its JSON (format 3) and the compact text of its replay links, both ways.

There cards have numbers in the order of the deck, and players and clues are absolute; here they are slots and seats
ahead. Colours go by place: red, yellow, green, blue, purple there are red, yellow, green, white, blue here.
"""

import json
import string
from dataclasses import dataclass
from typing import Any

from ludoteca.core.errors import LudotecaError, TranscriptError
from ludoteca.games.hanabi import notation
from ludoteca.games.hanabi.actions import first_clue, clue_of, kind_of
from ludoteca.games.hanabi.game import GAME
from ludoteca.games.hanabi.state import MAX_RANKS, NONE, PLAY, COLOUR_CLUE, RANK_CLUE
from ludoteca.protocol import CHANCE, State

VARIANTS = {"No Variant": 5, "4 Suits": 4, "3 Suits": 3}
"""Their name, and how many colours it has."""
NUMBERS = {"No Variant": 0}
"""The numbers of variants in links, as far as they are known here."""
LIVE_PLAY, LIVE_DISCARD, LIVE_COLOUR, LIVE_RANK, LIVE_END = range(5)
UNSUPPORTED = (
    "emptyClues",
    "cardCycle",
    "deckPlays",
    "oneExtraCard",
    "oneLessCard",
    "allOrNothing",
    "detrimentalCharacters",
)
ALPHABET = string.ascii_lowercase + string.digits + string.ascii_uppercase
NAMES = ("Alice", "Bob", "Cathy", "Donald", "Emily")
MOST_TEXT = 100_000


@dataclass(frozen=True)
class Replay:
    """A game of hanab.live: who played, the deck from the top, and each action as (type, target, value)."""

    players: tuple[str, ...]
    deck: tuple[int, ...]
    actions: tuple[tuple[int, int, int], ...]
    variant: str = "No Variant"
    end: tuple[int, int] | None = None
    """The last entry where somebody or the clock ended the game: (player, condition)."""

    def setup(self) -> dict[str, Any]:
        """The options of the game that was played."""
        colours = VARIANTS[self.variant]
        deck = " ".join(notation.format_card(card) for card in self.deck)
        return {"players": len(self.players), "colours": colours, "deck": deck}


# --- to and from games ---------------------------------------------------------------------------------------------


def play_through(replay: Replay) -> tuple[State, list[int]]:
    """The position after the last action, and every action and card dealt on the way, as a record holds them."""
    try:
        s = GAME.start(**replay.setup())
    except LudotecaError as error:
        raise TranscriptError(str(error)) from None
    line: list[int] = []
    _deal(s, line)
    for number, action in enumerate(replay.actions, start=1):
        try:
            here = find_action(s, *action)
            GAME.play(s, here)
        except LudotecaError as error:
            raise TranscriptError(f"action {number}: {error}") from None
        line.append(here)
        _deal(s, line)
    return s, line


def _deal(s: State, line: list[int]) -> None:
    while GAME.mover(s) == CHANCE:
        card = GAME.legal_actions(s)[0]
        line.append(card)
        GAME.play(s, card)


def find_action(s: State, kind: int, target: int, value: int) -> int:
    """Their action in this position as ours."""
    if GAME.is_over(s):
        raise TranscriptError(f"the game is over: {GAME.describe_result(s)}")
    seat = GAME.mover(s)
    if kind in (LIVE_PLAY, LIVE_DISCARD):
        hand = [int(order) for order in s.hands[seat] if order != NONE]
        if target not in hand:
            holder = [owner for owner in range(int(s.players)) if target in s.hands[owner].tolist()]
            where = f"seat {holder[0]} holds it, and it is not their turn" if holder else "nobody holds it"
            raise TranscriptError(f"seat {seat} is to act and has no card number {target}: {where}")
        return hand.index(target) + (int(s.hand_size) if kind == LIVE_PLAY else 0)
    if kind not in (LIVE_COLOUR, LIVE_RANK):
        raise TranscriptError(f"there is no type of action {kind}; types go from 0 to 4")
    return _find_clue(s, seat, kind, target, value)


def _find_clue(s: State, seat: int, kind: int, target: int, value: int) -> int:
    if not 0 <= target < int(s.players) or target == seat:
        raise TranscriptError(f"seat {seat} is to act and cannot give a clue to player {target}")
    tells = COLOUR_CLUE if kind == LIVE_COLOUR else RANK_CLUE
    values = int(s.colours_used) if kind == LIVE_COLOUR else int(s.ranks_used)
    place = value if kind == LIVE_COLOUR else value - 1
    if not 0 <= place < values:
        raise TranscriptError(f"there is no {'colour' if kind == LIVE_COLOUR else 'rank'} {value} in this game")
    ahead = (target - seat) % int(s.players)
    return int(first_clue(s, tells)) + (ahead - 1) * values + place


def make_replay(s: State, names: tuple[str, ...] = ()) -> Replay:
    """A game, finished or not, as a replay. `s` must be the full state, not a view. Cards never drawn are put at the
    end of the deck in their own order, since hanab.live wants a whole deck."""
    colours = {count: name for name, count in VARIANTS.items()}
    players, used = int(s.players), int(s.colours_used)
    usual = GAME.start(players=players, colours=used)
    same = all(s[name] == usual[name] for name in ("ranks_used", "hand_size", "most_tokens", "most_lives"))
    if used not in colours or not same:
        raise TranscriptError("hanab.live has no such game: it needs 3 to 5 colours, 5 ranks and the usual hands")
    drawn = [int(card) for card in s.cards[: int(s.drawn)]]
    if any(card < 0 for card in drawn):
        raise TranscriptError("a replay needs the full state, and this one hides cards")
    rest = [card for card in range(len(s.left)) for _ in range(int(s.left[card]))]
    t = GAME.start(players=players, colours=used, deck=" ".join(map(notation.format_card, drawn)))
    actions = []
    _deal(t, [])
    for move in s.moves[: int(s.ply)].tolist():
        actions.append(_their_action(t, move))
        GAME.play(t, move)
        _deal(t, [])
    return Replay(names or NAMES[:players], (*drawn, *rest), tuple(actions), colours[used])


def _their_action(s: State, action: int) -> tuple[int, int, int]:
    kind, seat = int(kind_of(s, action)), int(s.turn)
    if kind <= PLAY:
        return (LIVE_PLAY if kind == PLAY else LIVE_DISCARD, int(s.hands[seat, action % int(s.hand_size)]), 0)
    ahead, value = clue_of(s, action, kind)
    target = (seat + int(ahead)) % int(s.players)
    return (LIVE_COLOUR, target, int(value)) if kind == COLOUR_CLUE else (LIVE_RANK, target, int(value) + 1)


# --- JSON ----------------------------------------------------------------------------------------------------------


def read_json(text: str) -> Replay:
    """A replay from hanab.live's JSON; refused with the number of the card or action that is wrong."""
    if len(text) > MOST_TEXT:
        raise TranscriptError(f"a game has less than {MOST_TEXT} characters, this text {len(text)}")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise TranscriptError(f"this is no JSON: {error}") from None
    if not isinstance(data, dict):
        raise TranscriptError("a game is a JSON object with players, deck and actions")
    variant = _read_options(data.get("options") or {})
    players = data.get("players")
    if (
        not isinstance(players, list)
        or not 2 <= len(players) <= 5
        or not all(isinstance(name, str) for name in players)
    ):
        raise TranscriptError("players must be a list of two to five names")
    deck = _read_deck(data.get("deck"), VARIANTS[variant])
    actions, end = _read_actions(data.get("actions"))
    replay = Replay(tuple(players), deck, actions, variant, end)
    play_through(replay)
    return replay


def _read_options(options: Any) -> str:
    if not isinstance(options, dict):
        raise TranscriptError("options must be a JSON object")
    for name in UNSUPPORTED:
        if options.get(name):
            raise TranscriptError(f"the option {name} is not played here")
    variant = options.get("variant", "No Variant")
    if variant not in VARIANTS:
        raise TranscriptError(f"the variant {variant!r:.60} is not played here; known: {', '.join(VARIANTS)}")
    return str(variant)


def _read_deck(cards: Any, colours: int) -> tuple[int, ...]:
    if not isinstance(cards, list):
        raise TranscriptError("deck must be a list of cards")
    deck: list[int] = []
    for number, item in enumerate(cards, start=1):
        suit, rank = (_whole(item, name, f"card {number} of the deck") for name in ("suitIndex", "rank"))
        if not (0 <= suit < colours and 1 <= rank <= MAX_RANKS):
            raise TranscriptError(f"card {number} of the deck: there is no suit {suit}, rank {rank} in this game")
        card = suit * MAX_RANKS + rank - 1
        complaint = notation.check_card(deck, card, colours, MAX_RANKS)
        if complaint:
            raise TranscriptError(f"card {number} of the deck: {complaint}")
        deck.append(card)
    if len(deck) != 10 * colours:
        raise TranscriptError(f"the deck has {len(deck)} cards; {colours} colours have {10 * colours}")
    return tuple(deck)


def _read_actions(items: Any) -> tuple[tuple[tuple[int, int, int], ...], tuple[int, int] | None]:
    if not isinstance(items, list):
        raise TranscriptError("actions must be a list")
    actions: list[tuple[int, int, int]] = []
    for number, item in enumerate(items, start=1):
        where = f"action {number}"
        kind, target = (_whole(item, name, where) for name in ("type", "target"))
        value = _whole({"value": 0, **item}, "value", where)
        if kind == LIVE_END:
            if number != len(items):
                raise TranscriptError(f"{where}: the game was ended, but actions follow")
            return tuple(actions), (target, value)
        actions.append((kind, target, value))
    return tuple(actions), None


def _whole(item: Any, name: str, where: str) -> int:
    value = item.get(name) if isinstance(item, dict) else None
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > 1000:
        raise TranscriptError(f"{where}: {name} must be a whole number, not {value!r:.40}")
    return value


def write_json(replay: Replay) -> str:
    """The JSON that hanab.live's "watch specific replay" takes."""
    actions = [{"type": kind, "target": target, "value": value} for kind, target, value in replay.actions]
    if replay.end is not None:
        actions.append({"type": LIVE_END, "target": replay.end[0], "value": replay.end[1]})
    deck = [{"suitIndex": card // MAX_RANKS, "rank": card % MAX_RANKS + 1} for card in replay.deck]
    options = {"options": {"variant": replay.variant}}
    return json.dumps({"players": list(replay.players), "deck": deck, "actions": actions, **options})


# --- the compact text of links -------------------------------------------------------------------------------------


def write_compact(replay: Replay) -> str:
    """`<players><lowest rank><highest rank><deck>,<lowest type><highest type><actions>,<variant>` in base 62."""
    if replay.variant not in NUMBERS:
        raise TranscriptError(
            f"the compact form is written for {', '.join(NUMBERS)}, not for {replay.variant}; use JSON"
        )
    deck = "".join(ALPHABET[card] for card in replay.deck)
    actions = list(replay.actions) + ([(LIVE_END, *replay.end)] if replay.end else [])
    kinds = [kind for kind, _, _ in actions] or [0]
    low, high = min(kinds), max(kinds)
    span = high - low + 1
    pairs = ""
    for kind, target, value in actions:
        code = (0 if kind in (LIVE_PLAY, LIVE_DISCARD) else value + 1) * span + kind - low
        pairs += ALPHABET[code] + ALPHABET[target]
    parts = (f"{len(replay.players)}15{deck}", f"{low}{high}{pairs}", str(NUMBERS[replay.variant]))
    return ",".join(_hyphenate(part) for part in parts)


def _hyphenate(text: str) -> str:
    """A hyphen after every 20 characters, as hanab.live writes them so that lines can be broken."""
    return "-".join(text[at : at + 20] for at in range(0, len(text), 20))


def read_compact(text: str) -> Replay:
    """A replay from the compact text, or from a link that ends in it."""
    if len(text) > MOST_TEXT:
        raise TranscriptError(f"a game has less than {MOST_TEXT} characters, this text {len(text)}")
    parts = text.strip().rsplit("/", 1)[-1].replace("-", "").split(",")
    if len(parts) != 3 or len(parts[0]) < 3 or len(parts[1]) < 2 or not parts[2].isascii() or not parts[2].isdigit():
        raise TranscriptError("the compact form is <players, ranks, deck>,<types, actions>,<variant>")
    variants = {number: name for name, number in NUMBERS.items()}
    if int(parts[2][:9]) not in variants:
        raise TranscriptError(f"the variant number {parts[2]:.9} is not played here; known: {sorted(variants)}")
    variant = variants[int(parts[2][:9])]
    players, low, high = (_digit(char) for char in parts[0][:3])
    if not 2 <= players <= 5 or (low, high) != (1, MAX_RANKS):
        raise TranscriptError(f"two to five players and ranks from 1 to 5 are played here, not {parts[0][:3]}")
    deck = [_letter(char, f"card {number} of the deck") for number, char in enumerate(parts[0][3:], start=1)]
    cards = [{"suitIndex": card // MAX_RANKS, "rank": card % MAX_RANKS + 1} for card in deck]
    actions, end = _read_actions(_unpack(parts[1]))
    replay = Replay(NAMES[:players], _read_deck(cards, VARIANTS[variant]), actions, variant, end)
    play_through(replay)
    return replay


def _unpack(part: str) -> list[dict[str, int]]:
    low, high = _digit(part[0]), _digit(part[1])
    span = high - low + 1
    if span < 1 or len(part) % 2:
        raise TranscriptError("the actions must be two characters each, after their lowest and highest type")
    items = []
    for number, at in enumerate(range(2, len(part), 2), start=1):
        code, target = (_letter(char, f"action {number}") for char in part[at : at + 2])
        kind = code % span + low
        items.append({"type": kind, "target": target, "value": 0 if kind <= LIVE_DISCARD else code // span - 1})
    return items


def _digit(char: str) -> int:
    if char not in string.digits:
        raise TranscriptError(f"{char!r} should be a digit")
    return int(char)


def _letter(char: str, where: str) -> int:
    if char not in ALPHABET:
        raise TranscriptError(f"{where}: {char!r} is none of the 62 letters and digits")
    return ALPHABET.index(char)
