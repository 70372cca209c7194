#!/usr/bin/env bash
# Write requirements/*.txt anew from pyproject.toml: exact versions with hashes, no index address, good for Python 3.11 to
# 3.14 on every platform. Pins stay as they are where they can; `make lock UPGRADE=1` takes the newest of everything.
# uv reads no pip configuration: behind a mirror set UV_DEFAULT_INDEX.
set -euo pipefail
cd "$(dirname "$0")/.."

uv=${UV:-uv}
if ! command -v "$uv" >/dev/null; then
    echo "uv is not on PATH: installing it into build/uv…" >&2
    "${PYTHON:-python3}" -m venv build/uv
    PIP_DISABLE_PIP_VERSION_CHECK=1 build/uv/bin/pip install --quiet --quiet uv
    uv=build/uv/bin/uv
fi

compile() {
    UV_PYTHON_DOWNLOADS=never "$uv" pip compile --quiet --universal --python-version 3.11 --generate-hashes \
        --no-emit-index-url --no-header --no-annotate "$@" pyproject.toml requirements/build.in
}

# The largest first; the smaller ones take its pins, so that `make play` followed by `make setup` changes no version.
compile ${UPGRADE:+--upgrade} --extra dev --output-file requirements/dev.txt
rm -f requirements/all.txt requirements/base.txt
compile --constraint requirements/dev.txt --extra all --output-file requirements/all.txt
compile --constraint requirements/dev.txt --output-file requirements/base.txt
git --no-pager diff --stat -- requirements
