"""Numbers of the thesis "MCTS e videogiochi: un'applicazione per le Gare Pokémon Live" (M. Silvestro, Torino 2015).

Per cent won, mean difference of hearts to the mean of a contest, and contests taken part in, by contestant. The ladder
is from the data published with its program; the long run is 40,000 contests of that program with random players.
"""

from dataclasses import dataclass

SIX = ("Speranza", "Tropica", "Plumy", "Macy", "Betta", "Trod")


@dataclass(frozen=True)
class Published:
    rates: tuple[float, ...]
    differences: tuple[float, ...]
    """Not a number where they are not known."""
    contests: tuple[int, ...]

    def rate(self, name: str) -> float:
        return self.rates[SIX.index(name)]

    def difference(self, name: str) -> float:
        return self.differences[SIX.index(name)]

    def count(self, name: str) -> int:
        return self.contests[SIX.index(name)]


NAN = float("nan")
EACH = 300  # contests that each of the five takes part in on average, where the exact number is not known

PUBLISHED = {
    "random": Published(
        (24.40, 32.21, 49.17, 25.80, 7.82, 10.36),
        (0.8745, 1.1795, 3.2699, 1.2014, -4.8648, -2.3455),
        (500, 298, 301, 314, 307, 280),
    ),
    "long run": Published(
        (29.75, 28.79, 46.91, 26.45, 5.15, 10.00),
        (1.435, 1.058, 3.250, 0.866, -4.834, -2.698),
        (40_000, 24_000, 24_000, 24_000, 24_000, 24_000),
    ),
    "equal-100": Published(
        (44.60, 7.74, 52.19, 27.27, 7.74, 0.63),
        (4.0260, -2.1532, 4.7273, 0.7027, -2.7345, -6.5196),
        (500, 297, 297, 264, 323, 319),
    ),
    "unbalanced": Published(
        (67.00, 4.25, 29.12, 17.79, 4.68, 0.64),
        (5.8410, -2.5964, 3.3044, -0.1988, -2.9047, -6.8590),
        (500, 306, 285, 298, 299, 312),
    ),
    "console": Published(
        (70.91, 9.68, 5.71, 16.22, 6.90, 9.09),
        (6.7091, -1.7177, -6.1143, -0.3784, -1.5517, -1.2955),
        (55, 31, 35, 37, 29, 33),
    ),
    "equal-1": Published(
        (29.00, 33.22, 49.03, 21.99, 3.74, 8.72), (1.56, NAN, 3.22, NAN, NAN, -2.87), (500, *[EACH] * 5)
    ),
    "equal-10": Published(
        (34.80, 28.85, 37.67, 23.92, 7.32, 11.03), (1.49, NAN, 1.70, NAN, NAN, -2.22), (500, *[EACH] * 5)
    ),
    "equal-1000": Published(
        (56.60, 4.78, 33.65, 29.55, 1.02, 0.69), (4.98, NAN, 4.38, NAN, NAN, -8.07), (500, *[EACH] * 5)
    ),
    "equal-10000": Published(
        (66.40, 1.01, 32.76, 20.38, 0.32, 1.74), (6.16, NAN, 4.59, NAN, NAN, -8.71), (500, *[EACH] * 5)
    ),
}
TESTS = {
    "random": "Kruskal-Wallis 521.8; not told apart: Speranza, Tropica, Macy",
    "equal-100": "Kruskal-Wallis 1069; not told apart: Speranza and Plumy, Tropica and Betta",
    "unbalanced": "Kruskal-Wallis 1195.8; not told apart: Tropica and Betta",
    "console": "Shapiro-Wilk accepts all; Welch F = 37.6; Tukey: Speranza above, Plumy below, the others alike",
}
LUA_ITERATIONS = 4_900  # a second of one core, of the published program under LuaJIT
