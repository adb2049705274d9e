"""The page of the contest study: tables beside the thesis's, tests, charts."""

import math
from collections.abc import Iterable
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

from ludoteca.core.errors import StatisticsError
from ludoteca.games.contest.levels import IMPROVED_SETTINGS, THESIS
from ludoteca.games.contest.study.published import PUBLISHED, SIX, TESTS
from ludoteca.games.contest.study.samples import LEADER, Sample
from ludoteca.lab.bench import describe_machine
from ludoteca.lab.report.parts import tell_p
from ludoteca.lab.statistics import check_normal, compare_means, compare_ranks, compare_tukey, correct_holm, wilson
from ludoteca.lab.tables import markdown_table

if TYPE_CHECKING:
    from ludoteca.games.contest.study.reproduce import Study

TITLES = {
    "random": "Random players",
    "equal-100": "Balanced: the thesis's player with 100 iterations at every seat",
    "unbalanced": "Unbalanced: Speranza with 10,000 iterations, the others with 100",
    "console": "The console's habits: Speranza with 10,000 iterations (the thesis: a real 3DS, 55 contests)",
    "improved-100": "Improved players with 100 iterations at every seat",
    "improved-1000": "Improved players with 1,000 iterations at every seat",
    "improved-unbalanced": "Improved players: Speranza with 10,000 iterations, the others with 100",
    "improved-console": "An improved Speranza with 10,000 iterations against the habits of the console",
}


def format_rate(wins: int, n: int) -> str:
    low, high = wilson(wins, n)
    return f"{100 * wins / max(1, n):.1f} ({100 * low:.1f} to {100 * high:.1f})"


def compare_rates(wins: int, n: int, other_wins: float, other_n: int) -> tuple[float, float]:
    """z and two-sided p of two independent shares (pooled)."""
    pooled = (wins + other_wins) / (n + other_n)
    error = math.sqrt(max(pooled * (1 - pooled) * (1 / n + 1 / other_n), 1e-12))
    z = (wins / n - other_wins / other_n) / error
    return z, 2 * NormalDist().cdf(-abs(z))


def sample_table(sample: Sample, published: str | None) -> list[str]:
    """Win rates and hearts of the six, beside the published ones if there are any."""
    known = PUBLISHED.get(published or "")
    head = ["contestant", "contests", "won, % (95 %)"] + (["thesis, %", "z"] if known else [])
    head += ["mean difference (95 %)"] + (["thesis"] if known else []) + ["mean hearts"]
    rows = []
    for name in SIX:
        wins, n = sample.count(name)
        if n < 2:
            continue
        values = np.array(sample.differences(name))
        half = 1.96 * values.std(ddof=1) / math.sqrt(n)
        cells = [name, str(n), format_rate(wins, n)]
        if known:
            z, _ = compare_rates(wins, n, known.rate(name) / 100 * known.count(name), known.count(name))
            cells += [f"{known.rate(name):.2f}", f"{z:+.1f}"]
        cells += [f"{values.mean():+.2f} ({values.mean() - half:+.2f} to {values.mean() + half:+.2f})"]
        if known:
            cells += ["-" if math.isnan(known.difference(name)) else f"{known.difference(name):+.2f}"]
        rows.append([*cells, f"{np.mean(sample.hearts(name)):.2f}"])
    return markdown_table(head, rows)


