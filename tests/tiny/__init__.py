"""Eight tiny games that together have every capability of the protocol and its extensions. Only tests use them."""

from tiny import auction, dice_race, kuhn, lanterns, pennies, runners, signals, skirmish

GAMES = (
    dice_race.GAME,
    pennies.GAME,
    kuhn.GAME,
    runners.GAME,
    lanterns.GAME,
    skirmish.GAME,
    signals.GAME,
    auction.GAME,
)
