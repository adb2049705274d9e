"""What costs more the longer a game is does not run on the event loop."""

import threading

import pytest

from ludoteca.site import live_tables, moves, replays, table


@pytest.fixture
def threads(monkeypatch):
    """By function: the threads that ran it."""
    seen = {}

    def spy(owner, name):
        original = getattr(owner, name)

        def run(*given, **more):
            seen.setdefault(name, set()).add(threading.current_thread())
            return original(*given, **more)

        monkeypatch.setattr(owner, name, run)

    spy(table.Table, "state_at")
    spy(table.Table, "draw_chance")
    spy(live_tables, "load_table")
    for module, name in ((replays, "tell_replay"), (replays, "export"), (moves, "tell_moves")):
        spy(module, name)
        monkeypatch.setattr(f"ludoteca.site.replay_routes.{name}", getattr(module, name))
    return seen


def test_the_past_is_computed_in_other_threads(house, anna, threads):
    name = anna.new_table("connect_four", "me", "Easy", actions=[0, 1, 0, 1, 2, 4])
    with anna.sit(name) as chair:
        chair.play(5)
        chair.my_turn()
        assert chair.ask("undo")["type"] == "ack"
        chair.until(lambda told: told["count"] == 6)
    anna.get(f"/api/tables/{name}/replay")
    anna.get(f"/api/tables/{name}/moves")
    anna.get(f"/api/tables/{name}/export")
    house.services.tables.live.pop(name)
    assert anna.table(name)["count"] == 6
    dice = anna.new_table("dice_race", "me", "me", seed=3)
    with anna.sit(dice) as chair:
        chair.my_turn()
        chair.play(0)
    del threads["draw_chance"]  # of games without chance it does nothing, at once
    with anna.sit(dice) as chair:
        chair.my_turn()
        chair.play(1)
    wanted = {"state_at", "load_table", "tell_replay", "export", "tell_moves", "draw_chance"}
    assert set(threads) == wanted
    assert all(house.thread not in found for found in threads.values()), threads
