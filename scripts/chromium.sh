#!/usr/bin/env bash
# Is there a chromium on PATH? Installs Debian's as root. Exit 0: yes; 1: no. Tests of the pages drive it.
set -euo pipefail

command -v chromium >/dev/null && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing the system package chromium for the tests…" >&2
    {
        apt-get -qq update
        DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends chromium
    } >/dev/null 2>&1 </dev/null || true
fi
command -v chromium >/dev/null
