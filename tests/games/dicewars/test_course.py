"""The bridge: foreign observations in, foreign actions out."""

import pytest

from ludoteca.core.errors import LudotecaError, PositionError, SetupError
from ludoteca.core.jit import compiles
from ludoteca.core.rng import new_rng
from ludoteca.games.dicewars import state
from ludoteca.games.dicewars.agents.course import FIELDS, make
from ludoteca.games.dicewars.bots import BOTS, bot_action
from ludoteca.games.dicewars.game import GAME
from ludoteca.games.dicewars.tournament import start_games
from ludoteca.lab.match import ASK, Bots, play_beside
from ludoteca.protocol import Analysis, Decision

INFO = {"player": "b", "order": ["a", "b", "c"]}


def observe(**changes):
    seen = {
        "owner": {1: "b", 2: "b", 3: "a", 4: "c"},
        "dice": {1: 4, 2: 3, 3: 1, 4: 2},
        "neighbours": {1: [2], 2: [1, 3], 3: [2, 4], 4: [3]},
        "attacks": 0,
        "transfers": 0,
        "turns": 2,
        "time_left": 9.0,
    }
    return seen | changes


def test_it_answers_in_the_servers_words():
    player = make(INFO, "bot", bot="kb.stei_adt")
    assert player.act(observe()) == ("transfer", 1, 2)
    assert player.act(observe(dice={1: 1, 2: 6, 3: 1, 4: 2}, transfers=1)) == ("attack", 2, 3)
    assert player.act(observe(dice={1: 1, 2: 1, 3: 3, 4: 2}, transfers=1)) == ("end",)


def test_ids_may_be_text():
    def as_text(area):
        return str(area)

    seen = observe()
    texts = {
        "owner": {as_text(a): o for a, o in seen["owner"].items()},
        "dice": {as_text(a): n for a, n in seen["dice"].items()},
        "neighbours": {as_text(a): [as_text(b) for b in others] for a, others in seen["neighbours"].items()},
    }
    assert make(INFO, "bot", bot="kb.stei_adt").act(observe(**texts)) == ("transfer", "1", "2")


def test_it_remembers_that_it_withdrew_until_its_next_turn():
    player = make(INFO, "bot", bot="kb.stei_adt")
    weak = observe(dice={1: 1, 2: 3, 3: 8, 4: 2})
    assert player.act(weak) == ("transfer", 2, 1)
    strong = observe(dice={1: 3, 2: 4, 3: 1, 4: 2}, transfers=6)
    assert player.act(strong) == ("end",)  # it does not attack any more
    assert player.act(strong | {"turns": 3}) == ("attack", 2, 3)


def test_agents_that_search_get_a_share_of_the_clock():
    assert make(INFO, "mcts", cap=10).act(observe(time_left=0.5))[0] in ("attack", "transfer", "end")


class Bridged:
    """A bot behind the bridge: the state is told in the server's words, and the answer must be what the bot plays."""

    def __init__(self, me, order, bot):
        self.player, self.order, self.bot = make({"player": me, "order": order}, "bot", bot=bot), order, bot
        self.turn, self.attacks, self.checked = -1, 0, 0

    def decide(self, view, budget=None, watch=None):
        if int(view.turns) != self.turn:
            self.attacks, self.turn = 0, int(view.turns)
        told = self.player.act(self.observe(view))
        wanted = int(bot_action(view, BOTS.index(self.bot), new_rng(1)))
        name = " ".join((told[0], ">".join(map(str, told[1:])))).strip()
        assert name == GAME.format_action(view, wanted)
        self.attacks += told[0] == "attack"
        self.checked += 1
        return Decision(wanted, Analysis())

    def observe(self, s):
        return {
            "owner": {a + 1: self.order[int(s.owner[a])] for a in range(34)},
            "dice": {a + 1: int(s.dice[a]) for a in range(34)},
            "neighbours": {a + 1: [b + 1 for b in range(34) if int(s.neighbours[a]) >> b & 1] for a in range(34)},
            "attacks": self.attacks, "transfers": int(s.transfers), "turns": int(s.turns), "time_left": 10.0,
        }  # fmt: skip


@pytest.mark.skipif(not compiles, reason="minutes uncompiled")
def test_a_whole_game_through_the_bridge_is_the_game_without_it():
    states, rngs = start_games([11], 3)
    order = [7, 8, 9, 10]
    players = {seat: Bridged(me, order, "kb.stei_adt") for seat, me in enumerate(order)}
    for _ in play_beside(GAME, states, Bots.seated(GAME, [ASK] * 4), rngs, players):
        pass
    assert sum(player.checked for player in players.values()) > 50
    assert states[0].phase == state.ENDED


@pytest.mark.parametrize("field", FIELDS)
def test_a_missing_field_is_named(field):
    seen = observe()
    del seen[field]
    with pytest.raises(PositionError, match=f"misses {field}"):
        make(INFO, "bot").act(seen)


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"dice": {1: 4, 2: 3, 3: 1}}, "dice misses the area 4"),
        ({"neighbours": {1: [2], 2: [1, 3], 3: [2, 4]}}, "neighbours misses the area 4"),
        ({"dice": {1: 9, 2: 3, 3: 1, 4: 2}}, "1 to 8 dice, not 9"),
        ({"owner": {1: "b", 2: "b", 3: "a", 4: "z"}}, "belongs to 'z'"),
        ({"neighbours": {1: [2], 2: [1, 3], 3: [2, 4], 4: [5]}}, "unknown neighbour 5"),
        ({"neighbours": {1: [2], 2: [1, 3], 3: [2, 4], 4: []}}, "area 4 is isolated"),
        ({"transfers": "two"}, "transfers must be a whole number"),
        ({"owner": [1, 2]}, "owner must map areas"),
        ({"attacks": float("nan")}, "attacks must be a whole number from 0 to 1000000000, not nan"),
        ({"turns": float("inf")}, "turns must be a whole number .* not inf"),
        ({"transfers": 1.5}, "transfers must be a whole number .* not 1.5"),
        ({"time_left": float("nan")}, "time_left must be a number .* not nan"),
        ({"time_left": 10**400}, "time_left must be a number"),
        ({"attacks": 10**5000}, "attacks must be a whole number .* not something too long"),
        ({"dice": {1: 10**5000, 2: 3, 3: 1, 4: 2}}, "1 to 8 dice, not something too long"),
        ({"dice": {1: float("nan"), 2: 3, 3: 1, 4: 2}}, "1 to 8 dice, not nan"),
        ({"neighbours": {1: None, 2: [1, 3], 3: [2, 4], 4: [3]}}, "list of at most 34 neighbours, not None"),
        ({"neighbours": {1: [[2]], 2: [1, 3], 3: [2, 4], 4: [3]}}, "unknown neighbour \\[2\\]"),
        ({"owner": dict.fromkeys(range(35), "a")}, "2 to 34 areas, not 35"),
        ({"owner": {"9" * 5000: "b", "2": "a"}}, "dice misses the area"),
    ],
)
def test_a_bad_observation_is_refused(changes, complaint):
    with pytest.raises(LudotecaError, match=complaint):
        make(INFO, "bot").act(observe(**changes))


def test_bad_infos_are_refused():
    with pytest.raises(SetupError, match="misses order"):
        make({"player": 1}, "bot")
    with pytest.raises(SetupError, match="order must name"):
        make({"player": 1, "order": [2, 3]}, "bot")
    with pytest.raises(SetupError, match="variant must be one of"):
        make({**INFO, "variant": "chess"}, "bot")
