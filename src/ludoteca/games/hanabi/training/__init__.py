"""How `smart_net` and `smart_net_partner` learn their weights.

`rollouts.py` tries moves in positions of their own games, `score_predictor.py` describes a position to a network that
makes rollouts short, `fit.py` fits both networks, and `train.py` repeats these steps round after round.
"""
