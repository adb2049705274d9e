"""What Crivellari and Varotto (Bologna 2022) report of their network that imitates Bot2."""

ACCURACY = 79.4
GAMES, STATES = 36_000, 2_737_394
REPORTED = {
    "published": "79.4",
    "no_batch_norm": "65",
    "dropout_20": "about 76",
    "dropout_05": "78-79",
    "add": "78",
    "deep": "70",
    "wide": "79.8",
    "canonical": "56",
}
"""Per cent right, by plan (sections 4.2 and 4.3)."""

SCORES = {
    ("network", "bot2"): 13.32,
    ("network", "bot1"): 11.89,
    ("network", "network"): 11.51,
    ("bot2", "bot2"): 14.37,
}
"""Table 2: mean scores of 100 games."""

FIGURE_5 = {  # precision, recall, f1-score
    "PLAY_1st": (0.99, 1.00, 0.99),
    "PLAY_2nd": (1.00, 1.00, 1.00),
    "PLAY_3rd": (1.00, 1.00, 1.00),
    "PLAY_4th": (1.00, 1.00, 1.00),
    "PLAY_5th": (1.00, 1.00, 1.00),
    "DISCARD_1st": (0.84, 0.97, 0.90),
    "DISCARD_2nd": (0.88, 0.96, 0.92),
    "DISCARD_3rd": (0.91, 0.96, 0.93),
    "DISCARD_4th": (0.96, 0.92, 0.94),
    "DISCARD_5th": (0.96, 0.97, 0.96),
    "HINT_VALUE_1": (0.81, 0.68, 0.74),
    "HINT_VALUE_2": (0.63, 0.66, 0.64),
    "HINT_VALUE_3": (0.55, 0.55, 0.55),
    "HINT_VALUE_4": (0.53, 0.50, 0.52),
    "HINT_VALUE_5": (0.57, 0.23, 0.33),
    "HINT_WHITE": (0.57, 0.65, 0.61),
    "HINT_BLUE": (0.60, 0.57, 0.58),
    "HINT_RED": (0.58, 0.60, 0.59),
    "HINT_YELLOW": (0.61, 0.53, 0.57),
    "HINT_GREEN": (0.56, 0.57, 0.57),
}
