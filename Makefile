# Everything from a fresh clone with only Python 3.11+ and make:   make play   make test
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt
PYTEST := $(BIN)/python -m pytest -n 2 --dist worksteal
WARM := $(BIN)/python tests/warm.py
# Where it is set, every start would cost seconds.
unexport PYTHONDONTWRITEBYTECODE

# What a target needs beside the base: $(VENV)/installed-NAME stands for the extras in EXTRAS_NAME.
EXTRAS_lab := lab
EXTRAS_bench := bench,lab
EXTRAS_check := dev,lab,postgres
EXTRAS_test := bench,cluster,gymnasium,learn,mutate,openspiel,pettingzoo,sb3
EXTRAS_mutate := mutate,bench

.PHONY: help install lab play lint front browser check test test-compiled test-modes mutate fuzz bench load screenshots kernels kernels-check wheel clean warm

help:
	@echo "make play     play in the browser (in the terminal: .venv/bin/ludoteca play connect_four)"
	@echo "make test     run every test (about 20 CPU-minutes, compiling included)"
	@echo "make check    linters, types, layers and the tests that are quick and need no browser"
	@echo "make mutate   put small errors into rules and searches and see that the tests notice (about half an hour)"
	@echo "make fuzz     feed every parser of outside texts 2,500 examples each (about half an hour)"
	@echo "make bench    measure speed beside open_spiel and hand-written C"
	@echo "make load     500 tables and 1,000 clients on loopback: how long a move takes to be acknowledged"
	@echo "make screenshots  pictures of every page, in build/screenshots; those of the README, in docs/images"
	@echo "make install  only make .venv with the command ludoteca in it: it plays and serves"
	@echo "make lab      add what tournaments, reports, tuning and studies need"
	@echo "make kernels  compile ahead for other computers, into dist/ludoteca_kernels-*.whl (10 minutes)"
	@echo "make wheel    build the package into dist and check it; it takes the kernels that are in dist then"
	@echo "make clean    remove .venv, build products and the cache of compiled code"

install: $(VENV)/installed

lab: $(VENV)/installed-lab

# Bytecode only of what is used, by using it: of everything it would take 40 MB more.
$(VENV)/installed: pyproject.toml setup.py constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Ludoteca needs Python 3.11 or later; this is " + sys.version.split()[0])'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) --no-compile -e .
	$(BIN)/python -c 'import ludoteca.cli, ludoteca.lab.match, ludoteca.site.app, uvicorn'
	touch $@

# The package itself is there: only what the extras name is added.
$(VENV)/installed-%: $(VENV)/installed
	$(PIP) 'ludoteca[$(EXTRAS_$*)]'
	touch $@

$(VENV)/installed-test $(VENV)/installed-mutate: $(VENV)/installed-check

.PRECIOUS: $(VENV)/installed-%

play: install
	$(BIN)/ludoteca serve --browser

lint: $(VENV)/installed-check front
	$(BIN)/ruff check src tests tools setup.py
	$(BIN)/ruff format --check src tests tools setup.py
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

# Linters and the compiler at the same time: mypy has one thread, so that the other core would be idle.
check: $(VENV)/installed-check
	$(MAKE) -j2 lint warm
	$(PYTEST) -m "not slow and not alone" --ignore tests/site/browser

warm: $(VENV)/installed-check
	$(WARM)

test: browser $(VENV)/installed-test
	$(MAKE) -j2 lint warm
	$(MAKE) -j2 test-compiled test-modes
	$(BIN)/python -m pytest -m alone

test-compiled:
	$(PYTEST) -m "not alone"

# The contract in plain Python and with array bounds checked, while the tests beside it wait for browsers and servers.
MODE := nice -n 5 $(BIN)/python -m pytest -q tests/contract -k "not compiled_and_plain"
test-modes:
	NUMBA_DISABLE_JIT=1 $(MODE)
	NUMBA_BOUNDSCHECK=1 nice -n 5 $(WARM)
	NUMBA_BOUNDSCHECK=1 $(MODE)

mutate: $(VENV)/installed-mutate
	mkdir -p build
	$(BIN)/python tests/mutation/run.py --out build/mutants.json --write build/mutants.md

fuzz: $(VENV)/installed-check
	LUDOTECA_FUZZ=2500 $(BIN)/python -m pytest tests/fuzz

bench: $(VENV)/installed-bench
	$(BIN)/ludoteca bench

screenshots: $(VENV)/installed-check browser
	$(BIN)/python tests/site/browser/screenshots.py build/screenshots docs/images

load: install
	$(BIN)/ludoteca load --out docs/results/site.md

# Machine code compiled ahead, for a processor that many have: a wheel of its own in dist. Run it before `make wheel`.
kernels: install
	$(BIN)/python tools/kernels/make_kernels.py

# From the two wheels in dist, in an environment of its own: nothing compiled, and what happens without the kernels.
kernels-check: install
	$(BIN)/python tools/kernels/check.py

# The source distribution and the wheel made from it. Their files bear the time of the last commit, so that the same
# commit gives the same bytes.
wheel: $(VENV)/installed-check
	rm -f dist/ludoteca-*
	SOURCE_DATE_EPOCH=$${SOURCE_DATE_EPOCH:-$$(git log -1 --format=%ct 2>/dev/null || echo 315532800)} \
	$(BIN)/python -m build --no-isolation --quiet
	$(BIN)/twine check --strict dist/ludoteca-*

clean:
	test ! -x $(BIN)/python || $(BIN)/python -c 'import shutil; from ludoteca.core.jit import cache_folder; shutil.rmtree(cache_folder() or "", ignore_errors=True)' || true
	rm -rf $(VENV) build dist src/ludoteca/core/kernels.sums node_modules src/*.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
