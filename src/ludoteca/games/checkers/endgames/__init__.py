"""Endgame tables: what every position with few pieces is worth under best play. Short kings only."""
