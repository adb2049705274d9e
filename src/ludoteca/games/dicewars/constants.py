"""Sizes, limits and variants of the game."""

AREAS = 34  # of a map, at most; areas are 0..33 here and 1..34 for people
MAX_DICE = 8
MAX_PLAYERS = 8
MAX_BORDERS = 3 * AREAS - 6  # pairs of neighbours: no map in the plane has more
POOL = 64  # of reserve and income together, at most
RESERVE = 24  # minus the number of one's areas: the largest reserve
TRANSFERS = 6  # in a turn
WEAR = 4  # dice in a failed attack that cost the defender one
QUIET_ROUNDS = 8  # without a battle: nobody wins
MAX_BATTLES = 10_000  # then nobody wins
MAX_TURNS = 12_000  # then nobody wins, so that every game is finite

STANDARD, COURSE, ORIGINAL = 0, 1, 2
VARIANTS = ("standard", "course", "original")
