"""The ground: errors, compiling, reference counts, randomness, bits, files."""
