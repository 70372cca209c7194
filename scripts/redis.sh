#!/usr/bin/env bash
# Is there a redis-server of version 7 or later on PATH? Installs Debian's as root. Exit 0: yes; 1: no.
# The same program is a sentinel (`redis-server FILE --sentinel`), so tests of failovers need no further package.
# The tests start their own servers from it, on free ports; a server that is already running is never touched.
set -euo pipefail

good_enough() {
    local version
    command -v redis-server >/dev/null || return 1
    version=$(redis-server --version | sed -n 's/.* v=\([0-9]*\).*/\1/p')
    [ "${version:-0}" -ge 7 ]
}

good_enough && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing the system package redis-server for the tests…" >&2
    {
        apt-get -qq update
        DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get -qq install -y --no-install-recommends redis-server
    } >/dev/null 2>&1 </dev/null || true
fi
good_enough
