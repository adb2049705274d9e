"""Studies that repeat published experiments: one module a study, each with a function `run`."""
