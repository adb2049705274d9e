"""Folders of raw games: writing them from games of any agents, and formatting them into a data set of decisions. The
rows are those that `ludoteca dataset make` gives for the same games."""

import json
from dataclasses import asdict
from pathlib import Path

import numpy as np

from ludoteca.core.errors import DatasetError
from ludoteca.core.files import write_atomic
from ludoteca.core.progress import Report, silent
from ludoteca.core.rng import split_seed
from ludoteca.games.hanabi.encoders import bologna
from ludoteca.games.hanabi.game import GAME
from ludoteca.games.hanabi.training import raw
from ludoteca.lab.datasets.making import ChunkMaker, Order, describe_order, hash_rows
from ludoteca.protocol import CHANCE
from ludoteca.training.decisions import Columns, DecisionData, Description, parse_description

ABOUT = "raw.json"


def write_raw(order: Order, folder: Path, report: Report = silent) -> Description:
    """Play the games of an order and write each as two files. Games that are there already are not played again."""
    about = describe_order(order)
    if about.encoder != "bologna" or about.scores:
        raise DatasetError("raw games are those of the encoder bologna, without scores")
    _begin(folder, about)
    maker = ChunkMaker(about)
    if None in maker.places:
        raise DatasetError("raw games are written for the game's own bots: name one, as in --agents bot2")
    for number in range(about.games):
        report("writing", number, about.games)
        if not _paths(folder, number)[1].exists():
            _write_game(maker, folder, number)
    report("writing", about.games, about.games)
    return about


def _begin(folder: Path, about: Description) -> None:
    if not (folder / ABOUT).exists():
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise DatasetError(f"{folder} holds other files; nothing was changed: choose a new or empty folder")
        folder.mkdir(parents=True, exist_ok=True)
        write_atomic(folder / ABOUT, json.dumps(asdict(about), indent=1) + "\n")
    elif read_about(folder) != about:
        raise DatasetError(f"{folder} holds other games; nothing was changed: choose another folder")


def read_about(folder: Path) -> Description:
    """What a folder of raw games holds."""
    try:
        content = json.loads((folder / ABOUT).read_text("utf-8"))
    except (OSError, ValueError):
        raise DatasetError(f"{folder} holds no raw games: it has no readable {ABOUT}") from None
    return parse_description(folder, content)


def _paths(folder: Path, number: int) -> tuple[Path, Path]:
    return folder / f"game-{number:06d}.states.jsonl", folder / f"game-{number:06d}.actions.jsonl"


def _write_game(maker: ChunkMaker, folder: Path, number: int) -> None:
    """Play a game, then follow its actions once more with the same chance, and write what is seen."""
    columns = maker.play(range(number, number + 1))
    chance = np.array([split_seed(maker.about.seed, "chance", number)], np.uint64)
    s, states, actions = GAME.copy(maker.start), [], []
    for action, output in zip(columns["action"].tolist(), columns["class"].tolist(), strict=True):
        while GAME.mover(s) == CHANCE:
            GAME.play(s, GAME.draw_chance(s, chance))
        seat = GAME.mover(s)
        states.append(json.dumps(raw.write_state(s, GAME.observe(s, seat))))
        actions.append(json.dumps(raw.write_action(seat, output)))
        GAME.play(s, action)
    for path, lines in zip(_paths(folder, number), (states, actions), strict=True):
        write_atomic(path, "\n".join(lines) + "\n", durable=False)


# --- formatting ----------------------------------------------------------------------------------------------------


def format_raw(folder: Path, out: Path, report: Report = silent) -> Description:
    """Turn raw games into a data set of decisions in the folder `out`."""
    about = read_about(folder)
    data = DecisionData(out)
    data.begin(about)
    missing = data.missing()
    for done, chunk in enumerate(missing):
        report("formatting", done, len(missing))
        parts = [format_game(folder, number, about) for number in about.games_of(chunk)]
        columns = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
        data.write_chunk(chunk, {**columns, "hash": hash_rows(columns["features"])})
    return about


def format_game(folder: Path, number: int, about: Description) -> Columns:
    """The columns of one game."""
    paths = _paths(folder, number)
    states, actions = (raw.read_lines(path) for path in paths)
    if len(states) != len(actions) or not states:
        raise DatasetError(f"{paths[0]} has {len(states)} states, {paths[1].name} {len(actions)} actions")
    rows = [raw.read_features(state, f"{paths[0]}, line {i + 1}") for i, state in enumerate(states)]
    classes = np.array([raw.read_class(action, f"{paths[1]}, line {i + 1}") for i, action in enumerate(actions)])
    legal = np.zeros((len(rows), about.outputs), np.uint8)
    for i, state in enumerate(states):
        legal[i, raw.list_legal(state)] = 1
        if not legal[i, classes[i]]:
            raise DatasetError(f"{paths[1]}, line {i + 1}: this action is not legal in its state")
    seats = np.array([int(state["current"] == "player1") for state in states])
    steps = bologna.ENCODER.row_of_steps(GAME.start())
    count = len(rows)
    return {
        "features": np.floor(np.array(rows) / steps + np.float32(0.5)).astype(about.stored),
        "class": classes, "action": [bologna.restore_action(int(item), bologna.COLOUR_ORDER) for item in classes],
        "legal": np.packbits(legal, axis=1), "game": np.full(count, number), "ply": np.arange(count), "seat": seats,
        "agent": (seats + number) % about.seats,
        "returns": np.full((count, about.seats), raw.find_score(states[-1], int(classes[-1])), np.float32),
    }  # fmt: skip
