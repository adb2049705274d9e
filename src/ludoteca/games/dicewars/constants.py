"""Sizes, limits and variants of the game."""

AREAS = 34  # of a map, at the most; areas are 0..33 here and 1..34 for people
MAX_DICE = 8
MAX_PLAYERS = 8
MAX_BORDERS = 3 * AREAS - 6  # pairs of neighbours: no map in the plane has more
POOL = 64  # dice that reserve and income make together, at the most
RESERVE = 24  # less the number of one's areas: what may be kept in reserve
TRANSFERS = 6  # in a turn
WEAR = 4  # so many dice in a lost attack cost the defender one
QUIET_ROUNDS = 8  # without a battle: nobody wins
MAX_BATTLES = 10_000  # after these nobody wins
MAX_TURNS = 12_000  # nor after these, so that no game is endless

STANDARD, COURSE, ORIGINAL = 0, 1, 2
VARIANTS = ("standard", "course", "original")
