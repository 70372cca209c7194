"""Analytic players of the society, and the plans that it suggests to people."""
