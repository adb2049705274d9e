"""The short form of the tournament in which programs are killed: after every other piece of work, not by seconds."""

from ludoteca.lab.report.parts import tell_standings
from ludoteca.lab.summary import summarise
from ludoteca.lab.tournament import run_tournament
from programs.killing import OURS, Killer, describe, list_programs

COPIES = 3


def test_the_table_is_complete_although_programs_are_killed(tmp_path):
    description, killer, steps = describe(60, COPIES), Killer(1), []

    def kill_now_and_then(done, total):
        steps.append(done)
        if len(steps) % 2 == 0 and done < total // 2:
            killer.strike()

    before = set(list_programs())
    outcome = run_tournament(description, tmp_path / "t", progress=kill_now_and_then, chunk_seconds=0.0)
    assert killer.killed >= 3
    assert outcome.ended == "games"
    assert len(outcome.rows) == 60
    summary = summarise(outcome)
    forfeits = {row.agent: row.forfeits for row in summary.standings}
    assert 0 < sum(forfeits.values()) <= killer.killed
    assert all(forfeits[name] == 0 for name in OURS)
    assert all("ended by SIGKILL" in row["reason"] for row in outcome.rows if row["forfeit"] is not None)
    assert {row.games for row in summary.standings} == {2 * 60 // len(description.agents)}
    head, rows = tell_standings(summary)
    assert [int(row[head.index("forfeits")]) for row in rows] == [row.forfeits for row in summary.standings]
    assert len(set(list_programs()) - before) <= COPIES * 2  # the dead were reaped, and started once each
