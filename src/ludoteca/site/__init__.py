"""The site: tables for people and agents over HTTP and WebSocket. `docs/site.md` describes the wire.

- `app.py` builds the application from its services (`services.py`); `*_routes.py` (HTTP), `gateway.py` (WebSocket)
  and `pages.py` (pages and files) answer requests, after `guard.py` has checked them; `wire` has what is sent as types;
- `table.py` is a table as a fold over its events (`table_events.py`), `actions.py` what people may do, `views.py` what
  each of them sees;
- `table_service.py` lets events happen at the tables in memory (`live_tables.py`), `store.py` writes every event to the
  database before it counts, `agent_turns.py` and `thinking.py` run the agents, `warming.py` compiles the games in the
  background;
- `identity.py` and `limits.py` say who a client is and what it may ask for.

Nothing here names a game: a game's page is a folder of the game's own package (`game_pages.py`).
"""
