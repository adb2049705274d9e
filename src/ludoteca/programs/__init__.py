"""Programs from outside as players: one protocol of JSON lines over stdio, TCP and WebSocket (docs/bot-protocol.md).

messages.py    what both sides send, and its sizes        telling.py   games, turns and events as messages
launcher.py    sets limits and becomes the program        process.py   a program with limits, and its end
streams.py     lines with deadlines                       partner.py   a conversation with one program
house.py       programs that a site offers by name        relay.py     a program at a table of a site
check/         whether a program keeps to the protocol
"""
