"""The page of the study of learning from the outcome."""

from typing import TYPE_CHECKING, Any

from ludoteca.games.hanabi.training.outcome import ITERATION, OutcomePlan
from ludoteca.lab.tables import markdown_table

if TYPE_CHECKING:
    from ludoteca.games.hanabi.study.outcome import Study

Z = 1.96  # of a 95 % interval
REACH_HEAD = ("n", "mean d", "|dC/dp|, alpha 1", "of the outputs' sums", "alpha 0.5", "alpha 0.1")
DISTANCES = (1, 2, 3, 4, 5, 7, 10)
STANDARD, CARDS, STACKS = "ppo-standard", "ppo-cards", "ppo-stacks"
CURVES = ("ppo-split", STANDARD, CARDS, STACKS)  # shown point by point
NOTES = (
    ("game", "four players, four colours, four cards in a hand", "the variant `four_colours`"),
    ("inputs", "99; the list sums to 83", "99: the encoder `chiappini`, with a block for the mover that is empty"),
    ("memory", "116 inputs more", "the encoder `chiappini_memory`"),
    ("outputs", "35 softmax neurons", "35"),
    ("hidden layers", "110 and 110 sigmoid neurons", "the same"),
    ("S of s/S", "25, though 20 points are the most", "20, and 25 in `cost-as-written`"),
    ("n", "distance from the end", "1 for the last move: with 0 its cost is constant"),
    ("softmax's derivative", "p (1 - p)", "the whole Jacobian; as written in `cost-as-written`"),
    ("eta, alpha", "open", "several"),
    ("first weights", "open", "normal, variance 1 / inputs of the layer"),
    ("illegal choices", "not mentioned", "drawn from the legal outputs; p is the output as it is"),
    ("a strike-out's score", "not mentioned", "keeps the points while learning: with 0 nearly every s would be 0"),
    ("results", "none", "below"),
)


def write_report(study: "Study") -> str:
    """The page as Markdown."""
    lines = ["# Hanabi learned from the outcome", "", _headline(study), ""]
    lines += [f"Made by `{study.command}`. {study.machine}", ""]
    if study.sizes.share < 1.0:
        lines += ["**The quick form**: runs far too short to learn anything. It shows what the study does.", ""]
    lines += [
        "Points are means with 95 % intervals in brackets, each of a network with itself in every seat on "
        f"{study.sizes.games:,} decks apart from training; all networks of a game have the same decks. `0` and `keeps` "
        "say what a strike-out scores. CPU time is of one core, which was busy with other work, too.",
        "",
    ]
    lines += [*_tell_notes(), *_tell_cost(study), *_tell_reach(study), *_tell_ppo(study)]
    return "\n".join(lines) + "\n"


def show(value: dict[str, float]) -> str:
    half = Z * value["standard_error"]
    return f"{value['mean']:.2f} ({value['mean'] - half:.2f} to {value['mean'] + half:.2f})"


def _headline(study: "Study") -> str:
    (cost, ppo), begun = (study.costs["cost"][1][-1], study.outcomes["ppo-split"][1][-1]), study.costs["cost"][1][0]
    standard, cards, stacks = (show(study.last_of(name)["greedy_zero"]) for name in (STANDARD, CARDS, STACKS))
    best = max((each for _, curve in study.costs.values() for each in _ways(curve[-1])), key=lambda each: each["mean"])
    return (
        f"With the cost of Chiappini and Ciruzzi's notes (2018) their network scores {show(cost['keep'])} of 20 points "
        f"after {cost['games']:,} games, as it did at first ({show(begun['keep'])}), though a strike-out keeps the "
        f"points; {show(best)} is the best of all settings tried. With the same inputs, split into booleans as the "
        "notes suggest (with three bits more a card: whether it is built, next, or the one after), and the same "
        f"outputs PPO reaches {show(ppo['greedy_zero'])}, a strike-out scoring 0, after "
        f"{ppo['games']:,} games and {ppo['cpu_seconds'] / 60:.1f} CPU-minutes. In the standard game for two players, "
        f"from the 658 bits of the Hanabi Learning Environment, it reaches {cards} of 25 after "
        f"{_minutes(study, CARDS)} CPU-minutes with a network that shares what it learns of cards, and {standard} "
        f"after {_minutes(study, STANDARD)} with plain layers; these with 45 bits that follow from the 658, and "
        f"compare cards with their stacks, {stacks} after {_minutes(study, STACKS)}."
    )


def _minutes(study: "Study", name: str) -> str:
    return f"{study.outcomes[name][1][-1]['cpu_seconds'] / 60:.0f}"


