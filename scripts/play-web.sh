#!/usr/bin/env bash
# Play in the browser: parley serve with its pages on this machine alone, until Ctrl-C. Called by `make play-web`.
#
#   PORT=…  the port (default 8765, or a free one where that is taken)
#   VENV=…  the environment that parley is installed in (default .venv)
set -euo pipefail
cd "$(dirname "$0")/.."

python=${VENV:-.venv}/bin/python
parley=${VENV:-.venv}/bin/parley

# Prints the port wanted, or a free one if it is taken.
free_port() {
    "$python" - "$1" <<'PY'
import socket, sys

for port in (int(sys.argv[1]), 0):
    try:
        with socket.create_server(("127.0.0.1", port)) as found:
            print(found.getsockname()[1])
            break
    except OSError:
        continue
PY
}

# Waits until the pages are there, says where, and shows them in a browser if there is a screen for one.
announce() {
    local service=$1 url=$2
    until "$python" -c "import urllib.request as u; u.urlopen('$url', timeout=5)" 2>/dev/null; do
        kill -0 "$service" 2>/dev/null || return 0
        sleep 0.2
    done
    printf 'Play at %s in your browser; Ctrl-C here ends it.\n' "$url"
    if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] || [ "$(uname)" = Darwin ]; then
        "$python" -m webbrowser -t "$url" </dev/null >/dev/null 2>&1 || true
    fi
}

port=$(free_port "${PORT:-8765}")
# The bots stay off: they may be running elsewhere with the same tokens.
unset PARLEY_TELEGRAM_TOKEN PARLEY_DISCORD_TOKEN PARLEY_HTTP PARLEY_WEB_URL
export PARLEY_WEB=127.0.0.1:$port PARLEY_WEB_PLAY=on PARLEY_LOG_LEVEL=${PARLEY_LOG_LEVEL:-error}
announce $$ "http://127.0.0.1:$port/" &
exec "$parley" serve "$@"
