"""Hanabi as a game of the library: its description, its rules, and checked access to them."""

from collections.abc import Mapping, Sequence
from typing import Any

from ludoteca.core.errors import SetupError, UnknownName, show_value
from ludoteca.games.hanabi import course, notation, presentation, reasons, rules, state, views, wording
from ludoteca.games.hanabi.bots import BOT_ALIASES, BOTS, bot_action, conventions
from ludoteca.protocol import CHANCE, Convention, ConventionRules, Game, GameInfo, Level, Option, Rules, State

INFO = GameInfo(
    name="hanabi",
    title="Hanabi",
    version="1.0",
    summary="A team builds fireworks from 1 to 5; everybody sees all cards but their own.",
    max_actions=state.MAX_ACTIONS,
    longest=state.LONGEST,
    seats=(2, state.MAX_PLAYERS),
    utility="co-operative",
    min_return=0.0,
    max_return=float(state.MAX_COLOURS * state.MAX_RANKS),
    hidden=True,
    chance=True,
    running=True,
    max_outcomes=state.KINDS,
    bots=BOTS,
    bot_aliases=BOT_ALIASES,
    rewards=("built",),
    conventions=(
        Convention("smart", conventions.SMART_WORDS, reward="built", playout_bot="smart_net_partner"),
        Convention("smart_net", conventions.SMART_WORDS, reward="built", expensive=True),
        Convention("hat", conventions.HAT_WORDS, reward="built"),
    ),
    levels=(
        Level("Beginner", "bot:bot=internal", "plays what it is sure of and gives random clues"),
        Level("Helpful", "bot:bot=piers", "clues playable cards, and plays a card that is probably playable"),
        Level(
            "Conventional",
            "bot:bot=smart",
            "gives and reads clues by a convention, and expects the same of you",
        ),
        Level("Hat", "bot:bot=hat", "each clue says something to everybody: for teams of its kind"),
    ),
    judges=("sparta:iterations=10000",),
    options=(
        Option(
            name="variant",
            help="standard: five colours; four_colours: four players, four colours, four cards in a hand. "
            "For the options below, 0 means as in the variant",
            default="standard",
            choices=("standard", "four_colours"),
        ),
        Option("players", "2 to 5 (standard: 2)", default=0, high=state.MAX_PLAYERS),
        Option("colours", "1 to 5", default=0, high=state.MAX_COLOURS),
        Option("ranks", "1 to 5", default=0, high=state.MAX_RANKS),
        Option("hand_size", "1 to 5 cards (standard: 5 for two or three players, else 4)", 0, high=state.MAX_HAND),
        Option("tokens", "clue tokens, 1 to 8 (standard: 8)", default=0, high=state.MAX_TOKENS),
        Option("lives", "1 to 5 (standard: 3)", default=0, high=state.MAX_LIVES),
        Option(
            name="scoring",
            help="the score after the last life is lost: zero, or keep the points",
            default="zero",
            choices=("zero", "keep"),
        ),
    ),
)
RULES = Rules.of(
    state.STATE,
    state.SETUP,
    rules.start,
    rules.mover,
    rules.legal_actions,
    rules.apply,
    rules.returns,
    rules.seats,
    rules.chances,
    views.observe,
    views.guess,
    bot_action,
    rules.rewards,
    conventions=ConventionRules(
        rewind=conventions.rewind,
        action_history=conventions.action_history,
        update_notes=conventions.update_notes,
        convention_action=conventions.convention_action,
        public_prefix=conventions.public_prefix,
        true_notes=conventions.true_notes,
    ),
)


