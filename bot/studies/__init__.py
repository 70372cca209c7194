"""Studies: what is declared before people come, how they are assigned, and the stages that they go through."""
