"""A program from outside at a table, let in by a token that was made on the table's page."""

import subprocess
import sys
from pathlib import Path

from stage import PATIENCE

EXAMPLE = Path(__file__).parents[3] / "examples" / "bots" / "bot.py"


def test_a_program_is_let_in_by_a_token(visit, address, tmp_path):
    anna = visit()
    anna.make_table("connect_four", ["me", "link"])
    anna.press("Let a program play Yellow")
    token = anna.page.get_by_role("textbox", name="Token for Yellow").input_value()
    command = anna.page.get_by_role("textbox", name="Command to run it").input_value()
    assert f"--site {address} --token {token}" in command
    anna.page.screenshot(path=tmp_path / "token.png", full_page=True)
    anna.press("Revoke the token")
    anna.sees("The token is no longer valid.")
    anna.press("Let a program play Yellow")
    second = anna.page.get_by_role("textbox", name="Token for Yellow").input_value()
    assert second != token
    words = [sys.executable, "-m", "ludoteca", "bot", "run", f"{sys.executable} {EXAMPLE}", "--site", address]
    refused = subprocess.run([*words, "--token", token], capture_output=True, text=True, timeout=120)
    assert "revoked" in refused.stdout
    with subprocess.Popen([*words, "--token", second], stdout=subprocess.PIPE, text=True) as program:
        anna.sees("Example in Python (program)")
        for ply in (1, 3, 5):
            anna.sees("Your turn (Red).")
            anna.column("abd"[ply // 2]).click()
            anna.wait_for_ply(ply + 1)
        anna.page.screenshot(path=tmp_path / "playing.png", full_page=True)
        anna.press("Resign")
        anna.press("Sure?")
        assert program.wait(PATIENCE) == 0
        assert "resigned" in program.stdout.read()
