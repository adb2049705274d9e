"""For all tests: Ctrl-C works, code is compiled here even if kernels are installed, and a user's own data is not found;
in programs they start, too."""

import atexit
import os
import shutil
import signal
import tempfile

# A shell that runs the tests in the background lets them ignore it, and a program inherits that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

os.environ["LUDOTECA_KERNELS"] = "no"
os.environ["LUDOTECA_DATA"] = tempfile.mkdtemp(prefix="ludoteca-data-")
atexit.register(shutil.rmtree, os.environ["LUDOTECA_DATA"], ignore_errors=True)
