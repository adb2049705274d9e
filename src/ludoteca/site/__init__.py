"""The site: live tables for people and agents over HTTP and WebSocket. `docs/site.md` describes the wire.

- `app.py` puts the parts together; `routes.py` (HTTP), `gateway.py` (WebSocket) and `pages.py` (files) are its doors;
- `table.py` is a table as a fold over its events, `acts.py` what people may do, `views.py` what each of them sees;
- `hall.py` keeps the live tables, `store.py` writes every event down before it counts, `thinking.py` lets agents think;
- `identity.py`, `limits.py` and `guard.py` keep strangers honest.

Nothing here knows a game by name: a game's page is a folder under `static/games/`.
"""
