"""Tests of `games`; the folders are those of the package. `tiny` holds three complete games for tests of everything
else, and `contract.py` what every game must keep.
"""