def _ways(point: dict[str, Any]) -> list[dict[str, float]]:
    """What the best outputs score, and what drawn ones do."""
    return [point["greedy_keep"], point["sampled_keep"]]


def _tell_notes() -> list[str]:
    lines = ["## What the notes say", "", "The notes describe the network and its cost, and report no games.", ""]
    return [*lines, *markdown_table(("", "notes", "here"), NOTES, left=("notes", "here")), ""]


def _tell_cost(study: "Study") -> list[str]:
    head = ("run", "eta", "alpha", "S", "inputs", "first games", "last games", "best outputs", "drawn", "drawn, 0",
            "strike-outs", "CPU s")  # fmt: skip
    rows = []
    for name, (plan, curve) in study.costs.items():
        first, last = curve[0], curve[-1]
        rows.append((
            name, f"{plan.eta:g}", f"{plan.alpha:g}", f"{plan.most:g}", "215" if plan.memory else "99",
            show(first["keep"]), show(last["keep"]), show(last["greedy_keep"]), show(last["sampled_keep"]),
            f"{last['sampled_zero']['mean']:.2f}", f"{last['strike_outs']:.1%}", f"{last['cpu_seconds']:.0f}",
        ))  # fmt: skip
    return [
        "## The notes' cost", "",
        f"{study.sizes.cost_games:,} games of self-play each (a fifth with alpha 0.1, where games are long and every "
        "move is learned from), the weights changed after every game, move by move. `first games` and `last games` are "
        "the first and last twentieth of them, while learning; the rest is after it. All but `drawn, 0` let a "
        "strike-out keep the points.", "",
        *markdown_table(head, rows), "",
        f"One of them: `ludoteca hanabi train-cost --eta 0.1 --alpha 1 --games {study.sizes.cost_games} --seed "
        f"{study.seed}`.", "",
        "![cost](hanabi-outcome/cost.svg)", "",
    ]  # fmt: skip


def _tell_reach(study: "Study") -> list[str]:
    """Why it learns what it learns."""
    first, last = study.costs["cost"][1][0], study.costs["cost"][1][-1]
    small = study.costs["cost-alpha-0.1"][1][-1]
    rows = [_reach_row(n, study) for n in DISTANCES]
    lengths = [row[2] for row in last["by_distance"]]
    share = sum(lengths[:1]) / max(sum(lengths), 1e-300)
    return [
        "## Why", "",
        "The gradient of a move's cost has the factor alpha n d^(alpha n - 1), with d = |p - s/S|. It was measured in "
        "the last twentieth of each run:", "",
        *markdown_table(REACH_HEAD, rows), "",
        "![reach](hanabi-outcome/reach.svg)", "",
        f"With alpha 1 the last move has {share:.0%} of the gradient (by its length at the outputs' sums), and five "
        "moves before the end there is next to nothing left of it. The last move is nearly always the third misplay "
        f"({last['strike_outs']:.0%} of the last games were struck out). It learns what the cost asks for, to have the "
        f"probability s/S: its mean d fell from {first['by_distance'][0][0]:.3f} to {last['by_distance'][0][0]:.3f}. "
        "Whether the move was good does not enter.", "",
        f"A small alpha reaches further (with 0.1, {small['by_distance'][9][1]:.2g} ten moves before the end), and "
        f"scores {show(small['keep'])}. Where alpha n is below 1 the slope has no bound near p = s/S, which makes the "
        "huge means of the table and throws the weights about. Nor would a gradient that reaches every move be enough: "
        "the cost is smallest where p is about the mean of s/S after the move. A move that is followed by 4 points on "
        "average should be twice as probable as one that is followed by 2. That is nearly even "
        f"play, by intention. After {last['games']:,} games the highest output is {last['highest_output']:.3f} on "
        f"average, and the entropy of the outputs {last['entropy']:.2f} (35 equal ones: 3.56). A move is compared with "
        "the score of its game, not with the other moves of its position: nothing says which move was better than "
        "expected. A policy gradient with advantages says just that.", "",
    ]  # fmt: skip


def _reach_row(n: int, study: "Study") -> tuple[str, ...]:
    base, half, tenth = (
        study.costs[name][1][-1]["by_distance"][n - 1] for name in ("cost", "cost-alpha-0.5", "cost-alpha-0.1")
    )
    return (str(n), f"{base[0]:.3f}", f"{base[1]:.2g}", f"{base[2]:.2g}", f"{half[1]:.2g}", f"{tenth[1]:.2g}")


