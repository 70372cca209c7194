"""Loopback stand-ins for the platforms: strict, with people to act through and faults to inject. See README.md."""

from tests.fakes.anthropic import FakeAnthropic
from tests.fakes.discord import FakeDiscord
from tests.fakes.loopback import Call, Upload
from tests.fakes.screen import Impossible
from tests.fakes.telegram import FakeTelegram
from tests.fakes.transcript import Seen, transcript

__all__ = ["Call", "FakeAnthropic", "FakeDiscord", "FakeTelegram", "Impossible", "Seen", "Upload", "transcript"]
