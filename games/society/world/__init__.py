"""The physical stage: a torus with piles and benches, bodies that gather, craft and hand tools over.

Pure like every rule: `place` draws a world, `play_round` advances it by the plans of all seats and tells what happened,
`look` is all that one seat may know of it. Seats are numbers here, carpenters first; names come from the instance.
"""