def significance_sentences(sample: Sample, parametric: bool) -> list[str]:
    """Do the six differ: by ranks, or by means where the thesis found them normal."""
    names = [name for name in SIX if sample.count(name)[1] >= 3]
    groups = [sample.differences(name) for name in names]
    try:
        normal = [check_normal(group[:5000])[1] for group in groups]
        accepted = [name for name, p in zip(names, normal, strict=True) if p >= 0.05]
        lines = [f"Shapiro-Wilk accepts as normal (5 %): {', '.join(accepted) or 'none'}."]
        ranks = compare_ranks([group[:5000] for group in groups])
        alike = [f"{names[i]} and {names[j]}" for i, j in ranks.pairs if (i, j) not in ranks.differing()]
        lines.append(
            f"Kruskal-Wallis {ranks.h:.1f} ({tell_p(ranks.p)}); not told apart (5 %): {', '.join(alike) or 'none'}."
        )
        if parametric:
            f, a, b, p = compare_means(groups)
            lines.append(f"Welch one-way: F({a:.0f}, {b:.1f}) = {f:.1f} ({tell_p(p)}).")
            lead = [pair for pair in compare_tukey(groups).items() if pair[0][0] == 0]
            intervals = (
                f"{names[j]} {-difference:+.2f} ({-high:+.2f} to {-low:+.2f})"
                for (_, j), (difference, low, high, _) in lead
            )
            lines.append(f"Tukey, {names[0]} minus the other: {'; '.join(intervals)}.")
        return lines
    except StatisticsError as error:
        return [f"No tests: {error}."]


def published_section(study: "Study") -> list[str]:
    lines = []
    for name in ("random", "equal-100", "unbalanced", "console"):
        sample = study.samples[name]
        lines += ["", f"## {TITLES[name]}", "", *sample_table(sample, name), ""]
        if name == "random":
            lines += ["Beside a long run of the published program (40,000 contests):", ""]
            lines += [*sample_table(sample, "long run"), ""]
        lines += [*significance_sentences(sample, name == "console"), f"The thesis: {TESTS[name]}."]
    lines += [
        "",
        "The console's own player is not known; these are the habits of the third generation's opponents.",
        "",
    ]
    lines += [*claims_table(study)]
    lines += ["", "## The ladder: equal iterations at every seat", "", *_ladder_section(study)]
    return lines


def claims_table(study: "Study") -> list[str]:
    """What the thesis says in words, held against these samples."""
    chance, weak, strong = (study.samples[name] for name in ("random", "equal-100", "unbalanced"))
    ladder = [study.samples[f"equal-{n}"] for n in study.sizes.ladder]
    trod = [float(np.mean(sample.differences("Trod"))) for sample in ladder]
    facing = study.samples["console"]

    def places(sample: Sample) -> list[str]:
        return sorted(SIX, key=sample.rate)

    claims = {
        "Plumy wins most among random players": places(chance)[-1] == "Plumy",
        "Betta wins least among random players": places(chance)[0] == "Betta",
        "with 100 iterations Speranza comes near Plumy": abs(weak.rate(LEADER) - weak.rate("Plumy")) < 15,
        "with 10,000 against 100 Speranza is above Plumy": strong.rate(LEADER) > strong.rate("Plumy"),
        "Trod falls as iterations grow": trod[-1] < trod[0],
        "Plumy fares worse against the console than against the thesis's player": facing.rate("Plumy")
        < strong.rate("Plumy"),
        "Trod fares better against the console than against the thesis's player": facing.rate("Trod")
        > strong.rate("Trod"),
    }
    rows = [[claim, "yes" if holds else "no"] for claim, holds in claims.items()]
    return markdown_table(["the thesis says", "here"], rows, left=("here",))


def _ladder_section(study: "Study") -> list[str]:
    rows = []
    for iterations in study.sizes.ladder:
        sample, known = study.samples[f"equal-{iterations}"], PUBLISHED.get(f"equal-{iterations}")
        cells = [
            f"{sample.rate(name):.1f} ({known.rate(name):.1f})" if known else f"{sample.rate(name):.1f}" for name in SIX
        ]
        rows.append([f"{iterations:,}", *cells])
    return [
        "Per cent won, in brackets the thesis's.",
        "",
        *markdown_table(["iterations", *SIX], rows),
        "",
        _far_cells(study),
    ]


def _far_cells(study: "Study") -> str:
    """Cells of the ladder that chance alone hardly explains."""
    far = []
    for iterations in study.sizes.ladder:
        sample, known = study.samples[f"equal-{iterations}"], PUBLISHED.get(f"equal-{iterations}")
        if known is None:
            continue
        for name in SIX:
            wins, n = sample.count(name)
            z, _ = compare_rates(wins, n, known.rate(name) / 100 * known.count(name), known.count(name))
            if abs(z) > 3:
                far.append(f"{name} at {iterations:,} (z = {z:+.1f})")
    return f"Further than three standard errors from the thesis: {', '.join(far) or 'none'}."


