#!/usr/bin/env bash
# Run the tests: scripts/test.sh [arguments for pytest].  Tests that need a real Redis are left out, with a count, where
# none can be had.
set -euo pipefail
cd "$(dirname "$0")/.."

pytest=(.venv/bin/python -m pytest)
# Without its cache of compiled tests, each worker takes ten seconds more to begin.
unset PYTHONHOME PYTHONPATH PYTHONDONTWRITEBYTECODE
# One more worker than two cores have: many tests wait for a clock, a server or a process.
workers=(-n "${JOBS:-3}" --dist worksteal)
if scripts/redis.sh; then
    echo "Tests (with $(redis-server --version | sed -n 's/.* v=\([0-9.]*\).*/redis-server \1/p'))"
    exec "${pytest[@]}" -q "${workers[@]}" "$@"
fi
left_out=$("${pytest[@]}" --collect-only -q -m redis 2>/dev/null | grep -c '::' || true)
tell="No redis-server of version 7 or later is on PATH: $left_out tests that need one are left out."
echo "$tell"
status=0
"${pytest[@]}" -q "${workers[@]}" -m "not redis" "$@" || status=$?
echo "$tell"
exit $status
