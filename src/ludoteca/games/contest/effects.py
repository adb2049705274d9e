"""The 36 effects of contest moves: numbers for compiled code, hearts, jams, and a sentence in both languages."""

from dataclasses import dataclass

import numpy as np

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
    english: str
    italian: str


EFFECTS = (
    Effect("plain", 4, 0, "A fine appeal, and nothing else.", "Una bella esibizione, e niente altro."),
    Effect("fragile", 6, 0, "Great, but startles cost its user double this turn.",
           "Ottima, ma in questo turno chi la usa subisce il doppio da ogni intralcio."),
    Effect("finale", 8, 0, "Huge, and then its user performs no more.",
           "Enorme, ma poi chi la usa non si esibisce più."),
    Effect("repeatable", 3, 0, "May be repeated without boring anybody.", "Si può ripetere senza annoiare nessuno."),
    Effect("shield_once", 2, 0, "Its user ignores one startle this turn.",
           "In questo turno chi la usa ignora un intralcio."),
    Effect("shield_turn", 1, 0, "Its user ignores every startle this turn.",
           "In questo turno chi la usa ignora ogni intralcio."),
    Effect("jam_prev", 2, 3, "Startles the contestant just before.", "Intralcia chi si è esibito subito prima."),
    Effect("jam_prev_hard", 1, 4, "Badly startles the contestant just before.",
           "Intralcia molto chi si è esibito subito prima."),
    Effect("jam_all", 2, 2, "Startles everybody before.", "Intralcia tutti quelli prima."),
    Effect("jam_all_hard", 1, 3, "Badly startles everybody before.", "Intralcia molto tutti quelli prima."),
    Effect("jam_skip", 4, 4, "Badly startles everybody before; its user rests next turn.",
           "Intralcia molto tutti quelli prima; chi la usa salta il turno dopo."),
    Effect("jam_half", 2, 1, "Takes half the hearts of everybody before.", "Dimezza i cuori di tutti quelli prima."),
    Effect("jam_combo", 2, 1, "Badly startles those of whom a combination is expected.",
           "Intralcia molto chi sta preparando una combinazione."),
    Effect("jam_same_type", 2, 1, "Badly startles those who showed a move of the same condition.",
           "Intralcia molto chi ha usato una mossa della stessa virtù."),
    Effect("nervous_after", 2, 0, "May make those who come later nervous.", "Può innervosire chi viene dopo."),
    Effect("energy_down", 3, 0, "Takes the energy of everybody before.", "Toglie l'energia a tutti quelli prima."),
    Effect("expectation_down", 3, 0, "Nobody expects a combination of those before any more.",
           "Da quelli prima il pubblico non aspetta più combinazioni."),
    Effect("first_great", 2, 0, "Great when performed first.", "Ottima se usata per primi."),
    Effect("last_great", 2, 0, "Great when performed last.", "Ottima se usata per ultimi."),
    Effect("later_better", 1, 0, "The later, the better.", "Più tardi si usa, meglio è."),
    Effect("copy_prev", 1, 0, "As good as the appeal before it.", "Bella quanto l'esibizione precedente."),
    Effect("copy_all", 1, 0, "Half as good as all appeals before it together.",
           "Vale metà di tutte le esibizioni precedenti."),
    Effect("random", 1, 0, "Nobody knows how good it will be.", "Nessuno sa quanto piacerà."),
    Effect("same_type", 2, 0, "Great after a move of the same condition.",
           "Ottima dopo una mossa della stessa virtù."),
    Effect("vs_prev", 3, 0, "Great after a poor appeal, nothing after a good one.",
           "Ottima dopo una brutta esibizione, inutile dopo una bella."),
    Effect("energy_up", 1, 0, "Gives its user energy: a heart more for every later appeal.",
           "Dà energia a chi la usa: un cuore in più per ogni esibizione successiva."),
    Effect("energy_use", 1, 0, "Three hearts more for each star of energy.",
           "Tre cuori in più per ogni stella di energia."),
    Effect("crowd_scaled", 1, 0, "The more excited the crowd, the better.", "Più il pubblico è caldo, meglio è."),
    Effect("excite_any", 2, 0, "Excites the crowd of any contest.", "Entusiasma il pubblico di ogni Gara."),
    Effect("excite_first", 3, 0, "Excites the crowd twice when performed first.",
           "Entusiasma il doppio se usata per primi."),
    Effect("excite_last", 3, 0, "Excites the crowd twice when performed last.",
           "Entusiasma il doppio se usata per ultimi."),
    Effect("bore_fast", 4, 0, "Cools the crowd twice where it does not fit.",
           "Dove non è adatta raffredda il pubblico il doppio."),
    Effect("crowd_freeze", 3, 0, "Nobody else excites the crowd this turn.",
           "In questo turno nessun altro entusiasma il pubblico."),
    Effect("next_first", 3, 0, "Its user performs first next turn.", "Chi la usa è il primo del turno dopo."),
    Effect("next_last", 3, 0, "Its user performs last next turn.", "Chi la usa è l'ultimo del turno dopo."),
    Effect("scramble", 3, 0, "The order of the next turn is drawn.", "L'ordine del turno dopo è sorteggiato."),
)  # fmt: skip
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
