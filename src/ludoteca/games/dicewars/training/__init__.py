"""Training the networks of dicewars."""
