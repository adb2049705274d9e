"""For all tests: Ctrl-C works, in the programs that they start, too."""

import signal

# A shell that runs the tests in the background lets them ignore it, and a program inherits that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
