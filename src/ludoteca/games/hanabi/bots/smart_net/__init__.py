"""Smart's convention with a learned choice of moves: smart_net and smart_net_partner."""
