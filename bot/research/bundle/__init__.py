"""Bundles: the data of a study as tables, with their codebook, hashes and a manifest."""
