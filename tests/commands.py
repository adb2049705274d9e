"""The command line inside the tests' own process: as `python -m ludoteca`, without the second that a start costs.
What concerns the process itself (signals, terminals, entry points) is tested in processes of its own."""

import contextlib
import io
import sys
import warnings
from subprocess import CompletedProcess
from unittest import mock

from ludoteca.cli import main


def run_command(*words, text=""):
    """Run one command; its exit code and what it wrote."""
    out, err, code = io.StringIO(), io.StringIO(), 0
    with (
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        mock.patch.object(sys, "stdin", io.StringIO(text)),
        warnings.catch_warnings(),
    ):
        try:
            main([str(word) for word in words])
        except SystemExit as ended:
            code = ended.code or 0
    return CompletedProcess(words, code, out.getvalue(), err.getvalue())
