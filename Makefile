# Two commands are enough: `make play` and `make test`. Everything they need they set up themselves.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMPS := .stamps

.PHONY: play test check bench format lock clean

play: $(STAMPS)/installed ## play: sets everything up and starts Hexfire
	@$(BIN)/hexfire demo

test: $(STAMPS)/installed ## test: sets everything up and runs all tests
	$(BIN)/python -m pytest -n auto --dist worksteal -q
	$(BIN)/hexfire rules --coverage

check: $(STAMPS)/installed ## check: lint, format, types, layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

bench: $(STAMPS)/installed ## bench: what is fast, against whom
	$(BIN)/python -m bench

format: $(STAMPS)/installed
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

lock: $(STAMPS)/installed ## lock: write requirements.txt anew
	@echo "# The lock file: exact versions of all that pyproject.toml asks for. Made by: make lock" > requirements.txt
	@$(BIN)/uv pip compile -q --upgrade --no-emit-index-url --no-header --no-annotate --python-version 3.11 \
		--extra dev pyproject.toml | grep -v '^hexfire' >> requirements.txt

$(STAMPS)/installed: pyproject.toml requirements.txt build_hook.py
	@command -v $(PYTHON) >/dev/null || { echo "Python 3.11 or newer is needed (PYTHON=… names another one)"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed; this is $$($(PYTHON) --version)"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing what Hexfire needs …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@mkdir -p $(STAMPS) && touch $@

clean:
	rm -rf $(VENV) $(STAMPS) build dist .mypy_cache .ruff_cache .hypothesis
