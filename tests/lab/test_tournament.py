"""Tournaments: balanced, the same for any number of workers, and safe against whoever is killed."""

import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import replace
from itertools import combinations, islice
from pathlib import Path

import pyarrow
import pytest
from pyarrow import parquet

from helpers import bound_median, wait_until
from ludoteca.core.errors import ClusterError, LudotecaError, StoreError, TournamentError, UnknownName, WorkError
from ludoteca.lab.description import Description, build_description, load_game, parse_description
from ludoteca.lab.match import Conditions, play_match
from ludoteca.lab.parallel import RETRIES, ProcessPool, SerialPool, open_pool, run_tasks
from ludoteca.lab.record import parse_record
from ludoteca.lab.schedule import Design, count_blocks, list_seatings, plan_blocks
from ludoteca.lab.store import COLUMNS_1, Store, make_record, row_schema
from ludoteca.lab.summary import summarise
from ludoteca.lab.tournament import load_outcome, run_tournament

TESTS = Path(__file__).resolve().parents[1]
RUNNERS = Description(
    game="tiny.runners:GAME",
    agents={"greedy": "greedy", "random": "random", "second": "random", "third": "random"},
    games=400,
    seed=7,
    setup={"players": 3},
)
LANTERNS = Description(game="tiny.lanterns:GAME", agents={"keeper": "bot", "random": "random"}, games=60, seed=3)


def table_of(outcome):
    """The games with their times blanked: all else must be the same."""
    return [{**row, "seconds": [], "action_seconds": [0.0] * len(row["actions"])} for row in outcome.rows]


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    return table_of(run_tournament(RUNNERS, tmp_path_factory.mktemp("serial") / "run"))


# --- the schedule --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("agents", "seats"), [(2, 2), (5, 2), (4, 3), (6, 4), (3, 3)])
def test_everyone_meets_everyone_equally_often_from_every_seat(agents, seats):
    design = Design(agents, seats, seed=5)
    blocks = list(islice(plan_blocks(design), count_blocks(design, 1)))
    met, sat = Counter(), Counter()
    for block in blocks:
        for seating in block.seatings:
            sat.update(enumerate(seating))
            met.update(combinations(sorted(seating), 2))
    assert len(set(met.values())) == 1
    assert len(met) == agents * (agents - 1) // 2
    assert len(set(sat.values())) == 1
    assert {block.deal for block in blocks} == {0}


def test_too_many_line_ups_are_balanced_one_by_one():
    design = Design(16, 8, seed=1)  # 12,870 line-ups
    met = Counter()
    for block in islice(plan_blocks(design), 240):
        met.update(combinations(sorted(block.seatings[0]), 2))
    assert len(met) == 120
    assert max(met.values()) - min(met.values()) <= 6  # of 56 on average


def test_one_under_test_sits_at_every_table():
    for agents, seats in ((4, 2), (2, 4), (5, 4)):
        blocks = list(islice(plan_blocks(Design(agents, seats, 1, format="test")), 20))
        assert all(seating.count(0) == 1 for block in blocks for seating in block.seatings)


def test_fewer_agents_than_seats_sit_again_and_teams_are_crossed():
    tables = {tuple(sorted(b.seatings[0])) for b in islice(plan_blocks(Design(2, 4, 1)), 3)}
    assert tables == {(0, 1, 1, 1), (0, 0, 1, 1), (0, 0, 0, 1)}
    teams = {tuple(sorted(b.seatings[0])) for b in islice(plan_blocks(Design(2, 2, 1, co_operative=True)), 3)}
    assert teams == {(0, 0), (0, 1), (1, 1)}
    assert len(list_seatings((0, 1, 2), "permutations")) == 6
    assert list_seatings((0, 0), "rotations") == ((0, 0),)


def test_a_longer_tournament_begins_with_a_shorter_one():
    design = Design(4, 3, seed=9)
    short, long = (list(islice(plan_blocks(design), count_blocks(design, n))) for n in (50, 500))
    assert long[: len(short)] == short


# --- the same table ------------------------------------------------------------------------------------------------


