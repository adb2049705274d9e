"""Fitting the engine's evaluation."""
