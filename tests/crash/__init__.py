"""Real processes over a real Redis, killed at random under traffic, and what must hold of the history they leave.
`make crash` kills 200 times; the test kills a few.
"""
