"""What Crivellari and Varotto (Bologna 2022) report of their network that imitates Bot2."""

ACCURACY, LOSS = 79.4, 0.55
GAMES, STATES = 36_000, 2_737_394
REPORTED = {
    "scaled": "79.4",
    "ten_epochs": "79.4",
    "published": "79.4",
    "short": "79.4",
    "quarter": "65",
    "no_batch_norm": "65",
    "dropout_05": "78-79",
    "dropout_20": "about 76",
    "dropout_30": "about 76",
    "add": "78",
    "deep": "70",
    "wide": "79.8",
    "out_of_step": "56",
}
"""Per cent right, by trial (sections 4.2, 4.3 and 5); where they name several dropouts at once, for each."""

SCORES = {"bot2": (13.32, 2.88), "bot1": (11.89, 2.92), "itself": (11.51, 2.74)}
"""Table 2, by partner of the network: mean and standard deviation."""
SCORE_GAMES = 100
TEACHER = (14.37, 3.07)
"""The same of Bot2 with itself."""

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
