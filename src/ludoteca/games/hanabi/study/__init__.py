"""Studies of hanabi's players: teams with agents that search, every bot with itself, cross-play, and their page."""
