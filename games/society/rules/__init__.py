"""Rules of the society: coalitions, bargains, rounds and sharing."""