def test_games_of_a_deal_share_their_chance_and_can_be_replayed(expected, tmp_path):
    assert len(expected) == 408  # 4 line-ups of 3, from 3 seats: 12 games a cycle
    assert len({row["seed"] for row in expected}) == len({row["deal"] for row in expected}) == 34
    game = load_game(RUNNERS.game)
    for row in expected[::50]:
        text = make_record(row, game, RUNNERS.setup)
        assert list(parse_record(text, game).actions) == row["actions"]


def test_two_workers_give_the_same_table(expected, tmp_path):
    with open_pool(2) as pool:
        outcome = run_tournament(RUNNERS, tmp_path / "run", pool, chunk_seconds=0.05)
    assert outcome.ended == "games"
    assert table_of(outcome) == expected
    assert not list((tmp_path / "run" / "chunks").iterdir())
    assert table_of(load_outcome(tmp_path / "run")) == expected


def test_a_killed_worker_costs_its_chunk_and_nothing_else(expected, tmp_path):
    with open_pool(2) as pool:
        assert isinstance(pool, ProcessPool)

        killed = []

        def kill_once(done, total):
            if done and not killed:
                killed.append(random.choice(pool.pids()))
                os.kill(killed[0], signal.SIGKILL)

        outcome = run_tournament(RUNNERS, tmp_path / "run", pool, progress=kill_once, chunk_seconds=0.05)
        assert pool.losses == 1
    assert table_of(outcome) == expected


def test_a_worker_killed_while_it_is_idle_is_replaced():
    with open_pool(2) as pool:
        assert pool.submit(abs, -1).result() == 1
        os.kill(pool.pids()[0], signal.SIGKILL)
        wait_until(lambda: pool._pools[0]._flags.broken is not None)
        assert pool.submit(abs, -2).result() == 2
        assert pool.losses == 1


def test_no_work_goes_to_a_worker_whose_loss_is_not_yet_known():
    with open_pool(2) as pool:
        lost = pool.submit(time.sleep, 600)
        wait_until(pool.pids)
        os.kill(pool.pids()[0], signal.SIGKILL)
        wait_until(lost.done)
        assert pool.submit(abs, -3).result() == 3  # by the other one
        assert pool.losses == 0
        pool.repair()
        assert [future.result() for future in (pool.submit(abs, -4), pool.submit(abs, -5))] == [4, 5]
        assert pool.losses == 1


@pytest.mark.slow
def test_a_cluster_of_two_gives_the_same_table_even_if_a_worker_is_killed(expected, tmp_path):
    """A scheduler and two workers as a user would start them, found by address."""
    environment = {**os.environ, "PYTHONPATH": str(TESTS)}
    started = []

    def start(module, *args):
        command = [sys.executable, "-m", f"distributed.cli.{module}", *args]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        started.append(subprocess.Popen(command, env=environment, start_new_session=True, **quiet))

    port = 20_000 + os.getpid() % 20_000
    address = f"tcp://127.0.0.1:{port}"
    try:
        start("dask_scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard")
        for _ in range(2):
            start("dask_worker", address, "--nthreads", "1", "--no-dashboard")
        pool = wait_for_cluster(address, 2)
        pids = list(pool._client.run(os.getpid).values())
        killed = []

        def kill_once(done, total):
            if done and not killed:
                killed.append(pids[0])
                os.kill(pids[0], signal.SIGKILL)

        with pool:
            outcome = run_tournament(RUNNERS, tmp_path / "run", pool, progress=kill_once, chunk_seconds=0.05)
        assert killed
        assert table_of(outcome) == expected
    finally:
        for process in reversed(started):
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def wait_for_cluster(address, workers):
    deadline = time.monotonic() + 300
    while True:
        try:
            pool = open_pool(cluster=address)
        except ClusterError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.5)
            continue
        if pool.workers == workers:
            return pool
        pool.close()
        assert time.monotonic() < deadline


DRIVER = """
import sys
sys.path.insert(0, {tests!r})
from lab.test_tournament import RUNNERS
from ludoteca.lab.parallel import open_pool
from ludoteca.lab.tournament import run_tournament
with open_pool(2) as pool:
    run_tournament(RUNNERS, sys.argv[1], pool, chunk_seconds=0.03)
"""


