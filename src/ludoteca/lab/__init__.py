"""The lab: matches between agents, game records, and measurements."""
