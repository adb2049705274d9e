"""`smart_net` and `smart_net_partner`: the convention of `smart` with a learned choice of moves."""
