"""Research: simulations, statistics, evaluations and exports."""
