"""Recorded games of every version of the rules, and a store that an older version wrote. They replay to the byte, or
are read as they are.
"""
