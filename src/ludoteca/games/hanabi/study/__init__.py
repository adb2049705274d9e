"""Studies of hanabi's players: teams that search, every bot with itself, every bot with every other, and their page."""
