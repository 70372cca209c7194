"""Measurements: `make bench`. Timings are never asserted; results stand in RESULTS.md.

The test here looks at the measuring, not at the figures.
"""
