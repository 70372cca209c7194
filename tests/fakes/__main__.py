"""`python -m tests.fakes telegram|discord|anthropic [--port N]`: a fake as a process of its own.

The first line of stdout is a JSON object with the environment for `parley serve`. Lines on stdin, and bodies posted to
`/control`, are commands of console.py; each is answered with text. End of input leaves the fake running until SIGTERM.
"""

import argparse
import asyncio
import json
import signal
import sys
import threading

from tests.fakes.anthropic import FakeAnthropic
from tests.fakes.console import AnthropicConsole, Console, DiscordConsole, TelegramConsole
from tests.fakes.discord import FakeDiscord
from tests.fakes.telegram import FakeTelegram


def read_lines(console: Console, loop: asyncio.AbstractEventLoop) -> None:
    """Runs in a daemon thread: a blocking read must not hold up the end of the process."""
    for line in sys.stdin:
        if line.strip():
            print(asyncio.run_coroutine_threadsafe(console.run(line), loop).result(), flush=True)


async def serve(platform: str, port: int) -> None:
    fake: FakeTelegram | FakeDiscord | FakeAnthropic
    console: Console
    match platform:
        case "telegram":
            fake = telegram = FakeTelegram(port=port)
            console = TelegramConsole(telegram)
        case "discord":
            fake = discord = FakeDiscord(port=port)
            console = DiscordConsole(discord)
        case _:
            fake = model = FakeAnthropic(port=port)
            console = AnthropicConsole(model)
    fake.control = console.run
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, stopped.set)
    async with fake:
        print(json.dumps({"control": f"{fake.url}/control", "env": fake.env()}), flush=True)
        threading.Thread(target=read_lines, args=(console, loop), daemon=True).start()
        await stopped.wait()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.fakes", description=__doc__)
    parser.add_argument("platform", choices=["telegram", "discord", "anthropic"])
    parser.add_argument("--port", type=int, default=0, help="default: any free one")
    arguments = parser.parse_args()
    asyncio.run(serve(arguments.platform, arguments.port))


if __name__ == "__main__":
    main()