def _tell_ppo(study: "Study") -> list[str]:
    head = ("run", "encoder", "decisions", "games", "CPU min", "decks", "best actions, 0", "best actions, keeps",
            "drawn, 0", "drawn, keeps")  # fmt: skip
    rows = []
    for name, (plan, curve) in study.outcomes.items():
        spent, last = curve[-1], study.last_of(name)
        rows.append((
            name, plan.encoder, f"{spent['decisions']:,}", f"{spent['games']:,}", f"{spent['cpu_seconds'] / 60:.1f}",
            f"{last['decks']:,}",
            *(show(last[key]) for key in ("greedy_zero", "greedy_keep", "sampled_zero", "sampled_keep")),
        ))  # fmt: skip
    plan, _ = study.outcomes["ppo-split"]
    return [
        "## PPO", "",
        f"From random weights: layers of {' and '.join(map(str, plan.hidden))} units with LayerNorm that policy and "
        "value share, illegal actions masked, 512 games side by side, one thread. In the first "
        f"{plan.easy:.0%} of `ppo-split` and `ppo-integers`, and {study.outcomes[CARDS][0].easy:.0%} of `ppo-cards`, a "
        "strike-out keeps the points, afterwards it scores 0; the others have 0 from the beginning. `ppo-not-easy` and "
        "`ppo-integers` are shorter, and show how they begin, not "
        "what can be reached: each run lowers its learning rate over its own length. `ppo-standard` is the standard "
        "game for two players (25 points), from the 658 bits of the Hanabi Learning Environment; `ppo-stacks` the "
        "same with 45 bits more, all of them functions of the 658 (the encoder `hle_stacks`); and `ppo-cards` from the "
        "658 bits alone, with blocks before the layers: one small encoder looks at each kind of card (a colour and a "
        "rank) beside its stack, and a card is the sum of the kinds that clues leave possible for it, and of the kind "
        "that it is where it is seen (`--shape cards`). The others are the "
        f"game of the notes (20 points). The last networks, on {study.sizes.last_games:,} decks that the curves below "
        f"do not have (where it says {study.sizes.games:,}: on those of the curves):", "",
        *markdown_table(head, rows, left=("encoder",)), "",
        *_tell_unfinished(study),
        *(f"- {note}" for note in study.notes),
        *([""] if study.notes else []),
        "![ppo](hanabi-outcome/ppo.svg)", "",
        "![ppo-standard](hanabi-outcome/ppo-standard.svg)", "",
        *(line for name in CURVES for line in _tell_curve(study, name)),
    ]  # fmt: skip


def _tell_unfinished(study: "Study") -> list[str]:
    """Runs that were stopped before their end."""
    lines = []
    for name, (plan, curve) in study.outcomes.items():
        done, wanted, settings = curve[-1]["decisions"], plan.iterations * ITERATION, plan.settings()
        if done < wanted:
            left = settings.at(settings.rate, settings.last_rate, curve[-1]["iteration"]) / settings.rate
            lines += [
                f"`{name}` was stopped after {done:,} of {wanted:,} decisions, when its learning rate was {left:.0%} "
                "of the first one. Where its checkpoint lies, the command below goes on from there.", "",
            ]  # fmt: skip
    return lines


def _tell_command(study: "Study", name: str) -> str:
    plan, _ = study.outcomes[name]
    options = f"--encoder {plan.encoder} --easy {plan.easy:g} --decisions {plan.decisions} --seed {plan.seed}"
    usual = OutcomePlan()
    options += f" --shape {plan.shape}" if plan.shape != usual.shape else ""
    options += f" --entropy {plan.entropy:g}" if plan.entropy != usual.entropy else ""
    return f"    ludoteca hanabi train-ppo {options} --out {name}.safetensors"


def _tell_curve(study: "Study", name: str) -> list[str]:
    head = ("decisions", "games", "CPU min", "best actions, 0", "best actions, keeps", "drawn, 0", "entropy")
    rows = [_curve_row(point) for point in study.outcomes[name][1]]
    title = f"The curve of `{name}`, on {study.sizes.games:,} decks:"
    return [title, "", _tell_command(study, name), "", *markdown_table(head, rows), ""]


def _curve_row(point: dict[str, Any]) -> tuple[str, ...]:
    entropy = f"{point['entropy']:.2f}" if "entropy" in point else "-"
    spent = (f"{point['decisions']:,}", f"{point['games']:,}", f"{point['cpu_seconds'] / 60:.2f}")
    return (*spent, *(show(point[key]) for key in ("greedy_zero", "greedy_keep", "sampled_zero")), entropy)
