"""Agents for Dicewars (xklism, warlord), and the bridge that seats any agent on another server."""
