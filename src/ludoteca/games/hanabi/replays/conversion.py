"""Games to replays of hanab.live, and back."""

from ludoteca.core.errors import LudotecaError, TranscriptError
from ludoteca.games.hanabi import notation
from ludoteca.games.hanabi.actions import clue_action, clue_of, count_values, kind_of
from ludoteca.games.hanabi.game import GAME
from ludoteca.games.hanabi.replays.model import (
    LIVE_COLOUR,
    LIVE_DISCARD,
    LIVE_PLAY,
    LIVE_RANK,
    NAMES,
    VARIANTS,
    Replay,
)
from ludoteca.games.hanabi.state import COLOUR_CLUE, NONE, PLAY, RANK_CLUE
from ludoteca.protocol import CHANCE, State


def play_through(replay: Replay) -> tuple[State, list[int]]:
    """The state after the last action, and every action, deals included, as a record holds them."""
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
    """The action of this state for an action of hanab.live."""
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
    ours, named = (COLOUR_CLUE, value) if kind == LIVE_COLOUR else (RANK_CLUE, value - 1)
    if not 0 <= named < int(count_values(s, ours)):
        raise TranscriptError(f"there is no {'colour' if kind == LIVE_COLOUR else 'rank'} {value} in this game")
    return int(clue_action(s, target, ours, named))


def make_replay(s: State, names: tuple[str, ...] = ()) -> Replay:
    """A game, finished or not, as a replay. `s` must be the full state, not a view. hanab.live needs a whole deck, so
    cards that were never drawn are appended in their order."""
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
