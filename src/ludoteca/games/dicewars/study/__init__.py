"""Dicewars: tournaments by the course's method, what was published, and how both are told."""
