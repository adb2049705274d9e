"""The Hub protocol, version 2: lines of text between a draughts program and the one that drives it."""
