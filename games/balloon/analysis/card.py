def card(state, voice):
    return None
