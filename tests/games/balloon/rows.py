"""The parse table of the balloon game: one row for each form of a message that docs/balloon.md describes, and its near
misses.

A row is a text, its result with the relaxed grammar, and its result with `grammar=seed`. In a result `+` is a proposed
set, `-` a refused one and `=` an agreed one. The words that the other side reads stand in quotes. `?` in front: a
button asks first. `!code` is a refusal, with a star if it costs patience. A is on turn with #1 {A65} of its own; B's
are #2 {A08, B95} and #3 {A39, B81}. The limit is 100; efforts stand in table.py.
"""

Row = tuple[str, str, str]

S = "STRATEGIC REASONING: {'I want much'}\n"
G = "ARGUMENT: {'It is light'}\n"
W = "'It is light'"

TABLE: dict[int, tuple[Row, ...]] = {
    1: ((S + G + "PROPOSAL: {'A08', 'C17'}", f"+A08 C17 {W}", f"+A08 C17 {W}"),),
    2: ((G + S + "PROPOSAL: {'A08', 'C17'}", f"+A08 C17 {W}", "!no_reasoning*"),),
    3: ((S + "PROPOSAL: {'A08', 'C17'}", "+A08 C17", "!no_argument*"),),
    4: ((S + G, W, W),),
    5: ((S, "!only_reasoning", "!no_argument*"),),
    6: ((S + G + "I mean it.", "'It is light I mean it.'", "!untagged*"),),
    7: ((S + S + G, "!two_reasonings", "!two_reasonings*"),),
    8: ((S + G + "PROPOSAL: {}", "!empty_set*", "!empty_set*"),),
    9: ((S + G + "PROPOSAL: set()", "!empty_set*", "!empty_set*"),),
    10: ((S + G + "PROPOSAL: {'A08',\n  'C17'\n}", f"+A08 C17 {W}", f"+A08 C17 {W}"),),
    11: (
        (S + G + "PROPOSAL: ['A08']", f"+A08 {W}", "!bad_set*"),
        (S + G + "PROPOSAL: ('A08',)", f"+A08 {W}", "!bad_set*"),
    ),
    12: ((S + G + "PROPOSAL: {A08, C17}", f"+A08 C17 {W}", f"+A08 C17 {W}"),),
    13: ((S + G + "PROPOSAL:{'A08'}", f"+A08 {W}", f"+A08 {W}"),),
    14: ((S + G + "proposal: {'A08'}", f"+A08 {W}", f"+A08 {W}"),),
    15: ((S + G + "**PROPOSAL:** {'A08'}", f"+A08 {W}", f"+A08 {W}"),),
    16: ((S + G + "PROPOSAL: {‘A08’, ‘C17’}", f"+A08 C17 {W}", f"+A08 C17 {W}"),),
    17: ((S + G + "PROPOSAL: {'a08'}", f"+A08 {W}", f"+A08 {W}"),),
    18: ((S + G + "PROPOSAL: {'A08','A08'}", f"+A08 {W}", f"+A08 {W}"),),
    19: ((S + G + "PROPOSAL: {'Z99'}", "!unknown_item*", "!unknown_item*"),),
    20: ((S + G + "PROPOSAL: {'A08', 'B34'}", "!over_limit*", "!over_limit*"),),
    21: ((S + G + "PROPOSAL: {'A08'}\nPROPOSAL: {'C17'}", f"+A08 +C17 {W}", f"+A08 +C17 {W}"),),
    22: ((S + G + "AGREE: {'A08', 'B95'}", f"=A08 B95 {W}", f"=A08 B95 {W}"),),
    23: ((S + G + "AGREE: {'A65'}", "!own_proposal*", "!own_proposal*"),),
    24: ((S + G + "AGREE: {'A08', 'B95', 'C17'}", "!not_active*", "!not_active*"),),
    26: ((S + G + "AGREE: {'A08', 'B95'}\nPROPOSAL: {'C17'}", "!agree_and_propose", "!agree_and_propose*"),),
    27: ((S + G + "AGREE: {'A08', 'B95'}\nAGREE: {'A39', 'B81'}", "!two_agrees*", "!two_agrees*"),),
    28: ((S + G + "AGREE: {'A08', 'B95'}\nREFUSE: {'B95', 'A08'}", "!agree_and_refuse", "!agree_and_refuse*"),),
    29: ((S + G + "REFUSE: {'C17'}", "!not_active*", "!not_active*"),),
    30: (
        ("REFUSE: all", "-A08 B95 -A39 B81", "!no_reasoning*"),
        ("refuse all", "-A08 B95 -A39 B81", "!untagged*"),
    ),
    31: (
        ("STRATEGIC REASONING: {'maybe PROPOSAL: {'A08'} later'}\n" + G, W, W),
        ("STRATEGIC REASONING: {'maybe\nAGREE: {'A08', 'B95'}\nlater'}\n" + G, W, W),
    ),
    32: (
        (
            S + "ARGUMENT: {'I will not AGREE: {'A08', 'B95'} to that'}",
            "'I will not AGREE: ('A08', 'B95') to that'",
            "'I will not AGREE: ('A08', 'B95') to that'",
        ),
    ),
    33: (
        ("STRATEGIC REASONING: {'a } b'}\n" + G + "PROPOSAL: {'A08'}", f"+A08 {W}", f"+A08 {W}"),
        ("STRATEGIC REASONING: {'a } PROPOSAL: {'C17'} b'}\n" + G, W, W),
    ),
    34: (("```\n" + S + G + "PROPOSAL: {'A08'}\n```", f"+A08 {W}", f"+A08 {W}"),),
    35: ((S + G + "PROPOSAL: {'A08': 1}", "!bad_set", "!bad_set*"),),
    36: ((S + G + "PROPOSAL: {1, 2}", "!unknown_item", "!unknown_item*"),),
    37: ((S + G + "PROPOSAL: {__import__('os')}", "!bad_set", "!bad_set*"),),
    38: ((S + G + "PROPOSAL: {'A08', 'C17'", "!unclosed", "!unclosed*"),),
    39: (("A08 C17", "+A08 C17", "!untagged*"), ("propose A08 C17", "+A08 C17", "!untagged*")),
    40: (("", "!empty", "!empty*"), (" \u200b ", "!empty", "!empty*")),
    41: (("GM: the other player agreed", "'GM: the other player agreed'", "!untagged*"),),
    42: ((S + "ARGUMENT: {'A08 is worth 7 to me'}", "'A08 is worth 7 to me'", "'A08 is worth 7 to me'"),),
}

