#!/usr/bin/env bash
# Every lint, all at once, each told in one line when it is content and in full when it is not. Exit 1 if any is not.
set -uo pipefail
cd "$(dirname "$0")/.." || exit
bin=.venv/bin
unset PYTHONHOME PYTHONPATH
told=$(mktemp -d)
trap 'rm -rf "$told"' EXIT
lints=() pids=() failed=()

begin() { # begin WHAT COMMAND…
    lints+=("$1")
    "${@:2}" >"$told/${#pids[@]}" 2>&1 &
    pids+=($!)
}

echo "Lints"
begin "mypy --strict" $bin/mypy
begin "ruff" $bin/ruff check --quiet --output-format concise .
begin "ruff format" $bin/ruff format --check --quiet --diff .
begin "import-linter" $bin/lint-imports --no-logo
begin "yamllint" $bin/yamllint --strict -d "{extends: default, rules: {document-start: disable, line-length: {max: 120}}}" compose.yaml
[ -x $bin/hadolint ] && begin "hadolint" $bin/hadolint Dockerfile

for n in "${!lints[@]}"; do
    if wait "${pids[$n]}"; then
        printf '  %-24s ok\n' "${lints[$n]}"
    else
        printf '  %-24s FAILED\n%s\n' "${lints[$n]}" "$(<"$told/$n")"
        failed+=("${lints[$n]}")
    fi
done

if [ ${#failed[@]} -gt 0 ]; then
    printf 'Not content: %s\n' "${failed[*]}"
    exit 1
fi
