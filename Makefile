# Two commands are enough: `make play` and `make test`. Everything they need they set up themselves.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMPS := .stamps
NPM ?= npm
PAGE := $(shell find web/src web/public web/index.html web/vite.config.ts -type f 2>/dev/null)

.PHONY: play test test-compiled check types bench compile pure wheel ladder value format lock clean web

play: $(STAMPS)/runtime $(STAMPS)/page ## play: sets everything up and opens Hexfire in the browser (PORT=8000)
	@$(BIN)/hexfire serve --browser

web: $(STAMPS)/page ## web: builds the page into the package

test: $(STAMPS)/installed $(STAMPS)/page ## test: sets everything up and runs all tests
	$(BIN)/python -m pytest -n auto --dist worksteal -q
	$(BIN)/hexfire rules --coverage

# What is compiled must say what the sources say: the tests of its rooms, run on machine code.
test-compiled: $(STAMPS)/installed $(STAMPS)/page ## test-compiled: tests of the compiled engine and of its wheel (needs a C compiler)
	$(BIN)/python compile_engine.py
	$(BIN)/python -m pytest -n auto --dist worksteal -q -m 'not slow' tests/folio tests/bots tests/hexes tests/asl/effects tests/asl/sight tests/asl/walls tests/release/test_compiled_wheel.py; \
		status=$$?; $(BIN)/python compile_engine.py --remove; exit $$status

check: $(STAMPS)/installed $(STAMPS)/node ## check: lint, format, types, layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/python page_types.py --check
	cd web && $(NPM) run --silent check && $(NPM) test --silent

types: $(STAMPS)/installed ## types: writes the types of the page anew, from the structs of hexfire.assist.published
	$(BIN)/python page_types.py

bench: $(STAMPS)/installed ## bench: what is fast, against whom
	@$(BIN)/python -c 'import pygame' >/dev/null 2>&1 || $(BIN)/python -m pip install --quiet --disable-pip-version-check pygame || \
		echo "pygame cannot be fetched: PettingZoo's games are left out of the table"
	$(BIN)/python -m bench

compile: $(STAMPS)/installed ## compile: the hot part of the engine as machine code, in place (needs a C compiler)
	@$(BIN)/python compile_engine.py

pure: $(STAMPS)/installed ## pure: takes the machine code away again
	@$(BIN)/python compile_engine.py --remove

wheel: $(STAMPS)/installed $(STAMPS)/page ## wheel: what can be installed, in dist/: plain Python, and compiled for this machine where there is a C compiler
	@rm -f dist/*.whl
	@$(BIN)/python -m hatchling build -t wheel
	@if command -v cc >/dev/null; then HEXFIRE_COMPILE=1 $(BIN)/python -m hatchling build -t wheel; \
		else echo "No C compiler: only the plain wheel was made"; fi

GAMES ?= 40
ladder: $(STAMPS)/installed ## ladder: every bot against every other, both sides, each scenario (GAMES=40); with KEEP=file it can be stopped and goes on
	$(BIN)/hexfire lab ladder --games $(GAMES) $(if $(KEEP),--resume $(KEEP)) --check

value: $(STAMPS)/installed ## value: learns anew what positions are worth (a quarter of an hour on two cores, compiled); PART=0.02 TO=file tries it with fewer games
	$(BIN)/python -m hexfire.lab.learn $(if $(PART),--part $(PART)) $(if $(TO),--to $(TO))

format: $(STAMPS)/installed
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

lock: $(STAMPS)/installed ## lock: write requirements.txt anew
	@echo "# The lock file: exact versions of all that pyproject.toml asks for. Made by: make lock" > requirements.txt
	@$(BIN)/uv pip compile -q --upgrade --no-emit-index-url --no-header --no-annotate --python-version 3.11 \
		--extra dev pyproject.toml | grep -v '^hexfire' >> requirements.txt

# What playing needs, in the versions of the lock file, and nothing else: no tests, no laboratory.
$(STAMPS)/runtime: pyproject.toml requirements.txt build_hook.py | $(STAMPS)/python
	@{ test $(STAMPS)/installed -nt requirements.txt && test $(STAMPS)/installed -nt pyproject.toml; } || { echo "Installing what Hexfire needs …" && \
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c requirements.txt hatchling babel editables && \
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c requirements.txt --no-build-isolation -e '.[roster]'; }
	@touch $@

$(STAMPS)/installed: pyproject.toml requirements.txt build_hook.py | $(STAMPS)/python
	@echo "Installing what Hexfire and its tests need …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

$(STAMPS)/python:
	@command -v $(PYTHON) >/dev/null || { echo "Python 3.11 or newer is needed (PYTHON=… names another one)"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed; this is $$($(PYTHON) --version)"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/node: web/package.json web/package-lock.json
	@command -v $(NPM) >/dev/null || { echo "Node.js 20 or newer with npm is needed to build the page"; exit 1; }
	@echo "Fetching what the page needs …"
	@# Not `npm ci`: it insists on the packages of other platforms, which not every registry has.
	@cd web && $(NPM) install --no-save --silent --no-audit --no-fund
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/page: $(STAMPS)/node $(PAGE)
	@echo "Building the page …"
	@cd web && $(NPM) run --silent build -- --logLevel warn
	@mkdir -p $(STAMPS) && touch $@

clean:
	rm -rf $(VENV) $(STAMPS) web/node_modules src/hexfire/web/static build dist .mypy_cache .ruff_cache .hypothesis
