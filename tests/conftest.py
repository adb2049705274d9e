"""For all tests: Ctrl-C works, and code is compiled here even if kernels are installed; in programs they start, too."""

import os
import signal

# A shell that runs the tests in the background lets them ignore it, and a program inherits that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

os.environ["LUDOTECA_KERNELS"] = "no"
