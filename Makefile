# Everything from a bare checkout: `make play` to play, `make test` to test.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
HOST ?= 127.0.0.1
PORT ?= 8000

.DEFAULT_GOAL := help
.PHONY: help play test check format docs locks clean

help:
	@echo "make play    set up, then a server on http://$(HOST):$(PORT)"
	@echo "make test    set up, then every test"
	@echo "make check   format, lint, types, layers, then every test"
	@echo "make docs    write the generated pages anew"
	@echo "make locks   resolve the dependencies anew (needs uv)"

$(VENV)/installed: requirements-dev.lock pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps -e .
	touch $@

PAGE := web/dist/index.html
PAGE_SOURCES := $(shell find web/src web/public web/index.html web/vite.config.ts -type f 2>/dev/null)

web/node_modules/installed: web/package-lock.json web/package.json
	cd web && npm ci --no-audit --no-fund --loglevel=error
	touch $@

$(PAGE): web/node_modules/installed $(PAGE_SOURCES)
	cd web && npm run --silent build

# Tests look at the page in a real browser, and at the printed cards through poppler; on a new machine both are installed first.
.PHONY: browser
browser:
	@test -x /usr/bin/chromium -a -x /usr/bin/pdftoppm || (apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core poppler-utils >/dev/null)

play: $(VENV)/installed $(PAGE)
	$(BIN)/secret-hitler serve --host $(HOST) --port $(PORT)

# In the order of the folders, since the default begins with the files of many short tests and leaves one worker alone with the browser.
test: $(VENV)/installed $(PAGE) browser
	cd web && npm run --silent check && npm run --silent test
	$(BIN)/pytest -n 2 --dist loadfile --no-loadscope-reorder

check: $(VENV)/installed
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(MAKE) test

format: $(VENV)/installed
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

docs: $(VENV)/installed
	$(BIN)/secret-hitler rules --markdown > docs/rules.md
	$(BIN)/python -m secret_hitler.wire .

locks:
	uv pip compile --quiet --generate-hashes --no-header --no-annotate pyproject.toml -o requirements.lock
	uv pip compile --quiet --generate-hashes --no-header --no-annotate --extra dev --extra lab pyproject.toml -o requirements-dev.lock

clean:
	rm -rf $(VENV) dist build
