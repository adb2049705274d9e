"""DXP, the DamExchange protocol: two draughts programs play each other over a network."""
