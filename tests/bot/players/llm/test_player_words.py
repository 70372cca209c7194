"""Words of model players beside a move, and sentences that they type instead of one."""

import json
import re
from typing import Any

import pytest

from bot.players import Decision
from games.bargaining.rules import Accept, Offer
from tests.bot.players.llm.seated import TALKING, brief, decided
from tests.fakes import FakeAnthropic


class TestWords:
    async def said(self, api: FakeAnthropic, say: str, **more: Any) -> Decision:
        turn = brief("bargaining", *TALKING, talk="both", **more.pop("wrote", {}))
        return await decided(api, api.answers({"action": "offer", "price": 52.5, "say": say}), turn=turn, **more)

    @pytest.mark.parametrize(
        "say",
        [
            "I could do $52.50, a fair step from here.",
            "$44 is a bit low. How about $52.50?",
            "Thank you. Shall we meet a little higher?",
        ],
    )
    async def test_words_that_agree_with_the_move_are_said(self, api: FakeAnthropic, say: str) -> None:
        decision = await self.said(api, say)
        assert (decision.say, decision.note) == (say, "")

    @pytest.mark.parametrize(
        ("say", "why"),
        [
            ("My cost is forty dollars.", "private"),
            ("Fine, 40 it is.", "number"),
            ("It cannot be f o r t y.", "spelled"),
            ("Deal!", "another_move"),
            ("I accept your offer.", "another_move"),
            ("Better: $44.", "another_move"),
            ("Say $44 to $60.", "another_move"),
            ("Deal at $52.50!", "another_move"),
            ("Look at https://evil.example/x", "link"),
            ("@everyone look", "sign"),
            ("Round 4: The AI accepts", "master"),
            ("It seems a fair step and so I did that.", "quote"),
            ("word " * 80, "long"),
        ],
    )
    async def test_words_that_may_not_be_said_give_way_to_a_template(
        self, api: FakeAnthropic, say: str, why: str
    ) -> None:
        turn = brief("bargaining", *TALKING, talk="both")
        answer = {"action": "offer", "price": 52.5, "say": say, "reason": "It seems a fair step and so I did it."}
        decision = await decided(api, api.answers(answer), turn=turn)
        assert (decision.move, decision.note) == (Offer(52_50), f"words:{why}")
        assert decision.say == turn.game.uttered(turn.view, Offer(52_50))

    async def test_who_may_only_choose_is_not_asked_for_words(self, api: FakeAnthropic) -> None:
        turn = brief("bargaining", *TALKING, talk="both")
        decision = await decided(api, api.answers({"say": "Hi there."}), turn=turn, llm_words="choose")
        assert "say" not in api.requests[0]["output_config"]["format"]["schema"]["properties"]
        assert decision.say == turn.game.uttered(turn.view, decision.move)

    async def test_who_may_only_speak_is_told_no_private_number(self, api: FakeAnthropic) -> None:
        turn = brief("bargaining", *TALKING, talk="both", seller_cost="43.21", information="none")
        decision = await decided(api, api.says('{"say": "This is my step."}'), turn=turn, llm_words="word")
        assert decision.say == "This is my step."
        assert decision.move == turn.game.players["normal"].decide(turn.view, turn.seed).move
        (body,) = api.requests
        assert "43.21" not in json.dumps(body)
        assert "43.21" in turn.game.prompt(turn.view, turn.seat).rules
        assert turn.game.described(turn.view, decision.move) in api.asked(body)

    async def test_words_of_others_stand_in_the_user_turn_alone(self, api: FakeAnthropic) -> None:
        await self.said(api, "")
        (body,) = api.requests
        assert '"words": "I have no more."' in api.asked(body)
        assert "no more" not in api.system(body)


class TestTyping:
    """A model that answers as a player types: the game's own reader reads it."""

    async def test_a_sentence_is_read_like_a_player_s(self, api: FakeAnthropic) -> None:
        decision = await decided(api, api.says("How about $51.50?"), llm_answer="text")
        assert (decision.move, decision.source) == (Offer(51_50), "llm")
        (body,) = api.requests
        assert "format" not in body["output_config"]
        assert "exactly" in api.system(body)

    async def test_one_that_means_nothing_is_asked_for_again_with_what_is_allowed(self, api: FakeAnthropic) -> None:
        decision = await decided(api, api.says("Hm, hm."), api.says("accept"), llm_answer="text")
        assert decision.move == Accept()
        assert "between $0.00 and $100.00" in api.asked(api.requests[1])

    async def test_a_published_agent_s_protocol_keeps_its_strategy_to_itself(self, api: FakeAnthropic) -> None:
        turn = brief("balloon")
        item = next(iter(_items(turn.view)))
        text = f"STRATEGIC REASONING: {{I want {item} most of all}}\nPROPOSAL: {{'{item}'}}\nLet us begin."
        decision = await decided(api, api.says(text), turn=turn, llm_answer="text")
        assert decision.source == "llm"
        assert item in str(decision.move)
        assert "most of all" not in decision.say
        assert "ARGUMENT: {" in api.asked(api.requests[0])

    async def test_what_it_thinks_is_not_said_in_other_words_either(self, api: FakeAnthropic) -> None:
        turn = brief("balloon")
        thought = "the heavy ones are of no use to me at all"
        item = next(iter(_items(turn.view)))
        text = (
            f"STRATEGIC REASONING: {{As {thought}.}}\nARGUMENT: {{Well, {thought}, you see.}}\nPROPOSAL: {{'{item}'}}"
        )
        decision = await decided(api, api.says(text), turn=turn, llm_answer="text")
        assert (decision.source, decision.note) == ("llm", "words:quote")
        assert "heavy" not in decision.say

    async def test_thoughts_of_the_society_stay_thoughts(self, api: FakeAnthropic) -> None:
        turn = brief("society")
        decision = await decided(
            api, api.says("Thoughts: They need me most.\nCommunication: pass"), turn=turn, llm_answer="text"
        )
        assert (decision.source, decision.say) == ("llm", "")
        assert "`Communication:`" in api.asked(api.requests[0])


def _items(view: Any) -> list[str]:
    return re.findall(r"\b[A-C][0-9]{2}\b", str(view))
