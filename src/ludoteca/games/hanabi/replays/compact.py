"""The compact text of hanab.live's replay links, read and written."""

import string

from ludoteca.core.errors import TranscriptError
from ludoteca.games.hanabi.replays.conversion import play_through
from ludoteca.games.hanabi.replays.live_json import read_actions, read_deck
from ludoteca.games.hanabi.replays.model import (
    LIVE_DISCARD,
    LIVE_END,
    LIVE_PLAY,
    NAMES,
    VARIANTS,
    Replay,
    check_length,
)
from ludoteca.games.hanabi.state import MAX_RANKS

NUMBERS = {"No Variant": 0}
"""The numbers of variants in links that are known here."""
ALPHABET = string.ascii_lowercase + string.digits + string.ascii_uppercase


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
    """A hyphen after every 20 characters, as hanab.live has it, so that lines can be broken."""
    return "-".join(text[at : at + 20] for at in range(0, len(text), 20))


def read_compact(text: str) -> Replay:
    """A replay from the compact text, or from a link that ends in it."""
    check_length(text)
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
    actions, end = read_actions(_unpack(parts[1]))
    replay = Replay(NAMES[:players], read_deck(cards, VARIANTS[variant]), actions, variant, end)
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
        raise TranscriptError(f"{where}: {char!r} is not one of the 62 letters and digits")
    return ALPHABET.index(char)
