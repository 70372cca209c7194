"""Loopback stand-ins for the platforms: strict, with people to act through and faults to inject. See README.md."""

from tests.fakes.loopback import Call, Upload
from tests.fakes.telegram import FakeTelegram
from tests.fakes.transcript import Seen, transcript

__all__ = ["Call", "FakeTelegram", "Seen", "Upload", "transcript"]
