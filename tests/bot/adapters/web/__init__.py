"""Tests of the pages: the real server on loopback, asked as a browser without scripts asks."""