def test_a_tournament_that_was_killed_resumes_to_the_same_table(expected, tmp_path):
    folder = tmp_path / "run"
    code = DRIVER.format(tests=str(TESTS))
    process = subprocess.Popen([sys.executable, "-c", code, str(folder)], start_new_session=True)
    while process.poll() is None and not list(folder.glob("chunks/*.parquet")):
        time.sleep(0.002)
    time.sleep(random.random() * 0.05)
    process.send_signal(signal.SIGKILL)
    process.wait()
    kept = len(Store(folder).read())
    assert kept > 0
    played = []
    outcome = run_tournament(RUNNERS, folder, resume=True, progress=lambda done, total: played.append(done))
    assert played[0] == kept
    assert table_of(outcome) == expected
    wait_until(lambda: not is_alive(process.pid))  # otherwise the workers of a killed driver live on


def is_alive(group):
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def test_an_interrupt_keeps_what_was_done_and_more_games_may_follow(expected, tmp_path):
    def stop(done, total):
        if done >= 30:
            raise KeyboardInterrupt

    broken = run_tournament(RUNNERS, tmp_path / "run", progress=stop, chunk_seconds=0.001)
    assert broken.ended == "interrupted"
    assert 30 <= len(broken.rows) < 400
    assert load_outcome(tmp_path / "run").ended == "unfinished"
    longer = Description(**{**RUNNERS.to_json(), "games": 420})
    outcome = run_tournament(longer, tmp_path / "run", resume=True)
    assert table_of(outcome)[: len(expected)] == expected
    assert len(outcome.rows) == 420


# --- stopping rules ------------------------------------------------------------------------------------------------


def test_a_sequential_test_ends_at_the_same_game_for_any_number_of_workers(tmp_path):
    duel = Description(
        game="connect_four", agents={"greedy": "greedy", "random": "random"}, games=2000, seed=4,
        stop={"sprt": {"h0": 0, "h1": 50}},
    )  # fmt: skip
    first = run_tournament(duel, tmp_path / "one", chunk_seconds=0.1)
    assert (first.ended, first.verdict.verdict) == ("sprt", "H1")
    assert 60 <= len(first.rows) < 2000
    with open_pool(2) as pool:
        second = run_tournament(duel, tmp_path / "two", pool, chunk_seconds=0.02)
    assert table_of(second) == table_of(first)
    again = load_outcome(tmp_path / "two")
    assert (again.ended, len(again.rows)) == ("sprt", len(first.rows))


def test_a_co_operative_test_compares_teams_of_their_own(tmp_path):
    wanted = Description(**{**LANTERNS.to_json(), "games": 1000, "stop": {"sprt": {"h0": 0.0, "h1": 0.5}}})
    outcome = run_tournament(wanted, tmp_path / "run")
    assert (outcome.ended, outcome.verdict.verdict) == ("sprt", "H1")
    assert len(outcome.verdict.differences) >= 30


