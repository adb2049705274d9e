"""What the lab does with Live Contests: samples of contests for studies, and the moveset finder."""
