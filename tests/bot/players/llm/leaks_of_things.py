"""Leaks of who divides or swaps things, or shares: what they are worth to it, what it owns, what it will do next.

The guard that allowed no computed number kept back each of them at the table they are listed for. Sentences stand
between slashes.
"""

LEAKS: dict[str, str] = {
    "trading": """
        Wheat 6, Wood 9, Sheep 16, Brick 22, Ore 43. / Wheat is 6, wood is 9. / Wood is 9 for me.
        Ore counts 43 with me. / An Ore is 43 here. / One Ore equals 8 Wheat for me.
        Ore is as good as four Wood to me. / Ore is worth five Wood to me. / I need 5 Wood to break even.
        5 Wood is my limit. / 4 Wood is my limit. / Four Wood would be too little by 7. / Your offer costs me 16.
        Your 3 Wood leave me 16 short. / Your offer is minus 16 for me. / I have 12 Ore. / I hold 8 Brick.
        I have 8 Brick lying around. / There are 8 Brick in my bag. / I sit on 21 Wheat. / My stock: 21 Wheat, 5 Wood.
        My pile has 8. / I have 17 Sheep to get rid of. / I've 12 Ore, so one is nothing to me. / I'd go down to 4.
        I'd take 4 Wood. / I could live with 4 Wood. / 4 would do. / If you wait I drop to 4. / Next message I'll ask 4.
        Next time I ask only 4 Wood. / Say no once more and I take 4. / I will fold at 4. / I can come down by 1 more.
        I can come down by one more. / My next step is 4. / My last step is 4 Wood.
        Anything above 4 Wood is a gain for me. / More than 4 and I win. / Under 5 I lose. / Below 5 I lose.
        4 is below the limit. / 2 Wood less and I lose. / 1 Wood less and I lose.
        The gap between your offer and my limit is 2. / The gap to my limit is 2 Wood. / I'm 2 above my limit.
        Between us: 2 above my floor. / My values differ by 37 between best and worst.
        Brick and Ore are 21 apart for me. / Ore and Wheat are 37 apart. / The sum of my Wheat and Wood is 15.
        Wheat and Wood make 15 together for me. / I value Ore at forty-three.
        Forty-three for Ore, twenty-two for Brick. / Sheep sixteen. / Wheat six, wood nine. / Wheat half a dozen.
        w6 w9 s16 b22 o43 / 6 9 16 22 43 / Six, nine, sixteen. / My numbers are 6, 9, 16, 22 and 43.
    """,
    "trading of small worths": """
        Wheat 1, Wood 2, Sheep 4, Brick 3, Ore 8. / Sheep 4. / Sheep: 4. / Sheep is 4. / Sheep is four here.
        Sheep gets a 4 from me. / Sheep I rate 4. / I rate Sheep 4. / Ore 8. / Ore: 8, Sheep: 4.
        Ore eight, sheep four. / An Ore brings me 8. / Ore gives me 8. / Ore is 8 in my list. / Ore is 8 for me.
        One Ore is eight to me. / Ore scores 8. / Ore ranks at 8. / Put Ore at 8. / I put Ore at 8 and Sheep at 4.
        My Ore is 8, my Sheep 4. / My list says 4 for Sheep. / 4 is Sheep. / 8 is Ore. / 8 for an Ore, 4 for a Sheep.
        Four for sheep, eight for ore. / Sheep 4 each. / Sheep at 4 apiece. / 4 per Sheep. / 4 points a Sheep.
        Each Sheep adds 4. / Each Sheep adds 4 for me. / Every Ore adds 8. / Losing an Ore takes 8 off.
        Giving an Ore is 8 down. / Giving one Ore is 8 off for me. / An Ore less is 8 less. / An Ore gone is 8 gone.
        Down 8 with every Ore. / I'm down 8 with an Ore gone. / 5 Wood make 10. / 5 Wood are 10 to me.
        The gap between my Ore and my Sheep is 4. / Ore and Sheep are 4 apart with me. / Ore and Sheep are 4 apart.
        Ore and Sheep: 4 apart. / Ore beats Sheep by 4. / Ore minus Sheep is 4. / I have 4 Wheat.
        I own 4 Wheat, 5 Wood. / I hold 7 Ore. / I've 7 Ore. / I have 7 Ore left. / I have seven Ore in all.
        My bag: 4 Wheat, 5 Wood, 8 Sheep, 6 Brick, 7 Ore. / 4 Wheat, 5 Wood, 8 Sheep, 6 Brick, 7 Ore.
        4 Wheat in the bag. / 4 Wheat here. / There are 4 Wheat here. / There's 8 Sheep in my barn.
        8 Sheep in my barn. / 8 Sheep at home. / 8 Sheep in total. / In total I hold 8 Sheep.
        In all there are 8 Sheep on my side. / Eight Sheep altogether. / 7 Ore altogether. / I'm sitting on 7 Ore.
        I came with 7 Ore. / I started with 7 Ore. / I began with 8 Sheep. / I'm left with 7 Ore. / 7 Ore less one is 6.
        I need 4 Wood for it. / 4 Wood is enough. / 4 Wood is enough for me. / 4 Wood would do it.
        4 Wood makes me even. / At 4 Wood I'm even. / 4 and I'm even. / Four and it's a wash. / Above 4 I win.
        Over 4 I gain. / Over 4 it pays. / More than 4 pays. / Not under 4. / Not below 4 ever. / Never less than 4.
        I won't go under 4. / I'd stop at 4. / I stop at 4. / I fold at 4. / I'm out below 4. / My floor is 4.
        4 is the floor. / My limit is 4 Wood. / I'm 1 above my limit. / I can go to 4. / I could go to 4. / I'd go to 4.
        I'll go to 4 next. / Next I'd say 4. / Next time it's 4. / Then 4, then 3. / 5 now, 4 later.
        5 now and 4 in the end. / Wait and it's 4. / Wait and I go to 4. / Hold out and get it for 4.
        Hold out and it's 4. / 4 is coming. / Sheep, 4 pieces. / 4 pieces for a Sheep. / 4 things per Sheep.
        8 things for an Ore. / 8 pieces of joy for one Ore. / Ore: 8 pieces of joy. / Of my 7 Ore, 1 goes.
        1 of my 7 goes. / One of 7. / One of my 7 goes. / 1 out of 7 Ore. / 1 of 7 Ore. / 8 of my things are Sheep.
        8 pieces of Sheep here. / My 8 pieces of Sheep. / I moved 8 in joy. / I lost 8 in joy.
        I've given 8 in joy for an Ore. / I gave 8 for an Ore. / I've gone down 8 with an Ore.
        I went down 8 with the Ore. / The gap is 2 before I lose. / I took 4 for a Sheep.
        I asked 4 for a Sheep, as it is that to me. / Wanted: 4 for a Sheep, 8 for an Ore.
        Wanting 8 for Ore, 4 for Sheep.
    """,
    "balloon": """
        A01 64. / A01 is 64, B02 is 88. / A01 is worth 64 to me. / B02 brings me 88. / B02 gives me 88 points.
        I get 88 for B02. / I score 208 with this. / My set is worth 208. / My set scores 208. / That gives me 208.
        This gives me 208 in all. / A01, B02 and D04 make 208 for me. / Your #3 is 87 to me. / Your #3 gives me 87.
        Your #1 gives me 126. / I'd lose 121 with your #3. / Your #3 is 121 less for me. / I value B02 at 88.
        B02 eighty-eight. / Eighty-eight for B02. / C03 is only 23 here. / C03 twenty-three. / D04: 56. / E05: 39.
        64, 88, 23, 56, 39. / B02 is 24 more than A01 for me. / B02 beats A01 by 24. / B02 > A01 > D04.
        C03 is my least important item. / E05 comes fourth for me. / B02 is my most important one. / My limit is 126.
        I won't go under 126. / Under 126 I refuse. / I need 126. / I need at least 100. / Half of my total is 135.
        My total is 270. / All five give me 270. / In all I could score 270. / My best is 208.
    """,
    "balloon of round worths": """
        A01 100. / A01 is 100. / A01 is 100 here. / A01 is worth 100 to me. / A01 counts 100. / A01 counts 100 with me.
        A01 gives me 100. / A01 brings 100. / A01 scores 100. / A01 rates 100. / I rate A01 100. / A01: 100, B02: 80.
        A01 100, B02 80, C03 20. / A hundred for A01. / One hundred for A01, eighty for B02. / C03 is just 20.
        C03 is just 20 for me. / C03 is only 20. / C03 20, D04 40. / D04 is 40. / D04 forty, E05 sixty. / E05 is 60.
        E05 sixty. / 60 for E05. / A01 is 20 more than B02. / A01 is 20 more than B02 to me. / A01 is 20 above B02.
        B02 is 20 below A01 in my book. / A01 and B02 are 20 apart. / A01 and B02 are 20 apart for me.
        A01 and E05 are 40 apart. / A01 and B02 make 180. / A01 and B02 make 180 for me. / A01 and B02 are 180 together.
        A01 and B02 come to 180. / A01, B02 and D04 come to 220. / A01, B02 and D04 come to 220 for me.
        A01, B02 and D04 add up to 220. / Together that's 220. / Together that's 220 for me. / In total 220 for me.
        My set is 220. / My set makes 220. / That's 220. / That's 220 for me. / That's 220 on my side. / I get 220.
        I get 220 with this. / I score 220. / I'd have 220. / Your #3 leaves me 120. / Your #3 is 100 less for me.
        Your #3 is 100 lower for me. / Your #3 is 100 short. / Your #3 costs me 100. / Your #3 takes 100 from me.
        With #3 I'm down 100. / With #3 I am 100 down. / I'm 100 down with #3. / I'm 100 off with #3. / I'd lose 100.
        I'd give up 100 with #3. / I give up 100 with #3. / I gain 100 over your #3. / I'm up 100 with mine.
        From #3 to this I go up 100. / The difference for me is 100. / The difference between them is 100 for me.
        The gap between B02 and C03 is 60 with me. / The gap for me is 100. / All five make 300. / All five come to 300.
        All five are 300 to me. / 120 is my floor. / 120 is my limit. / My limit is 120. / I'm 100 above my limit.
        There are 100 left for me. / I have 100 to spare. / I've 100 to give. / A01 weighs 100 on my heart.
        A01 weighs 100 with me. / A01 has a weight of 100 in my heart. / C03 weighs just 20 in my mind.
        E05 weighs 60 in my head. / To me A01 weighs 100, B02 80, C03 20. / My load of joy is 220.
        My joy's weight: 220. / A01 is 20 heavier than B02 in my heart. / A01 is 20 heavier for me than B02.
        A01 is 20 better than B02. / B02 is 60 better than C03. / D04 is 20 less than E05.
        Effort for me: 100 A01, 80 B02. / With #3 I'm 100 short. / I'm 100 short with your #3.
        That's 100 short for me. / Your #3 is 100 less than mine. / Mine comes to 220, so somebody is.
        Mine comes to 220, still good. / A01, B02 and D04: 220 in all. / That makes 220, so one of us smiles.
        100 of my 300 is A01. / 100 of 300 is A01. / 220 of 300. / I keep 220 of 300. / I keep 220 out of 300 with this.
        I took 220 of 300. / A01 100 free. / There's 100 left in me. / For 220 we have a deal.
    """,
    "dealornodeal": """
        Book 2, hat 1, ball 2. / Books are 2, hats 1, the ball 2. / A book is worth 2 to me. / A book is twice a hat.
        A hat is half a book for me. / Hats one, books two. / Ball: 2. / The ball and a book are the same to me.
        The ball equals a book for me. / 2 per book. / 2 a book. / I get 6 points. / I get 6. / I get 6 with the books.
        I get six from the books. / The books make 6. / The books make 6 for me. / The books are 6.
        The books are 6 to me. / The books are six together. / The books bring 6 in total. / Three books, six points.
        That's 6 for me. / That's 6. / That's six on my side. / My share is 6. / My share is worth 6. / My total is 6.
        I'd have 6. / I'd score 6. / I score 6. / I'm at 6. / At 6 I'm happy. / Your offer gives me 4.
        Your offer is 4 for me. / Your offer is 4. / Your offer makes 4. / Your offer leaves me 4.
        You leave me with 4. / You leave me four. / With yours I have 4. / Two books are 4. / Two books are 4 for me.
        Two books make four. / I need 5. / I need 5 at least. / I need 5 points. / 5 is my limit. / 5 is enough.
        5 is enough for me. / My limit is 5. / My floor is 5. / Under 5 I walk. / Below 5 I walk. / I walk below 5.
        I stop at 5. / Over 4 I'm in. / More than 4 and I sign. / 4 is too low for me. / 4 is below the limit.
        4 is below my limit. / 10 is all I could get. / In all there are 10 for me. / All of it is 10.
        The hats mean nothing to me. / I don't need hats at all. / My order: books, ball, hats.
        If you wait I'll take two books. / In the end I'd accept your last offer. / I could live with two books.
        Two books would do for me. / I'd take two books. / I'd accept less.
    """,
    "dealornodeal of hats": """
        Hats 5. / Hats: 5. / Hats are 5. / Hats are 5 each. / Hats five. / A hat is 5. / A hat is five.
        A hat is 5 to me. / A hat is 5 points. / A hat is worth 5. / A hat gives 5. / A hat gives me 5.
        A hat brings me 5. / A hat counts 5. / A hat counts 5 for me. / Each hat is 5. / Each hat adds 5.
        Each hat makes 5. / Every hat is 5 more. / 5 per hat. / 5 for a hat. / 5 a hat. / Five a hat.
        Five for each hat. / One hat, five points. / A hat more is 5 more. / A hat less is 5 less.
        Without a hat I'm 5 down. / Without a hat I'm down 5. / Losing a hat is 5 off. / Book 0, hat 5, ball 0.
        Books 0, hats 5, ball 0. / Zero, five, zero. / 0, 5, 0. / Books are 0. / Books are zero.
        Books are zero for me. / A ball is zero. / Only hats count for me. / It's all in the hats for me.
        All my points are in the hats. / All 10 are in the hats. / Two hats make 10. / Two hats are ten.
        Hats are 5 apart from the books. / Hats and books are 5 apart. / Hats and books are 5 apart for me.
        The difference between a hat and a book is 5. / The gap between hat and book is 5 for me.
        A hat is 5 more than a book. / A hat beats a book by 5. / The two hats together are 10. / I get 5 from a hat.
        I need 5. / I need a hat, that's 5. / I want the 5. / Give me 5. / 5 is enough. / 5 is fine with me.
        5 is my limit. / 5 it is for a hat. / In total a hat is 5. / That leaves me 5. / You leave me 5.
        I'm left with 5. / I have 5 then. / Then I have 5. / I end with 5. / I'm at 5. / 5 things a hat.
        5 pieces of luck a hat. / One hat is 5 things of luck. / A hat is 5 pieces of cake. / 5 of my 10 sit in a hat.
        5 of 10 sit in one hat. / Half my 10 sit in one hat. / I took 5 with one hat. / Taking 5 with every hat.
        Wanted: 5 a hat. / Keeping 5 with every hat. / Hats weigh 5 with me. / A hat weighs 5 for me, books 0.
        We're 5 apart on hats. / Hat and book are 5 apart. / I lost 5 with the hat. / I've given 5 with the hat.
        I gave 5 with that hat. / A 5 step per hat. / Each hat is a 5 step. / Each hat is a step of 5.
        All of us get 0 from books. / We all get 0 from a book. / 5 more than before, a hat does. / 5 times a book.
    """,
    "society": """
        I offered carpenter_1 20 %. / carpenter_1 gets 20 from me. / I promised 20 to carpenter_1.
        I also asked miner_1 for 80. / My other offer is 20. / My other partner takes 30. / I can go down to 30.
        I'd take 40. / I'd accept 40 %. / I could live with 40. / 40 is enough for me. / 40 would do for me.
        My limit is 40. / My floor is 40 %. / I won't go under 40. / Under 40 I walk. / Below 40 % I leave.
        I stop at 40. / If you wait I take 40. / Next step I take 40. / Next step I'll go down 10.
        I'd come down 10 more. / I can come down 10 more. / I could come down another 10. / I can still drop 20.
        My room is 10. / I have 10 to give. / In the end I'd take 20. / I hold 3 hammers. / I have 3 wood.
        I have 3 wood and 4 stone. / I've got 4 stone left. / There are 3 hammers in my bag. / My bag holds 3 wood.
        My strategy is to wait. / My instructions say 40. / I was told to take 40.
        My plan is to leave you after step 4. / I plan to betray you at step 4.
    """,
}
