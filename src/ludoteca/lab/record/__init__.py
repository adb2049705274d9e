"""Game records: JSON that a person can read, one action a line, and that replays exactly or is refused with the line.

A record holds the game and the version of its rules, the setup, who sat where (with settings and seeds), every action
with chance included, what the agents reported of their decisions, and the result. A digest guards against edits; leave
it out of a record that you write by hand. Records of format 1, which lack the reports, are still read.
"""

from ludoteca.lab.record.content import Record, Result, SearchInfo, info_of
from ludoteca.lab.record.reading import parse_record
from ludoteca.lab.record.replaying import cut_short, replay
from ludoteca.lab.record.writing import format_record

__all__ = ["Record", "Result", "SearchInfo", "cut_short", "format_record", "info_of", "parse_record", "replay"]
