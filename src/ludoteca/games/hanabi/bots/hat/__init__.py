"""Hat guessing: one clue tells every other player something about their own hand (after Cox and others, 2015).

The clue giver adds up the answers about all other hands modulo a total, and picks a clue that stands for the sum.
Everybody sees all of those hands but their own, subtracts those answers, and is left with the answers about their own.

`knowledge.py` is what all players know and how it changes, `questions.py` what a number says about a hand, and
`policy.py` how a player decides.
"""
