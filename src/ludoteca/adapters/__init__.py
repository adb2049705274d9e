"""Ludoteca's games for other people's programs, and other people's games for Ludoteca. Each adapter has an extra.

    ludoteca.adapters.pettingzoo     environments of many agents, by turns and simultaneous
    ludoteca.adapters.gymnasium      one agent against chosen ones; and a batch of games stepped in compiled code
    ludoteca.adapters.sb3            that batch as a `VecEnv` of Stable-Baselines3, with masks
    ludoteca.adapters.openspiel      our games for its algorithms, its games for our agents

They work for every game, those of other packages included: nothing here names a game. See docs/adapters.md.
"""
