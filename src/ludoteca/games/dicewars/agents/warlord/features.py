"""The input of the value network: a position as a seat sees it at the end of its turn, in numbers of about 0 to 1.

First the seat itself (17 numbers), then the three strongest opponents, the strongest first (7 each). The numbers of
seats and areas play no part.
"""

from typing import Any

import numpy as np

from ludoteca.core.arrays import Actions, FloatArray
from ludoteca.core.bits import count_bits, lowest_bit
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.dicewars.constants import AREAS, MAX_DICE, MAX_PLAYERS
from ludoteca.games.dicewars.land import count_dice, find_region
from ludoteca.games.dicewars.odds import ODDS
from ludoteca.protocol import Encoder, State
from ludoteca.protocol.encoders import make_slices

(
    LAND, REGION, DICE, RESERVE, BORDER, HELD, AT_RISK, BEHIND, DICE_SHARE, REGION_SHARE, TWO_LEFT, THREE_LEFT, REACH,
    FULL,
    SINGLE, REGION_AT_RISK, SAFE,
) = range(17)  # fmt: skip
RIVALS = 17  # where the opponents begin
RIVAL_LAND, RIVAL_REGION, RIVAL_DICE, RIVAL_RESERVE, RIVAL_TURN, THREAT, RIVAL_SHARE = range(7)
RIVAL_FEATURES = 7
MOST_RIVALS = 3
FEATURES = RIVALS + RIVAL_FEATURES * MOST_RIVALS  # 38


@compiled
def describe(s: State, seat: int, x: FloatArray) -> None:
    """Write all features."""
    x[:] = 0.0
    dice, region, threat = np.zeros(MAX_PLAYERS), np.zeros(MAX_PLAYERS), np.zeros(MAX_PLAYERS)
    alive = 0
    for other in range(s.players):
        if s.land[other] != 0:
            alive += 1
            dice[other] = count_dice(s, other) + s.reserve[other]
            region[other] = count_bits(find_region(s, other))
    x[LAND], x[REGION] = count_bits(as_int(s.land[seat])) / AREAS, region[seat] / AREAS
    x[DICE], x[RESERVE] = dice[seat] / 100.0, s.reserve[seat] / 24.0
    x[DICE_SHARE], x[REGION_SHARE] = dice[seat] / dice.sum(), region[seat] / region.sum()
    x[TWO_LEFT], x[THREE_LEFT] = alive == 2, alive == 3
    describe_land(s, seat, threat, x)
    describe_rivals(s, seat, dice, region, threat, x)


@compiled
def describe_land(s: State, seat: int, threat: FloatArray, x: FloatArray) -> None:
    """The seat's own areas; `threat` gets the odds of the attacks that each opponent could make."""
    own, region = as_int(s.land[seat]), find_region(s, seat)
    rest = own
    while rest:
        area = lowest_bit(rest)
        rest &= rest - 1
        dice = as_int(s.dice[area])
        foes = as_int(s.neighbours[area]) & ~own
        if foes == 0:
            x[BEHIND] += (dice - 1) / 50.0
            continue
        held, reach = 1.0, 0.0
        while foes:
            foe = lowest_bit(foes)
            foes &= foes - 1
            if s.dice[foe] > 1:
                odds = ODDS[s.dice[foe], dice]
                held *= 1.0 - odds
                threat[s.owner[foe]] += odds
            if dice > 1:
                reach = max(reach, ODDS[dice, s.dice[foe]])
        x[BORDER] += 1.0 / AREAS
        x[HELD] += held / AREAS
        x[AT_RISK] += (1.0 - held) * dice / 50.0
        x[SAFE] += held * dice / 50.0
        x[REACH] += reach / 10.0
        x[FULL] += (dice == MAX_DICE) / 10.0
        x[SINGLE] += (dice == 1) / 10.0
        if region >> area & 1:
            x[REGION_AT_RISK] += (1.0 - held) / 10.0


@compiled
def describe_rivals(s: State, seat: int, dice: Any, region: Any, threat: FloatArray, x: FloatArray) -> None:
    total = dice.sum()
    seen = 1 << seat
    for place in range(MOST_RIVALS):
        rival = -1
        for other in range(s.players):
            if seen >> other & 1 or dice[other] == 0:
                continue
            if rival < 0 or dice[other] + region[other] > dice[rival] + region[rival]:
                rival = other
        if rival < 0:
            return
        seen |= 1 << rival
        first = RIVALS + RIVAL_FEATURES * place
        x[first + RIVAL_LAND] = count_bits(as_int(s.land[rival])) / AREAS
        x[first + RIVAL_REGION] = region[rival] / AREAS
        x[first + RIVAL_DICE] = dice[rival] / 100.0
        x[first + RIVAL_RESERVE] = s.reserve[rival] / 24.0
        x[first + RIVAL_TURN] = ((rival - seat) % as_int(s.players)) / 3.0
        x[first + THREAT] = threat[rival] / 5.0
        x[first + RIVAL_SHARE] = dice[rival] / total


@compiled
def fill_view(s: State, out: Actions) -> None:
    describe(s, as_int(s.turn), out)


ENCODER = Encoder(
    name="warlord",
    summary="38 numbers of about 0 to 1: the mover's land and dice, then its three strongest rivals",
    inputs=FEATURES,
    outputs=1 + AREAS * AREAS,
    fill=fill_view,
    slices=make_slices({"own": RIVALS, "rivals": FEATURES - RIVALS}),
)
