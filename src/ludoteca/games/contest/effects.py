"""The 36 effects of contest moves: numbers for compiled code, hearts, jams."""

from dataclasses import dataclass

import numpy as np

from ludoteca.games.contest.wording import TEXTS

PLAIN, FRAGILE, FINALE, REPEATABLE, SHIELD_ONCE, SHIELD_TURN = range(6)
JAM_PREV, JAM_PREV_HARD, JAM_ALL, JAM_ALL_HARD, JAM_SKIP, JAM_HALF, JAM_COMBO, JAM_SAME_TYPE = range(6, 14)
NERVOUS_AFTER, ENERGY_DOWN, EXPECTATION_DOWN = range(14, 17)
FIRST_GREAT, LAST_GREAT, LATER_BETTER, COPY_PREV, COPY_ALL, RANDOM, SAME_TYPE, VS_PREV = range(17, 25)
ENERGY_UP, ENERGY_USE, CROWD_SCALED, EXCITE_ANY, EXCITE_FIRST, EXCITE_LAST, BORE_FAST = range(25, 32)
CROWD_FREEZE, NEXT_FIRST, NEXT_LAST, SCRAMBLE = range(32, 36)


@dataclass(frozen=True)
class Effect:
    key: str
    hearts: int
    """Base hearts, before what the effect adds."""
    jam: int
    """Hearts that each startled contestant loses, at least."""

    def tell(self, language: str = "en") -> str:
        """What it does, in a sentence."""
        return TEXTS.tell(language, f"effect.{self.key}")


EFFECTS = (
    Effect("plain", 4, 0),
    Effect("fragile", 6, 0),
    Effect("finale", 8, 0),
    Effect("repeatable", 3, 0),
    Effect("shield_once", 2, 0),
    Effect("shield_turn", 1, 0),
    Effect("jam_prev", 2, 3),
    Effect("jam_prev_hard", 1, 4),
    Effect("jam_all", 2, 2),
    Effect("jam_all_hard", 1, 3),
    Effect("jam_skip", 4, 4),
    Effect("jam_half", 2, 1),
    Effect("jam_combo", 2, 1),
    Effect("jam_same_type", 2, 1),
    Effect("nervous_after", 2, 0),
    Effect("energy_down", 3, 0),
    Effect("expectation_down", 3, 0),
    Effect("first_great", 2, 0),
    Effect("last_great", 2, 0),
    Effect("later_better", 1, 0),
    Effect("copy_prev", 1, 0),
    Effect("copy_all", 1, 0),
    Effect("random", 1, 0),
    Effect("same_type", 2, 0),
    Effect("vs_prev", 3, 0),
    Effect("energy_up", 1, 0),
    Effect("energy_use", 1, 0),
    Effect("crowd_scaled", 1, 0),
    Effect("excite_any", 2, 0),
    Effect("excite_first", 3, 0),
    Effect("excite_last", 3, 0),
    Effect("bore_fast", 4, 0),
    Effect("crowd_freeze", 3, 0),
    Effect("next_first", 3, 0),
    Effect("next_last", 3, 0),
    Effect("scramble", 3, 0),
)
KEYS = tuple(effect.key for effect in EFFECTS)

HEARTS = np.array([effect.hearts for effect in EFFECTS], np.int64)
JAMS = np.array([effect.jam for effect in EFFECTS], np.int64)
LATER_HEARTS = np.array([1, 2, 4, 6], np.int64)  # of LATER_BETTER, by position
CROWD_HEARTS = np.array([1, 2, 3, 5, 6, 6], np.int64)  # of CROWD_SCALED, by stars
RANDOM_HEARTS = np.array([1, 2, 4, 6, 8], np.int64)
RANDOM_ODDS = np.array([0.3, 0.3, 0.2, 0.1, 0.1])  # on the console; uniform in the thesis's program
GREAT = 6  # hearts of FIRST_GREAT, LAST_GREAT, SAME_TYPE and VS_PREV where their condition holds
COMBO_HEARTS, LIVE_HEARTS, MEGA_HEARTS, FULL_METER = 3, 5, 8, 5  # bonuses, and the stars that make a Live performance
COMBO_JAM, SAME_TYPE_JAM = 5, 4  # of JAM_COMBO and JAM_SAME_TYPE where their condition holds
MAX_ENERGY = 3