class Hanabi(Game):
    """There is one more option than INFO lists: `deck`, the cards from the top, as in `start(deck="r1 y3 b5")`. Chance
    deals the rest."""

    info = INFO
    rules = RULES
    formats = ("hanab.live",)

    def parse_setup(self, options: Mapping[str, Any] | None = None) -> State:
        rest = dict(options or {})
        deck = rest.pop("deck", "")
        if not isinstance(deck, str):
            raise SetupError(f"a deck is a text of cards, as in 'r1 y3 b5', not {show_value(deck)}")
        setup = super().parse_setup(rest)
        s = self.start(setup)
        for place, card in enumerate(notation.parse_deck(deck, int(s.colours_used), int(s.ranks_used))):
            setup.deck[place] = card + 1
        return setup

    def format_setup(self, setup: State) -> dict[str, Any]:
        options = super().format_setup(setup)
        cards = [int(card) - 1 for card in setup.deck if card > 0]
        return options | ({"deck": " ".join(map(notation.format_card, cards))} if cards else {})

    def check_setup(self, setup: State) -> None:
        """Refuse one player, and a deck too small to fill all hands."""
        if setup.players == 1:
            raise SetupError("players must be from 2 to 5, not 1")
        s = self.start(setup)
        players, hand, deck = int(s.players), int(s.hand_size), int(s.deck)
        if players * hand > deck:
            raise SetupError(
                f"{players} players with {hand} cards each need {players * hand} cards; "
                f"{int(s.colours_used)} colours of {int(s.ranks_used)} ranks have {deck}"
            )

    def format_action(self, s: State, action: int) -> str:
        if self.mover(s) == CHANCE:
            if not 0 <= action < state.KINDS:
                raise LookupError(action)
            return notation.format_card(action)
        return notation.format_action(s, action)

    def parse_action(self, s: State, text: str) -> int:
        return notation.parse_card(text) if self.mover(s) == CHANCE else notation.parse_action(s, text)

    def draw(self, s: State) -> str:
        return notation.draw_state(s)

    def show(self, view: State) -> dict[str, Any]:
        return presentation.show_position(view)

    def stage(self, view: State) -> dict[str, Any]:
        return presentation.show_stage(view)

    def show_action(self, s: State, action: int) -> dict[str, Any]:
        return presentation.show_deal(s, action) if self.mover(s) == CHANCE else presentation.show_action(s, action)

    def steps(self, s: State, action: int) -> list[dict[str, Any]]:
        return presentation.show_steps(s, action)

    def narrate(self, s: State, action: int, language: str = "en") -> list[str]:
        return wording.narrate(s, action, language)

    def give_reasons(self, view: State, action: int, language: str = "en") -> list[str]:
        return reasons.give_reasons(view, action, language)

    def course(self) -> Sequence[tuple[str, State]]:
        return course.load_course()

    def grade(self, view: State, action: int) -> tuple[str, int]:
        return course.grade(view, action)

    def reveals(self, s: State, action: int, seat: int) -> bool:
        """Everybody sees the actions of players. Dealt cards are seen in the hands, by those who may."""
        return self.mover(s) != CHANCE

    def fix_chance(self, setup: Mapping[str, Any], actions: Sequence[int]) -> dict[str, Any]:
        """The deck, as far as it was drawn or given."""
        s = self.start(setup)
        for action in actions:
            self.play(s, action)
        return {**setup, "deck": " ".join(notation.format_card(int(card)) for card in s.cards if card >= 0)}

    def setup_reveals_hidden(self, setup: Mapping[str, Any]) -> bool:
        return bool(setup.get("deck"))

    def explain(self, view: State, attempt: Mapping[str, Any]) -> dict[str, Any]:
        return presentation.explain_attempt(view, attempt)

    def end_code(self, s: State) -> dict[str, Any]:
        return presentation.end_code(s)

    def export_game(
        self,
        form: str,
        setup: Mapping[str, Any],
        actions: Sequence[int],
        names: Sequence[str] = (),
        result: Mapping[str, Any] | None = None,
    ) -> str:
        from ludoteca.games.hanabi.replays import make_replay, write_json

        if form not in self.formats:
            raise UnknownName("format", form, self.formats)
        s = self.start(setup)
        for action in actions:
            self.play(s, action)
        numbered = enumerate(names, start=1)  # hanab.live tells players apart by their names
        distinct = tuple(name if names.count(name) == 1 else f"{name} {seat}" for seat, name in numbered)
        return write_json(make_replay(s, distinct))

    def import_game(
        self, form: str, text: str, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Any], list[int]]:
        from ludoteca.games.hanabi.replays import play_through

        replay = self._read_replay(form, text)
        _, actions = play_through(replay)
        return replay.setup(), actions

    def name_players(self, form: str, text: str) -> tuple[str, ...]:
        return self._read_replay(form, text).players

    def _read_replay(self, form: str, text: str) -> Any:
        """JSON of hanab.live, or a link of it that holds a whole game."""
        from ludoteca.games.hanabi.replays import read_compact, read_json

        if form not in self.formats:
            raise UnknownName("format", form, self.formats)
        return read_json(text) if looks_like_json(text) else read_compact(text)

    def describe_result(self, s: State) -> str:
        """The score, and how the game ended."""
        most = int(s.colours_used) * int(s.ranks_used)
        if not s.over:
            return f"not over yet: {int(s.score)} of {most} points"
        score = f"the team scored {self.returns(s)[0]:g} of {most}"
        if s.lives == 0:
            return f"{score}: the last life was lost with {int(s.score)} cards built"
        return f"{score}: every firework is complete" if s.score == most else f"{score}: the deck ran out"


def looks_like_json(text: str) -> bool:
    return text.lstrip()[:1] in ("{", "[") or "," not in text


GAME = Hanabi()
