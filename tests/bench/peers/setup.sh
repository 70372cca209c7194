#!/usr/bin/env bash
# Make build/peers: an environment for other projects' negotiators, which the measurements compare ours with.
# Nothing of it is part of Parley. Prints the path of its Python; does nothing if it is up to date.
# With a NAME it is build/peers-NAME, of requirements-NAME.txt.
set -euo pipefail
cd "$(dirname "$0")/../../.."

venv=build/peers${1:+-$1}
wanted=tests/bench/peers/requirements${1:+-$1}.txt
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1 PIP_USER=0 PIP_ROOT_USER_ACTION=ignore PIP_PROGRESS_BAR=off
unset PYTHONHOME PYTHONPATH

if ! cmp --silent "$wanted" "$venv/installed.txt"; then
    echo "Making $venv (about a minute)…" >&2
    rm -rf "$venv"
    "${PYTHON:-python3}" -m venv "$venv"
    "$venv/bin/pip" install --quiet --requirement "$wanted" >&2
    cp "$wanted" "$venv/installed.txt"
fi
echo "$PWD/$venv/bin/python"
