"""Solved endgames: the exact value of every position with few pieces. Short kings only."""
