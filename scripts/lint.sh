#!/usr/bin/env bash
# Every lint, each told in one line when it is content and in full when it is not. Exit 1 if any is not.
set -uo pipefail
cd "$(dirname "$0")/.." || exit
bin=.venv/bin
failed=()
unset PYTHONHOME PYTHONPATH

check() { # check WHAT COMMAND…
    local what=$1 out
    shift
    if out=$("$@" 2>&1); then
        printf '  %-24s ok\n' "$what"
    else
        printf '  %-24s FAILED\n%s\n' "$what" "$out"
        failed+=("$what")
    fi
}

echo "Lints"
check "ruff" $bin/ruff check --quiet --output-format concise .
check "ruff format" $bin/ruff format --check --quiet --diff .
check "mypy --strict" $bin/mypy
check "import-linter" $bin/lint-imports --no-logo
check "yamllint" $bin/yamllint --strict -d "{extends: default, rules: {document-start: disable, line-length: {max: 120}}}" compose.yaml
[ -x $bin/hadolint ] && check "hadolint" $bin/hadolint Dockerfile

if [ ${#failed[@]} -gt 0 ]; then
    printf 'Not content: %s\n' "${failed[*]}"
    exit 1
fi
