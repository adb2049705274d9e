"""Studies of Live Contests: samples, the thesis repeated, the finder of movesets, estimates of moves."""
