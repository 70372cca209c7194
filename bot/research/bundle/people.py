"""Tables about the study and its people: what was declared, who took part, where they stopped, what they answered."""

from typing import Final, get_args

from bot.research.bundle.column import Column, Link, Table, must
from bot.studies.study import Outcome, StageKind

OUTCOMES: Final[tuple[str, ...]] = get_args(Outcome)
STAGES: Final[tuple[str, ...]] = get_args(StageKind)
TO_PERSON: Final = Link(("pid",), "participant", ("pid",))
TO_STAGE: Final = Link(("sid", "pid"), "stage", ("sid", "pid"))
TO_CONDITION: Final = Link(("condition_id",), "condition", ("condition_id",))

STUDY: Final = Table(
    "study",
    "the study, in the version that the bundle was made from",
    (
        must("study_id", "text", "Short name and version of the study: `SLUG@VERSION`."),
        must("slug", "text", "Short name of the study."),
        must("title", "text", "Title, as participants read it."),
        must("version", "integer", "Version of the declaration; a fork of a frozen study raises it."),
        must("state", "text", "State when the bundle was made.", "", ("draft", "frozen", "open", "paused", "closed")),
        must("game", "text", "Game that is played."),
        must("unit", "text", "Unit of all payoffs and of `u_…` columns.", "", ("dollars", "points")),
        Column("config_hash", "text", "Hash of everything that the frozen study loads; empty for a draft."),
        Column("frozen_at", "time", "Time of freezing."),
        must("software_version", "text", "Version of Parley that wrote the bundle."),
        must("schema_version", "integer", "Version of these tables and columns."),
        must("rng_scheme", "text", "How conditions are drawn from the seed of assignment."),
        Column("seed_commitment", "text", "Hash that promised the seed of assignment when the study was frozen."),
        Column("seed_revealed", "text", "Seed of assignment; empty until the study is closed."),
        Column("seed_seal", "text", "Text before the seed in the hash of the commitment; with the seed."),
        must("planned_n", "integer", "Complete sessions wanted in all; 0 for any number.", "sessions"),
        must("turn_minutes", "integer", "Time for each act.", "minutes"),
        must("study_minutes", "integer", "Time for the whole.", "minutes"),
        must("withdrawal", "text", "What becomes of the data of people who withdraw.", "", ("erase", "keep")),
    ),
    ("study_id",),
)
CONDITION: Final = Table(
    "condition",
    "one condition of the design",
    (
        must("condition_id", "text", "Number of the condition in the order of the design: c1, c2, …"),
        Column("label", "text", "Name of the condition; empty if the study has only one."),
        must("weight", "integer", "Places of this condition in each block of the assignment.", "places"),
        Column("planned_n", "decimal", "Complete sessions wanted of this condition; empty for any number.", "sessions"),
    ),
    ("condition_id",),
)
PARTICIPANT: Final = Table(
    "participant",
    "one person who entered the study",
    (
        must(
            "pid",
            "text",
            "Pseudonym: a keyed hash. The second part of the same person has `.2` behind it.",
        ),
        must("platform", "text", "Door that they came through.", "", ("telegram", "discord", "terminal", "web", "sim")),
        Column("lang", "text", "Language of their place, as a BCP 47 tag."),
        must("first_seen_at", "time", "Time of their first entry."),
        Column("ended_at", "time", "Time when their part ended; empty while they are at it."),
        Column("outcome", "text", "How their part ended; empty while they are at it.", "", OUTCOMES),
        Column("last_stage", "text", "Name of the last stage that they reached."),
        Column("last_stage_kind", "text", "Kind of that stage.", "", STAGES),
        Column("condition_id", "text", "Condition that they were assigned; empty before the game."),
        must("n_entries", "integer", "Times they entered; repeats count here and nowhere else.", "entries"),
        must("is_test", "boolean", "An operator's try."),
        must("is_sim", "boolean", "A simulated participant."),
        Column("withdrawn_at", "time", "Time of withdrawal."),
        must("erased", "boolean", "They withdrew and their data were erased: this row is left, with their condition."),
        Column(
            "svo_type",
            "text",
            "Social value orientation: from the angle of the slider, or from six consistent choices of nine.",
            "",
            ("altruistic", "prosocial", "individualistic", "competitive", "unclassified"),
        ),
        Column("svo_angle", "decimal", "Angle of the SVO slider (Murphy, Ackermann and Handgraaf 2011).", "degrees"),
        Column("svo_n_consistent", "integer", "Triple dominance: choices of the most frequent kind.", "choices"),
        Column("attention_failed_n", "integer", "Wrong answers to attention checks.", "answers"),
        Column("comprehension_failed_n", "integer", "Wrong answers to comprehension checks.", "answers"),
    ),
    ("pid",),
    (TO_CONDITION,),
)
STAGE: Final = Table(
    "stage",
    "one stage that one person went through",
    (
        must("sid", "text", "Session of this stage; two people of one game share it."),
        must("pid", "text", "Person."),
        must("stage_no", "integer", "Number of the stage in the person's part, from 1."),
        must("stage", "text", "Name of the stage."),
        must("kind", "text", "Kind of the stage.", "", STAGES),
        must("began_at", "time", "Time when it was opened."),
        Column("ended_at", "time", "Time of its last act; empty while it runs."),
        Column("end", "text", "How it ended, in the words of its game; empty while it runs."),
        must("n_events", "integer", "Events in its log.", "events"),
    ),
    ("sid", "pid"),
    (TO_PERSON,),
)
CONSENT: Final = Table(
    "consent",
    "one answer to the consent, or a withdrawal",
    (
        must("consent_id", "text", "Session of the consent, and the action."),
        must("pid", "text", "Person."),
        must("sid", "text", "Session of the consent stage."),
        must("consent_version", "text", "Version of the consent form."),
        must("text_sha256", "text", "Hash of the form as declared, all its words and options included."),
        must("action", "text", "Action.", "", ("granted", "declined", "withdrawn")),
        must("at", "time", "Time of the action."),
        Column("method", "text", "How the last item was answered.", "", ("button", "typed", "form")),
    ),
    ("consent_id",),
    (TO_PERSON,),
)
ASSIGNMENT: Final = Table(
    "assignment",
    "one assignment of a person to a condition",
    (
        must("assignment_id", "text", "Place and person: `SLOT-PID`."),
        must("pid", "text", "Person."),
        must("condition_id", "text", "Condition."),
        must("slot", "integer", "Place in the order of the design, from 0."),
        must("block_no", "integer", "Block of that place, from 0."),
        must("block_pos", "integer", "Position in the block, from 0."),
        must("block_size", "integer", "Places in a block.", "places"),
        must("method", "text", "How conditions are drawn.", "", ("permuted_block", "single")),
        must("stage", "text", "Stage whose beginning assigned it."),
        must("at", "time", "Time of the assignment."),
        Column("replaces", "text", "Person who held this place before and gave it back."),
    ),
    ("assignment_id",),
    (TO_PERSON, TO_CONDITION),
)
SURVEY: Final = Table(
    "survey",
    "the answer of one person to one item of a form",
    (
        must("pid", "text", "Person."),
        must("sid", "text", "Session of the form."),
        must("stage", "text", "Name of the stage."),
        must("instrument", "text", "Short name of the form; the codebook has the wording of its items."),
        must("instrument_version", "text", "Version of the form."),
        must("item_id", "text", "Short name of the item."),
        must("item_order", "integer", "Position of the item in the form, from 1."),
        must("wording_sha256", "text", "Hash of the item as declared."),
        Column("value_num", "decimal", "Answer to a scale, or the points for oneself of a division."),
        Column("value_other", "decimal", "Points for the other of a division.", "points"),
        Column("value_text", "text", "Value of the chosen option."),
        Column("text_redacted", "text", "Free words, redacted.", words="redacted"),
        Column("text", "text", "Free words, verbatim.", words="full"),
        Column("scale_min", "integer", "Lowest step of a scale."),
        Column("scale_max", "integer", "Highest step of a scale."),
        must("answered_at", "time", "Time of the answer."),
        Column("rt_s", "decimal", "Time since the item was shown.", "s"),
        Column("method", "text", "How it was answered.", "", ("button", "typed", "form")),
        must("skipped", "boolean", "The person skipped the item."),
    ),
    ("sid", "pid", "item_id"),
    (TO_STAGE,),
)
CHECK: Final = Table(
    "check",
    "one answer of one person to one check",
    (
        must("pid", "text", "Person."),
        must("sid", "text", "Session of the form."),
        must(
            "kind", "text", "Attention check, or comprehension check of a tutorial.", "", ("attention", "comprehension")
        ),
        must("item_id", "text", "Short name of the item."),
        must("attempt", "integer", "Number of the answer to this item, from 1."),
        must("response", "text", "Value of the chosen option."),
        must("correct", "boolean", "It was right."),
        must("consequence", "text", "What followed.", "", ("none", "retry", "flag", "end")),
        must("at", "time", "Time of the answer."),
    ),
    ("sid", "pid", "item_id", "attempt"),
    (TO_STAGE,),
)
PAYMENT: Final = Table(
    "payment",
    "what one person's part entitles them to; nothing here pays anybody",
    (
        must("pid", "text", "Person."),
        must("code_kind", "text", "Outcome that the completion code stands for.", "", OUTCOMES),
        must("code_shown", "boolean", "They were shown a completion code."),
        Column("code_shown_at", "time", "Time when it was shown."),
        Column("performance", "decimal", "Share of the most that their side of this game could earn, from 0 to 1."),
        Column("effort", "decimal", "Own words in the game as a part of 40, at most 1."),
        must("lottery_weight", "decimal", "Weight of their ticket: 1 + performance + effort if complete, else 0."),
        Column(
            "lottery_draw",
            "decimal",
            "Ticket: u^(1/weight), with u drawn from the committed seed and the pid. The highest win (Efraimidis and "
            "Spirakis 2006). Empty until the study is closed.",
        ),
    ),
    ("pid",),
    (TO_PERSON,),
)
