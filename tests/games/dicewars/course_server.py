"""What an AI sees of the course's server of 2021: its modules, its boards, and the clock that runs in decisions.

`python course_server.py MODULE` loads the module as the server's client does, lets it play turns of a game against bots
of ours, and prints what it took as JSON. Written from the interface; nothing of the course's code is here.
"""

import copy
import importlib.util
import json
import os
import signal
import sys
import threading
import time
import types

CONSTRUCTOR, CLOCK, INCREMENT = 10.0, 10.0, 0.25


class BattleCommand:
    def __init__(self, source_name, target_name):
        self.source_name, self.target_name = source_name, target_name


class TransferCommand(BattleCommand):
    pass


class EndTurnCommand:
    pass


class Area:
    def __init__(self, name, owner, dice, adjacent):
        self.name, self.owner, self.dice, self.adjacent = name, owner, dice, adjacent

    def get_name(self):
        return self.name

    def get_owner_name(self):
        return self.owner

    def get_dice(self):
        return self.dice

    def get_adjacent_areas_names(self):
        return self.adjacent


class Board:
    def __init__(self, areas):
        self.areas = {str(area.name): area for area in areas}


def install():
    """The module that an AI imports its commands from."""
    driver = types.ModuleType("dicewars.client.ai_driver")
    for kind in (BattleCommand, TransferCommand, EndTurnCommand):
        setattr(driver, kind.__name__, kind)
    sys.modules |= {
        "dicewars": types.ModuleType("dicewars"),
        "dicewars.client": types.ModuleType("dicewars.client"),
        "dicewars.client.ai_driver": driver,
    }


def load(path):
    spec = importlib.util.spec_from_file_location("dicewars.ai.under_test", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def show(s):
    """A state of ours as the server's board; players are called 1, 2 ..."""
    return Board(
        Area(a + 1, int(s.owner[a]) + 1, int(s.dice[a]), [b + 1 for b in range(34) if int(s.neighbours[a]) >> b & 1])
        for a in range(34)
    )


class Player:
    """An AI behind the server's driver, as an agent of ours: `decide` runs under the clock."""

    def __init__(self, ai_class, seat, order, max_transfers=6):
        self.ai_class, self.seat, self.order, self.max_transfers = ai_class, seat, order, max_transfers
        self.ai, self.left, self.turns, self.moves, self.transfers, self.last = None, CLOCK, 0, 0, 0, -1
        self.took, self.constructed, self.threads, self.timeouts = [], 0.0, set(), 0

    def decide(self, view, budget=None, watch=None):
        from ludoteca.games.dicewars import state
        from ludoteca.games.dicewars.constants import AREAS
        from ludoteca.protocol import Decision

        board = show(view)
        if self.ai is None:
            begun = time.monotonic()
            self.ai = self.under(CONSTRUCTOR, lambda: self.ai_class(
                self.seat + 1, copy.deepcopy(board), list(self.order), max_transfers=self.max_transfers
            ))  # fmt: skip
            self.constructed = time.monotonic() - begun
        begun = time.monotonic()
        command = self.under(
            self.left, lambda: self.ai.ai_turn(board, self.moves, self.transfers, self.turns, self.left)
        )
        self.took.append(time.monotonic() - begun)
        self.threads.add((threading.active_count(), len(os.listdir("/proc/self/task"))))
        self.left += INCREMENT - self.took[-1]
        if type(command) is EndTurnCommand:
            self.turns, self.moves, self.transfers = self.turns + 1, 0, 0
            return Decision(state.END)
        self.transfers += type(command) is TransferCommand
        self.moves += type(command) is BattleCommand
        assert self.transfers <= self.max_transfers
        action = 1 + (command.source_name - 1) * AREAS + command.target_name - 1
        assert (int(view.owner[command.target_name - 1]) == self.seat) == (type(command) is TransferCommand)
        return Decision(action)

    def under(self, seconds, work):
        def stop(number, frame):
            raise TimeoutError("the server's clock")

        before = signal.signal(signal.SIGALRM, stop)
        signal.setitimer(signal.ITIMER_REAL, seconds)
        try:
            return work()
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)


def main(path):
    begun = time.monotonic()
    install()
    module = load(path)
    imported = time.monotonic() - begun
    from ludoteca.games.dicewars.game import GAME
    from ludoteca.games.dicewars.tournament import start_games
    from ludoteca.lab.match import ASK, Bots, play_beside

    states, rngs = start_games([11], 3)
    player = Player(module.AI, 0, [1, 2, 3, 4])
    bots = Bots.named(GAME, ["kb.stei_adt"] * 4)
    bots.places[0, 0] = ASK
    threads = len(os.listdir("/proc/self/task"))
    for _ in play_beside(GAME, states, bots, rngs, {0: player}):
        if len(player.took) > 60:
            break
    print(json.dumps({
        "import": round(imported, 2), "constructor": round(player.constructed, 3), "first": round(player.took[0], 3),
        "longest": round(max(player.took), 3), "decisions": len(player.took), "threads before": threads,
        "threads": sorted({count for _, count in player.threads}), "clock left": round(player.left, 2),
    }))  # fmt: skip


if __name__ == "__main__":
    main(sys.argv[1])
