"""Hanabi, the checked face."""

from collections.abc import Mapping, Sequence
from typing import Any

from ludoteca.core.errors import SetupError, UnknownName
from ludoteca.games.hanabi import notation, presentation, rules, state, views
from ludoteca.games.hanabi.bots import BOTS, bot_action, conventions
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
    rewards=("built",),
    conventions=tuple(
        Convention(bot, words, reward="built", playout_bot="guest" if bot == "smart" else "", expensive=bot == "keen")
        for bot, words in conventions.WORDS.items()
    ),
    levels=(
        Level("Beginner", "bot:bot=internal", "plays what it is sure of and hints at random"),
        Level("Helpful", "bot:bot=piers", "tells what can be played, and takes a chance where it is likely"),
        Level("Conventional", "bot:bot=smart", "reads your hints by a convention, and expects you to read its own"),
        Level("Hat", "bot:bot=hat", "packs something for everybody into each hint: for teams of its kind"),
    ),
    options=(
        Option(
            name="variant",
            help="standard: five colours; four_colours: four players, four colours, four cards in a hand. "
            "An option below that is 0 is as the variant has it",
            default="standard",
            choices=("standard", "four_colours"),
        ),
        Option("players", "how many play: 2 to 5 (standard: 2)", default=0, high=state.MAX_PLAYERS),
        Option("colours", "1 to 5", default=0, high=state.MAX_COLOURS),
        Option("ranks", "1 to 5", default=0, high=state.MAX_RANKS),
        Option("hand_size", "1 to 5 cards (standard: 5 for two or three players, else 4)", 0, high=state.MAX_HAND),
        Option("tokens", "information tokens, 1 to 8 (standard: 8)", default=0, high=state.MAX_TOKENS),
        Option("lives", "1 to 5 (standard: 3)", default=0, high=state.MAX_LIVES),
        Option(
            name="scoring",
            help="what is left when the last life is lost: zero points, or keep what was built",
            default="zero",
            choices=("zero", "keep"),
        ),
    ),
)
RULES = Rules(
    state=state.STATE,
    setup=state.SETUP,
    start=rules.start,
    mover=rules.mover,
    legal_actions=rules.legal_actions,
    apply=rules.apply,
    returns=rules.returns,
    seats=rules.seats,
    chances=rules.chances,
    observe=views.observe,
    guess=views.guess,
    bot_action=bot_action,
    rewards=rules.rewards,
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
    """One option more than INFO lists: `deck`, cards from the top: `start(deck="r1 y3 b5")`. Chance deals the rest."""

    info = INFO
    rules = RULES
    formats = ("hanab.live",)

    def parse_setup(self, options: Mapping[str, Any] | None = None) -> State:
        rest = dict(options or {})
        deck = str(rest.pop("deck", ""))
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
        """One player is no team, and everybody needs a full hand."""
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
        return notation.draw_table(s)

    def show(self, view: State) -> dict[str, Any]:
        return presentation.show_position(view)

    def show_action(self, s: State, action: int) -> dict[str, Any]:
        return presentation.show_deal(s, action) if self.mover(s) == CHANCE else presentation.show_action(s, action)

    def reveals(self, s: State, action: int, seat: int) -> bool:
        """What players do, all see. What is dealt is seen in the hands, by those who may."""
        return self.mover(s) != CHANCE

    def setup_reveals_hidden(self, setup: Mapping[str, Any]) -> bool:
        return bool(setup.get("deck"))

    def explain(self, view: State, attempt: Mapping[str, Any]) -> dict[str, Any]:
        return presentation.explain_attempt(view, attempt)

    def end_code(self, s: State) -> dict[str, Any]:
        return presentation.tell_end(s)

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
        from ludoteca.games.hanabi.replays import play_through, read_json

        if form not in self.formats:
            raise UnknownName("format", form, self.formats)
        replay = read_json(text)
        _, actions = play_through(replay)
        return replay.setup(), actions

    def describe_result(self, s: State) -> str:
        """The score, and how the game ended."""
        most = int(s.colours_used) * int(s.ranks_used)
        if not s.over:
            return f"not over yet: {int(s.score)} of {most} points"
        score = f"the team scored {self.returns(s)[0]:g} of {most}"
        if s.lives == 0:
            return f"{score}: the last life was lost with {int(s.score)} cards built"
        return f"{score}: every firework is complete" if s.score == most else f"{score}: the deck ran out"


GAME = Hanabi()
