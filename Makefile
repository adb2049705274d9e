# Everything from a fresh clone with only Python 3.11+ and make:   make play   make test
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt
PYTEST := $(BIN)/python -m pytest -n 2 --dist worksteal
WARM := $(BIN)/python tests/warm.py

.PHONY: help install play lint front browser check test mutate bench load screenshots clean

help:
	@echo "make play     play in the browser (in the terminal: .venv/bin/ludoteca play connect_four)"
	@echo "make test     run every test (about 23 minutes on two cores, compiling included)"
	@echo "make check    linters, types, layers and the fast tests (under three minutes)"
	@echo "make mutate   put small errors into rules and searches and see that the tests notice (about half an hour)"
	@echo "make bench    measure speed beside open_spiel and hand-written C"
	@echo "make load     300 tables and 600 clients on loopback: how long a move takes to be acknowledged"
	@echo "make screenshots  pictures of every page, in build/screenshots"
	@echo "make install  only make .venv with the command ludoteca in it"
	@echo "make clean    remove .venv, build products and the cache of compiled code"

install: $(VENV)/installed

$(VENV)/installed: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Ludoteca needs Python 3.11 or later; this is " + sys.version.split()[0])'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) -e '.[dev,lab,site]'
	touch $@

$(VENV)/installed-bench: $(VENV)/installed
	$(PIP) -e '.[bench,cluster,learn]'
	touch $@

play: install
	$(BIN)/ludoteca serve --browser

lint: install front
	$(BIN)/ruff check src tests
	$(BIN)/ruff format --check src tests
	$(BIN)/mypy
	$(BIN)/lint-imports

# The front end: types by tsc, unit tests of its models; where node is present.
front:
	@if ! command -v npm >/dev/null; then echo "NO NODE: the front end's types and models were not checked"; \
	else test -x node_modules/.bin/tsc || npm install --silent --no-audit --no-fund --no-package-lock || true; \
	if test -x node_modules/.bin/tsc; then npm run --silent types; \
	else echo "NO TYPESCRIPT: the front end's types were not checked"; test "$$CI" != true; fi && npm run --silent test; fi

# A browser for the tests of the pages.
browser:
	@sh tests/site/install-browser.sh

check: lint
	$(WARM)
	$(PYTEST) -m "not slow and not alone"

test: lint browser $(VENV)/installed-bench
	$(WARM)
	$(PYTEST) -m "not alone"
	NUMBA_DISABLE_JIT=1 $(PYTEST) tests/contract -k "not compiled_and_plain"
	NUMBA_BOUNDSCHECK=1 $(WARM)
	NUMBA_BOUNDSCHECK=1 $(PYTEST) tests/contract -k "not compiled_and_plain"
	$(BIN)/python -m pytest -m alone

mutate: $(VENV)/installed-bench
	$(PIP) -e '.[mutate]'
	mkdir -p build
	$(BIN)/python tests/mutation/run.py --out build/mutants.json --write build/mutants.md

bench: $(VENV)/installed-bench
	$(BIN)/ludoteca bench

screenshots: install browser
	$(BIN)/python tests/site/browser/screenshots.py build/screenshots

load: install
	$(BIN)/ludoteca load --out docs/results/site.md

clean:
	test ! -x $(BIN)/python || $(BIN)/python -c 'import shutil; from ludoteca.core.jit import cache_folder; shutil.rmtree(cache_folder() or "", ignore_errors=True)' || true
	rm -rf $(VENV) build dist node_modules src/*.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