def improved_section(study: "Study") -> list[str]:
    sizes = study.sizes
    rows = []
    for leader in SIX:
        cells = [f"{study.trials[leader, name].rate(leader):.0f}" for name in IMPROVED_SETTINGS]
        rows.append([leader, *cells, study.chosen[leader]])
    lines = [
        "", "## Better players", "",
        "Every seat in the tree maximises its own success, picks are hidden from each other, and who has left is known "
        "to have left. `lead` maximises the distance to the best of the others, `win` the win; `prudent` playouts "
        "pick by expected hearts with some noise instead of at random; `keen` explores less (Cp = 0.15); chance "
        "outcomes are drawn anew at each visit, or have nodes of their own.", "",
        f"Which settings for whom: per cent won with {sizes.trial_iterations:,} iterations against the thesis's player "
        f"with 100, {sizes.trial} contests each.", "",
        *markdown_table(["contestant", *IMPROVED_SETTINGS, "best"], rows, left=("best",)), "",
        f"The best of them on new contests, with {sizes.strong:,} iterations, beside the thesis's own player with as "
        "many; the others are the thesis's player with 100.", "", *_led_table(study),
    ]  # fmt: skip
    for name in ("improved-100", "improved-1000", "improved-unbalanced", "improved-console"):
        lines += ["", f"## {TITLES[name]}", "", *sample_table(study.samples[name], None)]
        lines += ["", *significance_sentences(study.samples[name], name == "improved-console")]
    return lines


def _led_table(study: "Study") -> list[str]:
    counts = {key: sample.count(key[0]) for key, sample in study.led.items()}
    p_values = [compare_rates(*counts[name, "improved"], *counts[name, "thesis"])[1] for name in SIX]
    rows = []
    for name, p in zip(SIX, correct_holm(p_values), strict=True):
        thesis, improved = counts[name, "thesis"], counts[name, "improved"]
        gain = 100 * (improved[0] / improved[1] - thesis[0] / thesis[1])
        means = [np.mean(study.led[name, who].differences(name)) for who in ("thesis", "improved")]
        rows.append(
            [name, str(thesis[1]), format_rate(*thesis), format_rate(*improved), f"{gain:+.1f}", tell_p(p),
             f"{means[0]:+.2f}", f"{means[1]:+.2f}"]
        )  # fmt: skip
    head = ["contestant", "contests each", "thesis, % (95 %)", "improved, % (95 %)", "gain", "p (Holm)"]
    return markdown_table([*head, "difference, thesis", "difference, improved"], rows)


def write_report(study: "Study", command: str, charts: Iterable[str]) -> str:
    """The page in Markdown, with these charts."""
    wins, n = study.led[LEADER, "improved"].count(LEADER)
    sizes = study.sizes
    lines = [
        "# Live Contests: a thesis repeated and improved", "",
        f"Made by `{command}` with {describe_machine()}",
        f"An improved Speranza wins {format_rate(wins, n)} % of {n} contests against the thesis's player with 100",
        "iterations; the thesis's own won 67.0 % of 500.", "",
        "The study repeats M. Silvestro, *MCTS e videogiochi: un'applicazione per le Gare Pokémon Live* (Torino 2015): "
        "Speranza and three of five others, drawn for each contest, beauty contests under the rules of its program "
        f"(`mode=thesis`). Its player is `{THESIS}`. {sizes.random:,} contests of random players, {sizes.sample} a "
        "sample otherwise, unless a table says more. A difference is a contestant's hearts less the mean of the four. "
        "Intervals of shares are Wilson's, of means normal; z compares two shares. Like the published program's, the "
        "searches of the thesis's player forget who rests or has left the stage (`known_bug=absentees`). Every sample "
        "lies beside this page as CSV.",
        *published_section(study), "", "![ladder](contest/ladder.svg)",
        *improved_section(study), "",
        *(f"![{name}](contest/{name}.svg)" for name in charts if name != "ladder"), "",
    ]  # fmt: skip
    return "\n".join(lines)
