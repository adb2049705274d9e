"""Six tiny games that together have every capability of the protocol. Only tests use them."""

from tiny import dice_race, kuhn, lanterns, pennies, runners, skirmish

GAMES = (dice_race.GAME, pennies.GAME, kuhn.GAME, runners.GAME, lanterns.GAME, skirmish.GAME)
