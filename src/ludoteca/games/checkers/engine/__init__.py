"""The checkers engine: its own compiled search and evaluation, for every rule set."""
