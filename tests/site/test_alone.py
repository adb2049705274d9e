"""The site stands on the extra `site` alone, and stops cleanly."""

import signal
import subprocess
import sys

import httpx
from house import Program, wait_until

OTHERS = ("torch", "loky", "scipy", "pyarrow", "plotly", "openskill", "distributed", "pyspiel", "hypothesis", "httpx")


def test_it_needs_no_other_extra():
    code = f"""
import sys
for name in {OTHERS!r}:
    sys.modules[name] = None
import ludoteca.site.app, ludoteca.site.load, ludoteca.cli.serve
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_without_the_extra_the_command_says_what_to_install():
    code = "import sys; sys.modules['uvicorn'] = None\nfrom ludoteca.cli import main\nmain(['serve'])"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert told.returncode == 2
    assert "ludoteca[site]" in " ".join(told.stderr.split())


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
        assert program.process.wait(20) == 0
    finally:
        program.stop()
