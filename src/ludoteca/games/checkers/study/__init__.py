"""The published experiment with checkers, repeated."""
