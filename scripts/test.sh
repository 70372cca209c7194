#!/usr/bin/env bash
# Run the tests: scripts/test.sh [arguments for pytest].  Tests that need a real Redis are left out, with a count, where
# none can be had.
set -euo pipefail
cd "$(dirname "$0")/.."

pytest=(.venv/bin/python -m pytest)
unset PYTHONHOME PYTHONPATH
if scripts/redis.sh; then
    echo "Tests (with $(redis-server --version | sed -n 's/.* v=\([0-9.]*\).*/redis-server \1/p'))"
    exec "${pytest[@]}" -q -n "${JOBS:-2}" --dist worksteal "$@"
fi
left_out=$("${pytest[@]}" --collect-only -q -m redis 2>/dev/null | grep -c '::' || true)
tell="No redis-server of version 7 or later is on PATH: $left_out tests that need one are left out."
echo "$tell"
status=0
"${pytest[@]}" -q -n "${JOBS:-2}" --dist worksteal -m "not redis" "$@" || status=$?
echo "$tell"
exit $status
