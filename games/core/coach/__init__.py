"""The coach: what a seat's decisions were worth among all worlds that fit what the seat could see.

- `engine` is plain statistics: it selects the best alternative of each decision and estimates its gain afresh.
- `sample` draws worlds and weighs them.
- `analyst` makes worlds of any game by the contract's own functions; each game fills in its few questions.
"""
