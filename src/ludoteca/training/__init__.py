"""Training: data sets on disk and SGD (with torch, the extra `learn`). `networks` reads the weights."""
