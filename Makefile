# Parley. `make` lists what there is to do; every target sets up what it needs.
#
#   PYTHON=…  the Python to make .venv with (3.11 to 3.14; default python3)
#   ARGS=…    more arguments for the command behind the target:  make play ARGS="--seed 7"  ·  make test ARGS="-k reader"

SHELL := /bin/bash
.DEFAULT_GOAL := help
.SUFFIXES:
MAKEFLAGS += --no-print-directory
.NOTPARALLEL:

PYTHON ?= python3
GAME ?= bargaining
MODEL ?= $(or $(PARLEY_MODEL),claude-sonnet-5-5)
ARGS ?=
export PYTHON
export PIP_DISABLE_PIP_VERSION_CHECK := 1

PARLEY := .venv/bin/parley
# Stamps: what of requirements/ stands in .venv. Each larger set covers the smaller ones.
BASE := .venv/.stamp-base
ALL := .venv/.stamp-all
DEV := .venv/.stamp-dev

.PHONY: help play play-web serve trial setup check test lint bench pages pictures crash lock clean

help: ## show this list
	@echo "Parley: negotiate with an AI, or with each other, in a browser, in a terminal, on Discord or on Telegram."
	@echo
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' Makefile | awk -F'|' '{ printf "%-16s %s\n", $$1, $$2 }'

play: $(BASE) ## play a game in the terminal (GAME=bargaining, trading, balloon, dealornodeal, society)
	@$(PARLEY) play $(GAME) $(ARGS)

play-web: $(ALL) ## play in the browser, on this machine alone (PORT=8765)
	@scripts/play-web.sh $(ARGS)

serve: $(ALL) ## run the chat bots and pages that are switched on in the environment
	@$(PARLEY) serve $(ARGS)

trial: $(ALL) ## try a model with your key: a decision of every game, then a small bench; it asks before it spends (MODEL=…)
	@PARLEY_MODEL=$(MODEL) $(PARLEY) doctor --model
	@$(PARLEY) bench --models $(MODEL) --suite smoke --no-beliefs $(ARGS)

setup: $(DEV) ## make .venv with everything, tests and lints included
	@echo "Ready: $(PARLEY)"

check: $(DEV) ## the inner loop, in a minute: lints, types, import rules and the fast half of the tests
	@scripts/check.sh $(ARGS)

test: $(DEV) ## lints, types, import rules and all tests, with a real Redis where one can be had
	@scripts/test.sh $(ARGS)

lint: $(DEV) ## lints, types and import rules only
	@scripts/lint.sh

bench: $(DEV) ## the measurements in tests/bench
	@.venv/bin/python -m tests.bench $(ARGS)

crash: $(DEV) ## 200 kills of workers and of Redis under traffic, and a check that nothing was lost (a few minutes)
	@scripts/redis.sh || { echo "make crash needs redis-server 7 or later on PATH." >&2; exit 1; }
	@.venv/bin/python -m tests.crash $(ARGS)

pages: $(DEV) ## every game in a real browser: typed and pressed, with scripts and without, phone and desk (minutes)
	@scripts/chromium.sh || { echo "make pages needs chromium on PATH." >&2; exit 1; }
	@PARLEY_PAGES=all .venv/bin/python -m pytest -q tests/bot/adapters/web -m browser $(ARGS)

pictures: $(DEV) ## draw the pictures of the documentation anew, from the loopback servers' own screens
	@scripts/chromium.sh || { echo "make pictures needs chromium on PATH." >&2; exit 1; }
	@.venv/bin/python -m tests.pictures docs/pictures

lock: ## write requirements/*.txt anew (UPGRADE=1: newest versions)
	@UPGRADE="$(UPGRADE)" scripts/lock.sh

clean: ## remove .venv, builds and caches
	@rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BASE): requirements/base.txt pyproject.toml scripts/setup.sh
	@scripts/setup.sh base

$(ALL): requirements/all.txt pyproject.toml scripts/setup.sh
	@scripts/setup.sh all

$(DEV): requirements/dev.txt pyproject.toml scripts/setup.sh
	@scripts/setup.sh dev
