"""The charts of the study of learning from the outcome."""

from typing import TYPE_CHECKING, Any

from ludoteca.lab.charts import draw_lines

if TYPE_CHECKING:
    from ludoteca.games.hanabi.study.outcome import Study

SHOWN = 12  # distances from the end
STANDARD = ("hle", "hle_stacks")  # encoders of the standard game
FEWEST = 1e-12  # what is smaller is drawn as this


def draw_charts(study: "Study") -> dict[str, str]:
    """Every chart by name."""
    return {
        "cost": _draw_cost(study),
        "reach": _draw_reach(study),
        "ppo": _draw_ppo(study),
        "ppo-standard": _draw_standard(study),
    }


def _draw_cost(study: "Study") -> str:
    """Points of the games while learning, a strike-out keeping them."""
    series = {
        name: [(point["games"] / 1000, point["keep"]["mean"]) for point in curve]
        for name, (_, curve) in study.costs.items()
    }
    up = "points (of 20), strike-out keeps"
    labels = spread(study.sizes.cost_games / 1000)
    return draw_lines("Learning by the notes' cost", series, "thousand games", up, labels=labels)


def _draw_reach(study: "Study") -> str:
    """The factor of the gradient by the distance from the end."""
    series = {}
    for name in ("cost", "cost-alpha-0.5", "cost-alpha-0.1"):
        plan, curve = study.costs[name]
        rows = curve[-1]["by_distance"][:SHOWN]
        series[f"alpha {plan.alpha:g}"] = [(n, max(row[1], FEWEST)) for n, row in enumerate(rows, start=1)]
    return draw_lines("What reaches a move of the outcome", series, "moves from the end, n", "mean of |dC/dp|", True)


def _draw_ppo(study: "Study") -> str:
    series: dict[str, list[tuple[float, float]]] = {}
    for name, (plan, curve) in study.outcomes.items():
        if plan.encoder not in STANDARD:
            series[f"{name}, strike-out 0"] = [_place(point, "greedy_zero") for point in curve]
    series["ppo-split, strike-out keeps"] = [_place(point, "greedy_keep") for point in study.outcomes["ppo-split"][1]]
    longest = max(x for line in series.values() for x, _ in line)
    up = "points (of 20), best actions"
    return draw_lines("Learning by PPO", series, "million decisions", up, labels=spread(longest))


def _draw_standard(study: "Study") -> str:
    """The standard game: with the bits of the Hanabi Learning Environment, and with some more."""
    ways = {"greedy_zero": "strike-out 0", "greedy_keep": "strike-out keeps"}
    series = {
        f"{name}, {way}": [_place(point, key) for point in curve]
        for name, (plan, curve) in study.outcomes.items()
        if plan.encoder in STANDARD
        for key, way in ways.items()
    }
    longest = max(x for line in series.values() for x, _ in line)
    title, up = "Learning the standard game of two by PPO", "points (of 25), best actions"
    return draw_lines(title, series, "million decisions", up, labels=spread(longest))


def _place(point: dict[str, Any], name: str) -> tuple[float, float]:
    return point["decisions"] / 1e6, point[name]["mean"]


def spread(longest: float) -> list[float]:
    """Five labels from 0 on."""
    return [float(f"{longest * i / 4:.3g}") for i in range(5)]