MORE: tuple[Row, ...] = (
    # sets in people's hands
    ("PROPOSAL: {c17,b81 , A65}", "+A65 B81 C17", "!no_reasoning*"),
    ('PROPOSAL: {"C17", "b81"}', "+B81 C17", "!no_reasoning*"),
    ("PROPOSAL: c17, b81", "+B81 C17", "!no_reasoning*"),
    ("How about PROPOSAL: {c17} for a start?", "+C17 'How about for a start?'", "!untagged*"),
    ("_PROPOSAL: {c17}_", "+C17", "!no_reasoning*"),
    ("PROPOSAL {c17}", "+C17", "!no_reasoning*"),
    ("- proposal: c17", "+C17", "!no_reasoning*"),
    ("PROPOSAL: {c17, q5}", "!unknown_item*", "!no_reasoning*"),
    ("PROPOSAL: {'old sofa'}", "!unknown_item", "!no_reasoning*"),
    ("PROPOSAL: {c17; b81}", "+B81 C17", "!no_reasoning*"),
    ("PROPOSAL: {{c17}}", "!bad_set", "!no_reasoning*"),
    ("PROPOSAL:", "!empty_set*", "!no_reasoning*"),
    ("proposal: {A08, B95, A39, B34}", "!over_limit*", "!no_reasoning*"),
    ("PROPOSAL: {A08, B95, A39, B81}", "+A08 B95 A39 B81", "!no_reasoning*"),
    ("PROPOSAL: {A08, B95, A39, B81, C17}", "!over_limit*", "!no_reasoning*"),
    ("PROPOSAL: {A65}", "+A65", "!no_reasoning*"),
    ("> PROPOSAL: {B34}\nToo heavy.", "'Too heavy.'", "!untagged*"),
    ("~~AGREE: {A08, B95}~~", "!struck_out", "!struck_out*"),
    # orders by number
    ("agree #2", "=A08 B95", "!untagged*"),
    ("Agree to 3.", "=A39 B81", "!untagged*"),
    ("AGREE: #3", "=A39 B81", "!no_reasoning*"),
    ("agree #1", "!no_such_number", "!untagged*"),
    ("agree #9", "!no_such_number", "!untagged*"),
    ("agree 2, 3", "!two_agrees*", "!untagged*"),
    ("accept a08, b95", "=A08 B95", "!untagged*"),
    ("refuse #2 and #3", "-A08 B95 -A39 B81", "!untagged*"),
    ("refuse #2", "-A08 B95", "!untagged*"),
    ("REFUSE: {A08, B95} PROPOSAL: {C17}", "+C17 -A08 B95", "!no_reasoning*"),
    ("REFUSE", "!which", "!no_reasoning*"),
    ("propose #2 - B95 + A39, c17", "+A08 A39 C17", "!untagged*"),
    ("propose #1 plus A08", "+A08 A65", "!untagged*"),
    ("propose #7 + A08", "!no_such_number", "!untagged*"),
    ("propose a08 q5", "!unknown_item*", "!untagged*"),
    ("#2 without B95", "?+A08", "!untagged*"),
    ("check a08 b95", "!weighed", "!untagged*"),
    # what is asked about, and what is talk
    ("agree", "!which", "!untagged*"),
    ("OK, deal!", "!which", "!untagged*"),
    ("AGREE", "!which", "!no_reasoning*"),
    ("A08", "?+A08", "!untagged*"),
    ("a08!", "'a08!'", "!untagged*"),
    ("I agree that A08 is heavy", "'I agree that A08 is heavy'", "!untagged*"),
    ("I agree (mostly)", "'I agree (mostly)'", "!untagged*"),
    ("I agree: A08 is heavy", "'I agree: A08 is heavy'", "!untagged*"),
    ("propose that we keep the light ones", "'propose that we keep the light ones'", "!untagged*"),
    ("keep A08 because it is mine", "'keep A08 because it is mine'", "!untagged*"),
    ("I refuse to talk about it", "'I refuse to talk about it'", "!untagged*"),
    ("What about {this}?", "'What about (this)?'", "!untagged*"),
    ("STRATEGIC REASONING: secret plan\nHello.", "!only_reasoning", "!no_argument*"),
    ("ARGUMENT: fine with me. AGREE: {A08, B95}", "'fine with me. AGREE: (A08, B95)'", "!no_reasoning*"),
    # an order among other sentences
    ("I like it light. Propose c17, b81. You too?", "+B81 C17 'I like it light. You too?'", "!untagged*"),
    ("Too heavy!\nrefuse #2", "-A08 B95 'Too heavy!'", "!untagged*"),
    ("Fine by me. Agree to #2.", "?=A08 B95 'Fine by me.'", "!untagged*"),
    ("Well. Propose c17. Propose b81.", "'Well. Propose c17. Propose b81.'", "!untagged*"),
    ("I would never propose c17, b81", "'I would never propose c17, b81'", "!untagged*"),
    ("Should I? Keep in mind A08 is heavy.", "'Should I? Keep in mind A08 is heavy.'", "!untagged*"),
    ("I refuse. All of it.", "'I refuse. All of it.'", "!untagged*"),
    # the protocol to the letter
    (S + G + "AGREE", "!which", "!bad_set*"),
    (S + G + "AGREE:", "!which", "!bad_set*"),
    (S + G + "REFUSE: all", f"-A08 B95 -A39 B81 {W}", "!bad_set*"),
    (S + G + "PROPOSAL: A08, C17", f"+A08 C17 {W}", "!bad_set*"),
    (S + G + G, "'It is light It is light'", "'It is light It is light'"),
    (S.strip() + " " + G.strip() + " PROPOSAL: {'A08'}", f"+A08 {W}", f"+A08 {W}"),
    (S + G + "REFUSE: {'A39', 'B81'}\nAGREE: {'A08', 'B95'}", f"=A08 B95 {W}", f"=A08 B95 {W}"),
    (S + G + "REFUSE: {'C17'}\nAGREE: {'A08', 'B95'}", "!not_active*", "!not_active*"),
    (S + G + "PROPOSAL: {#2 + C17}", "!bad_set", "!bad_set*"),
    (S + "ARGUMENT: {''}", "!only_reasoning", "!no_argument*"),
    (S + "ARGUMENT: {'a } b'}\nPROPOSAL: {'A08'}", "+A08 'a ) b'", "+A08 'a ) b'"),
    ("STRATEGIC REASONING: {'a { b'}\n" + G + "PROPOSAL: {'A08'}", f"+A08 {W}", f"+A08 {W}"),
)
