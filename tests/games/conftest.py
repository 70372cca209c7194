"""Failures inside the shared checks are explained like those in tests."""

import pytest

pytest.register_assert_rewrite("tests.games.contract", "tests.games.plays")
