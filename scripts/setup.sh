#!/usr/bin/env bash
# Make .venv and install what LEVEL needs: setup.sh base|all|dev.  Called by the Makefile; stamps in .venv say what is done.
#
#   base  a game in the terminal        requirements/base.txt
#   all   base and every run-time extra requirements/all.txt
#   dev   all, tests and lints          requirements/dev.txt
#
# Everything is installed by plain pip, against hashes, and Parley itself from this folder without fetching anything.
set -euo pipefail
cd "$(dirname "$0")/.."

level=${1:?usage: scripts/setup.sh base|all|dev}
case $level in
    base) what="Parley" seconds=15 covers="base" ;;
    all) what="Parley and all it serves with" seconds=45 covers="base all" ;;
    dev) what="Parley, its tests and its lints" seconds=60 covers="base all dev" ;;
    *) echo "scripts/setup.sh: no such level: $level (base, all, dev)" >&2 && exit 2 ;;
esac
lock=requirements/$level.txt
venv=.venv
log=$venv/setup.log

say() { printf '%s\n' "$*" >&2; }
die() {
    printf '\nParley cannot be set up: %s\n' "$*" >&2
    exit 1
}

# What a person's own settings may not change: a user-wide install, an upgrade notice, foreign import paths.
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1 PIP_USER=0 PIP_ROOT_USER_ACTION=ignore PIP_PROGRESS_BAR=off
unset PYTHONHOME PYTHONPATH

fits() { "$1" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))' 2>/dev/null; }

# The interpreter asked for with PYTHON=…, else python3, else a fitting one that stands beside it.
pick_python() {
    local asked=${PYTHON:-python3} name
    if fits "$asked"; then
        echo "$asked"
        return
    fi
    if [ "$asked" = python3 ]; then
        for name in python3.14 python3.13 python3.12 python3.11; do
            if fits "$name"; then
                echo "$name"
                return
            fi
        done
    fi
    command -v "$asked" >/dev/null || die "$asked was not found. Python 3.11 to 3.14 is needed; name one with make PYTHON=/path/to/python3."
    die "Python 3.11 to 3.14 is needed, and $asked is $("$asked" --version 2>&1). Name a fitting one with make PYTHON=/path/to/python3."
}

# Debian and Ubuntu keep ensurepip, without which no environment gets a pip, in a package of its own.
need_ensurepip() {
    "$1" -c 'import ensurepip, venv' 2>/dev/null && return
    local package
    package="$("$1" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')"
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        say "  installing the system package $package, which $1 needs to make environments"
        { apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends "$package"; } \
            >/dev/null 2>&1 </dev/null || true
        "$1" -c 'import ensurepip, venv' 2>/dev/null && return
    fi
    die "$1 lacks the venv module. On Debian or Ubuntu: apt-get install $package"
}

# Shows pip's work as one line that changes (on a terminal only).
progress() {
    local total
    total=$(grep -c '^[A-Za-z0-9]' "$lock")
    if [ -t 2 ]; then
        awk -v total="$total" '
            /^(Collecting|Requirement already satisfied:) / {
                n++
                name = $1 == "Collecting" ? $2 : $4
                sub(/[=<>;[].*/, "", name)
                printf "\r\033[K  %d of %d libraries: %s", n, total, name
            }
            /^Installing collected/ { printf "\r\033[K  unpacking" }
            { fflush() }
            END { printf "\r\033[K" }' >&2
    else
        cat >/dev/null
    fi
}

pip_install() {
    if ! "$venv/bin/python" -m pip install "$@" </dev/null 2>&1 | tee -a "$log" | progress; then
        say "" && tail -n 15 "$log" >&2
        die "pip failed. The whole record is in $log; nothing is lost, run the same command again."
    fi
}

if [ -x $venv/bin/python ] && ! { fits $venv/bin/python && $venv/bin/python -m pip --version >/dev/null 2>&1; }; then
    say "The environment in $venv is broken, half made, or of another Python: making it anew."
    rm -rf $venv
fi

if [ -e "$venv/.stamp-$level" ]; then
    say "Bringing $what up to date…"
else
    say "Setting up $what (first time, about $seconds s)…"
fi
began=$SECONDS

if [ ! -x $venv/bin/python ]; then
    python=$(pick_python) || exit 1
    need_ensurepip "$python"
    "$python" -m venv $venv || die "$python could not make an environment in $venv."
fi
: >$log
pip_install --no-compile --require-hashes --requirement "$lock"
# Parley last, so that a broken download never leaves a command behind that starts and then misses a library.
pip_install --no-deps --no-build-isolation --editable .

for name in $covers; do touch "$venv/.stamp-$name"; done
say "Ready after $((SECONDS - began)) s."
