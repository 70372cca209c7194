#!/usr/bin/env bash
# The inner loop, in about a minute: lints, types, and the fast half of the tests: rules of the games, sessions, the
# contract of the stores, golden games, and the budgets of the repository. scripts/check.sh [arguments for pytest]
set -euo pipefail
cd "$(dirname "$0")/.."
unset PYTHONHOME PYTHONPATH PYTHONDONTWRITEBYTECODE

# The lints run beside the tests, whose processes leave a core idle at both ends.
told=$(mktemp)
trap 'rm -f "$told"' EXIT
scripts/lint.sh >"$told" 2>&1 &
lints=$!
echo "Tests (the fast half)"
status=0
.venv/bin/python -m pytest -q -n "${JOBS:-2}" --dist worksteal -m "not slow and not redis and not browser" \
    tests/games tests/bot/session tests/storage/base tests/golden tests/repo "$@" || status=$?
echo "Left out: chats, operators, models, research, command line, Redis, faults, simulated worlds, whole processes, and"
echo "what takes seconds. \`make test\` has the rest."
wait $lints || status=$?
cat "$told"
exit $status
