"""Learning: data sets on disk, training (with torch, the extra `learn`). What comes out is read by `networks`."""
