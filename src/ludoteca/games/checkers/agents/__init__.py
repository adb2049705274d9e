"""Agents that play only checkers, beside the engine and the Hub client."""
