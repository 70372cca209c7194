"""Measurements: `make bench`. Nothing here is a test; timings are never asserted."""
