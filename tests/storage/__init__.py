"""Tests of `storage`. `base` holds what every store keeps, over memory, SQLite, a fake Redis, a real one and a cluster;
`redis` and `sqlite` hold what only these have.
"""
