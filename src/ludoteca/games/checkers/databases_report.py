"""What `ludoteca checkers pdn` tells about a file of games: as text, and as JSON."""

from dataclasses import asdict
from typing import Any

from ludoteca.games.checkers.databases import Found, Survey

MOST_SHOWN = 20  # of a list, in text; JSON has up to a thousand
RESULT_NAMES = {1: "white", -1: "black", 0: "drawn", None: "unknown"}
WITNESSES = {
    "positions": "games whose last position shows who won",
    "material": "games that were given up by the side with less",
    "tags": "games by the order of the tags Black and White",
}


def to_json(told: Survey, fen: str = "") -> dict[str, Any]:
    evidence = {name: dict(getattr(told.evidence, name)) for name in WITNESSES}
    answer: dict[str, Any] = {
        "games": told.games,
        "moves": told.moves,
        "rules": dict(told.rules),
        "results": _name_results(told),
        "one_zero_means": told.evidence.convention,
        "evidence": evidence,
        "bad_games": told.bad_games,
        "bad": [asdict(game) for game in told.bad],
    }
    if fen:
        answer |= {"fen": fen, "found_games": told.found_games, "found": [_tell_found(game) for game in told.matches]}
    return answer


def _name_results(told: Survey) -> dict[str, int]:
    return {name: told.results[outcome] for outcome, name in RESULT_NAMES.items()}


def _tell_found(game: Found) -> dict[str, Any]:
    return {**asdict(game), "outcome": RESULT_NAMES[game.outcome]}


def describe(told: Survey, fen: str = "") -> list[str]:
    """Lines for people."""
    kinds = ", ".join(f"{count:,} {name}" for name, count in told.rules.most_common())
    lines = [f"{told.games:,} games with {told.moves:,} moves" + (f" ({kinds})" if kinds else "")]
    results = _name_results(told)
    lines.append(
        f"White won {results['white']:,}, Black {results['black']:,}, drawn {results['drawn']:,},"
        f" unknown {results['unknown']:,}"
    )
    lines += _describe_evidence(told)
    if fen:
        lines.append(f"{told.found_games:,} games with {fen}")
        lines += [
            f"  game {game.number}, line {game.line}, after {game.ply} plies: {game.white} - {game.black},"
            f" {RESULT_NAMES[game.outcome]}"
            for game in told.matches[:MOST_SHOWN]
        ]
    if told.bad_games:
        lines.append(f"{told.bad_games:,} games were left out:")
        lines += [f"  game {game.number}, line {game.line}: {game.reason}" for game in told.bad[:MOST_SHOWN]]
        if told.bad_games > MOST_SHOWN:
            lines.append(f"  and {told.bad_games - MOST_SHOWN:,} more (--json lists them)")
    return lines


def _describe_evidence(told: Survey) -> list[str]:
    """Who is meant by 1-0, and how that was found out; nothing where White moves first."""
    evidence = told.evidence
    if not told.rules["english"]:
        return []
    meant = {"white": "White won", "first": "the first player, Black, won"}[evidence.convention]
    for name, text in WITNESSES.items():
        votes = getattr(evidence, name)
        if votes["white"] != votes["first"]:
            return [f"1-0 means that {meant}: so say {votes[evidence.convention]:,} of {votes.total():,} {text}"]
    return [f"1-0 is read as: {meant}; nothing in the games shows it"]
