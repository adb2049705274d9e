"""A right answer to lesson 8."""

import math

Z = 1.96


def interval(wins, draws, losses):
    n = wins + draws + losses
    share = (wins + draws / 2) / n
    middle = (share + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z / (1 + Z * Z / n) * math.sqrt(share * (1 - share) / n + Z * Z / (4 * n * n))
    return max(0.0, middle - half), min(1.0, middle + half)


def games_needed(margin):
    return math.ceil((Z * 0.5 / margin) ** 2)


def verdict(pairs):
    if len(pairs) < 5:
        return "unclear"
    values = [(first + second) / 2 - 0.5 for first, second in pairs]
    mean = sum(values) / len(values)
    spread = math.sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1))
    error = spread / math.sqrt(len(values))
    if mean - Z * error > 0:
        return "A"
    if mean + Z * error < 0:
        return "B"
    return "unclear"
