"""Positions as inputs of networks. Each encoder has named slices and a compiled form for many positions at once. All of
them read a view, or the full state from the point of view of a seat, and never what is hidden. `ENCODER` of each module
(and `CANONICAL`, `WITH_MEMORY`) is what the plugin declares.

| encoder | length | whose |
|---|---|---|
| `hle` | 658, 956, 1041, 1280 for 2 to 5 players | the Hanabi Learning Environment |
| `hle_stacks` | 703, 1031, 1125, 1388 for 2 to 5 players | the same, and where cards stand beside their stacks; ours |
| `bologna` | 195, two players | Crivellari and Varotto's project, Bologna 2022 |
| `bologna_any` | 269, 415, 476, 598 for 2 to 5 players | the same numbers of every hand; ours |
| `chiappini` | 99, and 116 for the last actions, four players | Chiappini and Ciruzzi's notes, 2018 |
"""

from ludoteca.games.hanabi.encoders import bologna, chiappini, hle

__all__ = ["bologna", "chiappini", "hle"]