def test_a_time_limit_ends_it(tmp_path):
    wanted = Description(**{**RUNNERS.to_json(), "games": 10**6 // 10, "stop": {"minutes": 0.02}})
    started = time.monotonic()
    outcome = run_tournament(wanted, tmp_path / "run", chunk_seconds=0.1)
    assert outcome.ended == "time"
    assert 0 < len(outcome.rows) < 10**5
    assert time.monotonic() - started < 300


def test_openings_differ_from_deal_to_deal_and_are_shared_by_the_seats():
    game = load_game("connect_four")
    from ludoteca import agents

    players = [agents.make("greedy", game), agents.make("greedy", game)]
    matches = [play_match(game, players, seed, conditions=Conditions(opening=4)) for seed in (1, 1, 2)]
    openings = [match.record.actions[:4] for match in matches]
    assert openings[0] == openings[1] != openings[2]


def test_options_vary_from_deal_to_deal_and_are_shared_by_the_seats(tmp_path):
    content = {"game": "checkers", "agents": {"one": "random", "two": "random"}, "games": 12, "seed": 5}
    plan = build_description({**content, "setup": {"rules": "english"}, "vary": {"ballot": [1, 5, 9]}})
    outcome = run_tournament(plan, tmp_path / "run")
    setups = {row["deal"]: plan.setup_for(row["deal"]) for row in outcome.rows}
    picked = [setup["ballot"] for _, setup in sorted(setups.items())]
    assert [sorted(picked[i : i + 3]) for i in (0, 3)] == [[1, 5, 9], [1, 5, 9]]
    game = load_game("checkers")
    for row in outcome.rows:
        record = parse_record(make_record(row, game, setups[row["deal"]]), game)
        assert record.setup == game.format_setup(game.parse_setup(setups[row["deal"]]))
    with pytest.raises(StoreError, match="its vary is"):
        run_tournament(replace(plan, vary={"ballot": [1]}), tmp_path / "run", resume=True)


@pytest.mark.parametrize(
    ("vary", "reason"),
    [({"rules": ["english"]}, "choose one"), ({"ballot": 7}, "list of 1"), ({"ballot": [3]}, "barred")],
)
def test_options_that_cannot_vary_are_refused(vary, reason):
    content = {"game": "checkers", "agents": {"one": "random", "two": "random"}, "setup": {"rules": "english"}}
    with pytest.raises(LudotecaError, match=reason):
        build_description({**content, "vary": vary})


# --- work that goes wrong ------------------------------------------------------------------------------------------


def fail(task):
    raise ValueError(f"no {task}")


def die(task):
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_task_that_fails_is_not_retried(capfd):
    for pool in (SerialPool(), ProcessPool(1)):
        with pytest.raises(WorkError, match="ValueError: no 3"), pool:
            list(run_tasks(pool, fail, [3]))


def test_a_task_that_kills_its_worker_is_given_up():
    with ProcessPool(1) as pool:
        with pytest.raises(WorkError, match="lost 4 times"):
            list(run_tasks(pool, die, [1]))
        assert pool.losses == RETRIES + 1


# --- bad input -----------------------------------------------------------------------------------------------------

GOOD = 'game = "connect_four"\ngames = 10\n[agents]\na = "random"\nb = "greedy"\n'


@pytest.mark.parametrize(
    ("old", "new", "kind", "complaint"),
    [
        ('"greedy"', '"greddy"', TournamentError, "agent 'b' .*did you mean greedy"),
        ('b = "greedy"\n', "", TournamentError, "1 agent for the 2 seats .*at least 2"),
        ("games = 10", "games = -10", TournamentError, "games must be a whole number from 1"),
        ("games = 10", "games = 1.5", TournamentError, "games must be a whole number"),
        ("games = 10", "game_s = 10", UnknownName, "did you mean games"),
        ("connect_four", "conect_four", UnknownName, "did you mean connect_four"),
        ('game = "connect_four"', "", TournamentError, "lacks game"),
        ('"greedy"', "7", TournamentError, "agents are a table of names"),
        ('"greedy"', '"mcts:iterations=0"', TournamentError, "from 1 to"),
        ('"greedy"', '"greedy:name=x"', TournamentError, "no setting 'name'"),
        ("[agents]", "seed = -1\n[agents]", TournamentError, "seed must be"),
        ("[agents]", 'format = "swiss"\n[agents]', UnknownName, "choose from all, test"),
        ("[agents]", "[stop]\nminutes = 0\n[agents]", TournamentError, "minutes must be above 0"),
        ("[agents]", "[stop]\nsprt = { h0 = 5 }\n[agents]", TournamentError, "takes h0 and h1"),
        ("[agents]", "[stop]\nsprt = { h0 = 5, h1 = 1 }\n[agents]", LudotecaError, "h0 must be below h1"),
        ("[agents]", "[clock]\nper_action = -1\n[agents]", LudotecaError, "clock"),
        ("[agents]", '[setup]\nvariant = "popout"\n[agents]', UnknownName, "misere"),
        ("[agents]", "agents", TournamentError, "not TOML"),
        ('"connect_four"', '"nowhere.at.all:GAME"', TournamentError, "cannot import the game"),
        ('"connect_four"', '"os:path"', TournamentError, "is no Game"),
    ],
)
def test_a_bad_description_is_refused_with_a_reason(old, new, kind, complaint):
    parse_description(GOOD)
    with pytest.raises(kind, match=complaint):
        parse_description(GOOD.replace(old, new, 1))


def test_one_agent_for_four_seats_is_refused():
    with pytest.raises(TournamentError, match="1 agent for the 4 seats of runners: name at least 2"):
        build_description({"game": "tiny.runners:GAME", "agents": {"a": "random"}, "setup": {"players": 4}})
    run = build_description({"game": "tiny.lanterns:GAME", "agents": {"a": "random"}})
    assert run.design().co_operative  # a team of copies is a tournament of its own


def test_a_folder_of_something_else_is_left_alone(tmp_path):
    small = Description(**{**RUNNERS.to_json(), "games": 12})
    run_tournament(small, tmp_path / "run")
    before = {path: path.read_bytes() for path in (tmp_path / "run").rglob("*") if path.is_file()}
    other = Description(**{**small.to_json(), "seed": 8})
    with pytest.raises(StoreError, match="another tournament: its seed is 7, not 8"):
        run_tournament(other, tmp_path / "run", resume=True)
    with pytest.raises(StoreError, match="continue it with --resume"):
        run_tournament(small, tmp_path / "run")
    assert {path: path.read_bytes() for path in (tmp_path / "run").rglob("*") if path.is_file()} == before
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("expensive")
    with pytest.raises(StoreError, match="other files"):
        run_tournament(small, tmp_path / "mine")
    with pytest.raises(StoreError, match="holds no tournament"):
        run_tournament(small, tmp_path / "mine", resume=True)
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["letter.txt"]


def test_a_damaged_file_is_named(tmp_path):
    run_tournament(Description(**{**RUNNERS.to_json(), "games": 12}), tmp_path / "run")
    path = tmp_path / "run" / "games.parquet"
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(StoreError, match=r"games\.parquet is damaged"):
        load_outcome(tmp_path / "run")


def test_two_drivers_do_not_share_a_folder(tmp_path):
    small = Description(**{**RUNNERS.to_json(), "games": 12})
    run_tournament(small, tmp_path / "run")
    with Store(tmp_path / "run").lock(), pytest.raises(StoreError, match="another run is playing"):
        run_tournament(small, tmp_path / "run", resume=True)


def test_a_cluster_that_does_not_answer_is_an_error(tmp_path, monkeypatch):
    monkeypatch.setattr("ludoteca.lab.parallel.PATIENCE", 1)
    with pytest.raises(ClusterError, match="no cluster answers"):
        open_pool(cluster="tcp://127.0.0.1:9")


# --- speed ---------------------------------------------------------------------------------------------------------

HEAVY = Description(
    game="connect_four", agents={"a": "mcts:iterations=1000", "b": "mcts:iterations=700"}, games=100, seed=2
)


def test_the_games_are_those_of_a_plain_loop(tmp_path):
    """The match called for each row, and nothing else, plays the same actions."""
    wanted = Description(game="connect_four", agents={"a": "greedy", "b": "mcts:iterations=40"}, games=6, seed=2)
    game = load_game(wanted.game)
    specs = list(wanted.agents.values())
    for row in run_tournament(wanted, tmp_path).rows:
        match = play_match(game, [specs[i] for i in row["seating"]], row["seed"])
        assert list(match.actions) == row["actions"]


def test_a_row_names_the_agents_and_says_what_they_reported(tmp_path):
    wanted = Description("connect_four", {"deep": "minimax:depth=1", "any": "random"}, games=2, seed=2)
    outcome = run_tournament(wanted, tmp_path / "run")
    table = parquet.read_table(tmp_path / "run" / "games.parquet").to_pylist()
    assert table == outcome.rows
    assert [row["agents"] for row in table] == [[wanted.names[i] for i in row["seating"]] for row in table]
    for row in table:
        assert {row["agents"][mover] for mover in row["movers"]} == {"deep", "any"}
        for mover, nodes, seconds in zip(row["movers"], row["action_nodes"], row["action_seconds"], strict=True):
            assert (nodes > 0) == (row["agents"][mover] == "deep")
            assert seconds >= 0
        record = parse_record(make_record(row, load_game(wanted.game), wanted.setup))
        assert [info.nodes for info in record.infos] == row["action_nodes"]


def test_folders_of_format_1_are_read_and_resumed(tmp_path):
    """Their games have no names, movers and reports; what is played later has."""
    wanted = Description("connect_four", {"greedy": "greedy", "any": "random"}, games=4, seed=2)
    outcome = run_tournament(wanted, tmp_path / "run")
    old = [{**{k: row[k] for k in COLUMNS_1 if k != "sitting"}, "sitting": row["seating"]} for row in outcome.rows]
    kinds = {item.name: item.type for item in row_schema()}
    schema = pyarrow.schema([(name, kinds.get(name, kinds["seating"])) for name in COLUMNS_1])
    table = pyarrow.Table.from_pylist(old, schema=schema)
    parquet.write_table(table, tmp_path / "run" / "games.parquet")
    file = tmp_path / "run" / "tournament.json"
    file.write_text(file.read_text().replace("ludoteca tournament 2", "ludoteca tournament 1"))
    loaded = load_outcome(tmp_path / "run")
    assert [row["agents"] for row in loaded.rows] == [row["agents"] for row in outcome.rows]
    assert [row["returns"] for row in loaded.rows] == [row["returns"] for row in outcome.rows]
    assert summarise(loaded).standings[0].nodes is None
    assert parse_record(make_record(loaded.rows[0], load_game(wanted.game), {})).infos == (None,) * len(
        loaded.rows[0]["actions"]
    )
    longer = Description(**{**wanted.to_json(), "games": 8})
    more = run_tournament(longer, tmp_path / "run", resume=True)
    assert [row["movers"] == [] for row in more.rows] == [True] * 4 + [False] * 4
    assert '"ludoteca tournament 2"' in file.read_text()


@pytest.mark.slow
def test_the_runner_costs_little(tmp_path, monkeypatch):
    """All but the matches takes under 5 % of the CPU time that they take; games of some 30 ms. Both are clocked in one
    run, so that a machine whose speed changes disturbs both alike. It fails if the share is surely above."""
    spent = []

    def play_clocked(*args, **options):
        started = time.process_time()
        match = play_match(*args, **options)
        spent.append(time.process_time() - started)
        return match

    def measure_share():
        spent.clear()
        started = time.process_time()
        outcome = run_tournament(HEAVY, tmp_path / f"{started}")
        total = time.process_time() - started
        assert len(outcome.rows) == len(spent) == HEAVY.games
        return total / sum(spent) - 1

    run_tournament(Description(**{**HEAVY.to_json(), "games": 2}), tmp_path / "warm")
    monkeypatch.setattr("ludoteca.lab.tournament.play_match", play_clocked)
    low, _ = bound_median(measure_share, rounds=6)
    assert low < 0.05


def burn(n):
    total = 0
    for i in range(n):
        total += i * i
    return total


def rate_of(workers, work, warm):
    with ProcessPool(workers) as pool:
        warm(pool)  # processes are started and code is loaded before the clock
        started = time.perf_counter()
        done = work(pool)
        return done / (time.perf_counter() - started)


@pytest.mark.alone
@pytest.mark.slow
def test_two_workers_almost_double_the_games(tmp_path):
    """Nine tenths of what plain loops in two processes gain on this machine just now, round by round. It fails if the
    gain is surely smaller."""
    long = Description(**{**HEAVY.to_json(), "games": 48})
    folders = iter(range(100))

    def warm(pool):
        wanted = Description(**{**HEAVY.to_json(), "games": 8 * pool.workers})
        run_tournament(wanted, tmp_path / f"{next(folders)}", pool, chunk_seconds=0.01)

    def play(pool):
        return len(run_tournament(long, tmp_path / f"{next(folders)}", pool, chunk_seconds=0.5).rows)

    def loop(pool):
        return len(list(run_tasks(pool, burn, [3_000_000] * 6)))

    def measure_gain():
        rates = {(work, n): rate_of(n, work, warm) for n in (1, 2) for work in (play, loop)}
        return (rates[play, 2] / rates[play, 1]) / (rates[loop, 2] / rates[loop, 1])

    _, high = bound_median(measure_gain, rounds=6)
    assert high >= 0.9
