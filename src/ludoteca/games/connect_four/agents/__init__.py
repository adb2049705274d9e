"""Agents that play only connect four."""
