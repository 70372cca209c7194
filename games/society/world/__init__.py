"""The physical stage: a torus with piles and benches, on which players gather, craft and hand tools over.

Pure like every rule. `place` draws a world, `play_round` advances it by the plans of all seats and returns the events,
and `look` returns one seat's sight. Seats are numbers here, carpenters first; names come from the instance.
"""
