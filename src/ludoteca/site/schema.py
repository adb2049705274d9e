"""The tables of the database, and what is written to them: SQL that SQLite and PostgreSQL both understand."""

SCHEMA = "1"

TABLES = """
CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS people (client TEXT PRIMARY KEY, nickname TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS bot_tokens ( -- for programs from outside, the tokens themselves are kept nowhere
    id TEXT PRIMARY KEY, hash TEXT NOT NULL, name TEXT NOT NULL, scope TEXT NOT NULL, -- play or test
    table_id TEXT, seat INTEGER, -- the seat that it is for, null for any whose link the program has
    made DOUBLE PRECISION NOT NULL, used DOUBLE PRECISION, revoked DOUBLE PRECISION
);
CREATE TABLE IF NOT EXISTS tables (
    id TEXT PRIMARY KEY, maker TEXT NOT NULL,
    head TEXT NOT NULL, -- JSON, the set-up, which never changes
    summary TEXT NOT NULL, -- JSON, how far the game is
    waiting TEXT NOT NULL, -- for whom, agent, person, or nobody (once over)
    updated DOUBLE PRECISION NOT NULL
);
CREATE INDEX IF NOT EXISTS ix_tables_maker ON tables (maker);
CREATE INDEX IF NOT EXISTS ix_tables_waiting ON tables (waiting);
CREATE TABLE IF NOT EXISTS events (
    table_id TEXT NOT NULL REFERENCES tables (id), number INTEGER NOT NULL,
    kind TEXT NOT NULL, data TEXT NOT NULL, at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (table_id, number)
);
CREATE TABLE IF NOT EXISTS sittings (
    client TEXT NOT NULL, table_id TEXT NOT NULL REFERENCES tables (id),
    PRIMARY KEY (client, table_id)
);
CREATE TABLE IF NOT EXISTS clocks (
    table_id TEXT PRIMARY KEY REFERENCES tables (id),
    remaining DOUBLE PRECISION NOT NULL, -- milliseconds of the seat to act
    since DOUBLE PRECISION -- when that began to run, null while it stands still
);
CREATE TABLE IF NOT EXISTS listed (table_id TEXT PRIMARY KEY REFERENCES tables (id), game TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS chat (
    table_id TEXT NOT NULL REFERENCES tables (id), number INTEGER NOT NULL,
    seat INTEGER NOT NULL, text TEXT NOT NULL, at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (table_id, number)
);
CREATE TABLE IF NOT EXISTS ratings (
    client TEXT NOT NULL, game TEXT NOT NULL, mean DOUBLE PRECISION NOT NULL, deviation DOUBLE PRECISION NOT NULL,
    games INTEGER NOT NULL, PRIMARY KEY (client, game)
);
CREATE TABLE IF NOT EXISTS analyses ( -- what was found out about finished games
    table_id TEXT NOT NULL REFERENCES tables (id), kind TEXT NOT NULL,
    mark TEXT NOT NULL, -- with what it was found, so that another judge finds it anew
    content TEXT NOT NULL, at DOUBLE PRECISION NOT NULL, PRIMARY KEY (table_id, kind)
);
CREATE INDEX IF NOT EXISTS ix_analyses_at ON analyses (at);
CREATE TABLE IF NOT EXISTS unrated (table_id TEXT PRIMARY KEY REFERENCES tables (id)) -- that will be, once over
"""

STATEMENTS = {  # in the order in which they are executed; rows of several tables go together
    "table": "INSERT INTO tables VALUES (:id, :maker, :head, :summary, :waiting, :updated)",
    "event": "INSERT INTO events VALUES (:table_id, :number, :kind, :data, :at)",
    "summary": "UPDATE tables SET summary = :summary, waiting = :waiting, updated = :updated WHERE id = :id",
    "sitting": "INSERT INTO sittings VALUES (:client, :table_id)",
    "bot_token": "INSERT INTO bot_tokens VALUES (:id, :hash, :name, :scope, :table_id, :seat, :made, NULL, NULL)",
    "bot_token_used": "UPDATE bot_tokens SET used = :at WHERE id = :id",
    "bot_token_revoked": "UPDATE bot_tokens SET revoked = :at WHERE id = :id AND revoked IS NULL",
    "unseat": "DELETE FROM sittings WHERE client = :client AND table_id = :table_id",
    "disown": "UPDATE tables SET maker = '' WHERE maker = :client AND id = :table_id",
    "unname": "DELETE FROM people WHERE client = :client",
    "name": "INSERT INTO people VALUES (:client, :nickname)",
    "clock": """INSERT INTO clocks VALUES (:table_id, :remaining, :since) ON CONFLICT (table_id)
        DO UPDATE SET remaining = excluded.remaining, since = excluded.since""",
    "no_clock": "DELETE FROM clocks WHERE table_id = :id",
    "alive": "INSERT INTO meta VALUES ('alive', :value) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    "list": "INSERT INTO listed VALUES (:id, :game)",
    "unlist": "DELETE FROM listed WHERE table_id = :id",
    "chat": "INSERT INTO chat VALUES (:table_id, :number, :seat, :text, :at)",
    "trim_chat": "DELETE FROM chat WHERE table_id = :table_id AND number <= :number",
    "to_rate": "INSERT INTO unrated VALUES (:id)",
    "rating": """INSERT INTO ratings VALUES (:client, :game, :mean, :deviation, :games) ON CONFLICT (client, game)
        DO UPDATE SET mean = excluded.mean, deviation = excluded.deviation, games = excluded.games""",
    "rated": "DELETE FROM unrated WHERE table_id = :id",
    "forget_ratings": "DELETE FROM ratings WHERE client = :client",
    "analysis": """INSERT INTO analyses VALUES (:table_id, :kind, :mark, :content, :at) ON CONFLICT (table_id, kind)
        DO UPDATE SET mark = excluded.mark, content = excluded.content, at = excluded.at""",
    "trim_analyses": """DELETE FROM analyses
        WHERE at <= (SELECT at FROM analyses ORDER BY at DESC LIMIT 1 OFFSET :most)""",
    "remove_analyses": "DELETE FROM analyses WHERE table_id = :id",
    "remove_chat": "DELETE FROM chat WHERE table_id = :id",
    "remove_events": "DELETE FROM events WHERE table_id = :id",
    "remove_sittings": "DELETE FROM sittings WHERE table_id = :id",
    "remove_table": "DELETE FROM tables WHERE id = :id",
}
