"""The faults that an attack on the running service found, each held by the test that failed before its mend; and
attacks that found nothing (`test_untried_*`).
"""
