# Everything needs only Python 3.10+ and make: the environment is created in .venv on first use.

PYTHON ?= python3
CONSTRAINTS ?= constraints.txt
BIN := .venv/bin
export OMP_NUM_THREADS ?= 1

.PHONY: help install test lint format demo bench clean

help:
	@echo "make demo     train an agent on Unicorn Hunt for three minutes and compare it with others"
	@echo "make test     run all tests"
	@echo "make lint     ruff (rules and format) and mypy"
	@echo "make format   let ruff format the code"
	@echo "make bench    speed of environments and trainer, against the peers that are installed"
	@echo "make install  create .venv only"
	@echo "make clean    delete .venv and runs"

install: .venv/installed

.venv/installed: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' || \
		{ echo "unicorn_envs needs Python 3.10 or newer; set PYTHON=/path/to/python3"; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint $(CONSTRAINTS) --editable '.[train,dev]'
	@touch $@

test: install
	$(BIN)/unicorn-envs compile
	$(BIN)/python -m pytest -n 2 --dist worksteal

lint: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: install
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

demo: install
	$(BIN)/python -m training.demo

bench: install
	$(BIN)/python -m benchmarks.speed
	$(BIN)/python -m benchmarks.training

clean:
	rm -rf .venv runs
