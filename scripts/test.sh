#!/usr/bin/env bash
# Run the lints and the tests: scripts/test.sh [arguments for pytest].  Tests that need a real Redis or a browser are
# left out, with a count, where none can be had.
set -euo pipefail
cd "$(dirname "$0")/.."

pytest=(.venv/bin/python -m pytest)
# Without its cache of compiled tests, each worker takes ten seconds more to begin.
unset PYTHONHOME PYTHONPATH PYTHONDONTWRITEBYTECODE
# Two more workers than two cores have: many tests wait for a clock, a server or a process.
workers=(-n "${JOBS:-4}" --dist worksteal)
told=() but=()

# leave_out MARKER SENTENCE: leave the tests of a marker out, and say how many these are.
leave_out() {
    local count
    count=$("${pytest[@]}" --collect-only -q -m "$1" 2>/dev/null | grep -c '::' || true)
    told+=("$2: $count tests that need one are left out.")
    but+=("not $1")
}

# The lints run beside the tests: mypy alone keeps one core busy, and tests often wait.
lints_told=$(mktemp)
trap 'rm -f "$lints_told"' EXIT
scripts/lint.sh >"$lints_told" 2>&1 &
lints=$!

if scripts/redis.sh; then
    echo "Tests (with $(redis-server --version | sed -n 's/.* v=\([0-9.]*\).*/redis-server \1/p'))"
else
    leave_out redis "No redis-server of version 7 or later is on PATH"
fi
scripts/chromium.sh || leave_out browser "No chromium is on PATH"

printf '%s\n' ${told[@]+"${told[@]}"}
# In a fresh clone each worker would compile all tests.
[ -d tests/__pycache__ ] || "${pytest[@]}" --collect-only -q >/dev/null 2>&1 || true
status=0
if [ ${#but[@]} = 0 ]; then
    "${pytest[@]}" -q "${workers[@]}" "$@" || status=$?
else
    marked=$(printf ' and %s' "${but[@]}")
    "${pytest[@]}" -q "${workers[@]}" -m "${marked# and }" "$@" || status=$?
fi
printf '%s\n' ${told[@]+"${told[@]}"}
wait $lints || status=$?
cat "$lints_told"
exit $status
