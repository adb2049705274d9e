"""The site stands on the base install alone, and stops cleanly."""

import signal

import httpx
from house import Program, wait_until

from base_install import base_environment


def test_a_game_is_played_over_the_site_of_a_base_install(tmp_path, monkeypatch):
    for name, value in base_environment().items():
        monkeypatch.setenv(name, value)
    program = Program(f"sqlite:///{tmp_path / 'site.sqlite3'}", "--only", "connect_four").start()
    try:
        program.wait_for("connect_four")
        guest = program.guest("Ada")
        table = guest.new_table("connect_four", "me", "Easy")
        with guest.sit(table) as chair:
            while not chair.my_turn()["result"]:
                chair.play()
            assert chair.table["ply"] >= 7
    finally:
        program.stop()


def test_pages_are_up_at_once_and_ctrl_c_stops_it(tmp_path):
    program = Program(f"sqlite:///{tmp_path / 'site.sqlite3'}").start()
    try:

        def answers():
            try:
                return httpx.get(f"http://127.0.0.1:{program.port}/api/status").status_code == 200
            except httpx.HTTPError:
                return False

        wait_until(answers, 120)
        program.process.send_signal(signal.SIGINT)
        assert program.process.wait(300) == 0
    finally:
        program.stop()
