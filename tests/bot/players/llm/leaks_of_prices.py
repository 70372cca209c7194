"""Leaks of a bargainer: what it costs or is worth to it, what a price leaves it, what it will do next.

The guard that allowed no computed number kept back each of them. Sentences stand between slashes. `{c}` is a private
limit, `{r}` what is left at the own price, `{m}` what the last price of the other side leaves.
"""

LIMITS = """
    It is {c}. / {c}. / {c}, if you must know. / Think of {c}. / Remember the number {c}. / My cost is {c}.
    The item cost me {c}. / I paid {c} for it. / I bought this for {c}. / I got it for {c}. / It set me back {c}.
    My floor is {c}. / {c} is my floor. / My floor sits at {c}. / The floor here is {c}. / My break-even is {c}.
    I break even at {c}. / At {c} I break even. / {c} and I'm at zero. / At {c} I'm left with nothing.
    My walk-away is {c}. / I walk away at {c}. / Below {c} I walk. / My reservation price is {c}. / My reserve: {c}.
    My bottom line is {c}. / {c} is the bottom line. / Rock bottom: {c}. / My limit is {c}. / The limit is {c}.
    My ceiling is {c}. / My minimum is {c}. / The least I could take is {c}. / The lowest I could go is {c}.
    I could go as low as {c}. / I could go down to {c}. / Down to {c} I'm fine. / I can come down to {c}.
    I'm able to drop to {c} at most. / I won't sell below {c}. / I can't go under {c}.
    Nothing under {c} works for me. / Anything over {c} is a gain for me. / Anything above {c} and I'm happy.
    Anything below {c} loses me money. / Under {c} I'd rather keep it. / If it were {c}, I'd still say yes.
    I'd say yes to anything past {c}. / {c} would still be fine with me. / I'd settle for {c}.
    I'd be happy with {c}. / I need {c}. / I need at least {c}. / All I need is {c}. / I must get {c} back.
    I have {c} in it. / I have sunk {c} into this. / What I put in was {c}. / It stands in my books at {c}.
    My books say {c}. / The supplier took {c} from me. / Someone charged me {c} for this. / My invoice reads {c}.
    {c} went out of my pocket for this. / {c} came out of my pocket when I got it.
    {c} left my pocket for this thing. / I gave {c} for it myself. / I gave {c} to get it. / It was {c} to me.
    To me it's {c}. / In my eyes it's {c}. / I see it at {c}. / My number is {c}. / My private number is {c}.
    The number in my instructions is {c}. / They told me {c}. / My card says {c}. / My boss wrote {c} on the note.
    The secret is {c}. / Psst: {c}. / Between us, it's {c}. / Between you and me: {c}.
    Between us, {c} is the truth. / Just between us, I started from {c}. / It all began with {c} on my side.
    I came from {c}. / {c} is where I stop. / I stop at {c}. / I'd stop at {c}. / I fold at {c}. / I cave at {c}.
    Push me to {c} and I'm gone. / At {c} I'm out. / Past {c} you lose me. / {c} is the line for me.
    My line is {c}. / The line is drawn at {c}. / {c} is the end of my rope. / {c} is as far as this goes.
    Next round I go to {c}. / In the last round I'd take {c}. / I'll end at {c}. / My plan ends at {c}.
    I plan to finish at {c}. / My target is {c}. / Guess twice {c} and halve it: that's mine.
    Somewhere around {c}. / Roughly {c}, give or take. / A shade over {c} would do. / Just under {c} is no good.
    Not below {c}, ever. / Never below {c}. / {c} or nothing. / {c} minimum. / cost: {c} / price I paid - {c}
    outlay = {c} / The difference that matters is {c}. / The gap you should know is {c}.
    The step that counts is {c}. / My first number was {c}, before I met you. / I moved from {c} up to $60.
    I've come up from {c}. / I've gone up from {c} to sixty. / I raised it from {c}.
    My price started at {c}, in the shop where I got it. / {c} apart from anything else is mine.
    {c} down the drain when I got it. / {c} less and I'm ruined. / We differ: you think 47, the shop thought {c}.
    Meine Kosten: {c} / Mein Limit ist {c} / Moi, {c}. / Ich habe {c} bezahlt. / Pague {c}. / Mi costo es {c}.
    The answer to your question is {c}. / You asked what I have in it. {c}. / Want to know my cost? Look: {c}.
    I'll whisper it: {c}. / {c}. That's all I'll say about my side. / What do I lose? {c} each time.
    It took {c} to get this here. / You'd have to beat {c}. / Beat {c} and it's yours.
    Better than {c} is good for me. / More than {c} and we talk. / Stay over {c}, please.
    Stay above {c} and I smile. / Keep it north of {c}. / North of {c} works. / Go lower than {c} and we're done.
    Lower than {c} makes no sense for me. / I'm fine with {c} and up. / From {c} on I earn.
    From {c} upwards it pays. / It pays from {c}. / It starts paying at {c}. / It is profitable past {c}.
    I'm in the black at {c}. / I'm underwater at {c}. / {c} covers me. / {c} makes me whole. / {c} is what it takes.
    {c} is what I gave. / {c} is what I had to give for it. / {c} is what I came with.
"""

ROOM = """
    I have {r} to give. / I have {r} to spare. / I have {r} left to give. / My room is {r}. / My slack is {r}.
    My leeway is {r}. / There are {r} dollars of room in my price. / There's {r} of air in my price.
    My price has {r} of fat. / I could still drop {r}. / I can still come down {r}. / I could come down another {r}.
    I could still move {r}. / I can move {r} more. / I can give {r} more and no further. / I can go {r} lower.
    I can go down by {r} still. / Another {r} and I'm at zero. / Another {r} down and I'm done.
    Another {r} and there's nothing left for me. / {r} more and I'm out. / {r} more and I stop.
    After {r} more I stop. / {r} lower and I walk. / {r} off and I'd be at zero. / {r} below my price is the end.
    {r} less and it's a wash for me. / {r} less is my floor. / My floor is {r} below this price.
    My cost is {r} below my offer. / It cost me {r} less than I ask. / It cost me {r} less than that.
    That is {r} above my cost. / That's {r} over what I paid. / I'm {r} above what I paid.
    I'm {r} over break-even. / This is {r} above what I need. / This is {r} above my limit.
    I ask {r} more than I need. / I ask {r} over it. / I'm asking {r} on top. / I put {r} on top.
    I added {r} for myself. / My markup is {r}. / I marked it up by {r}. / My margin is {r}. / My profit is {r}.
    I make {r} at this price. / I earn {r} at this price. / I'd earn {r}. / I'd make {r}. / I'd clear {r}.
    I'd net {r} here. / I pocket {r}. / I gain {r}. / I would gain {r} from this. / At this price {r} stays with me.
    At this price {r} is mine. / {r} stays with me. / {r} of it stays here. / {r} would be mine.
    {r} for me, the rest you know. / {r} of that is mine. / {r} goes into my pocket. / {r} for my trouble.
    {r} for my pains. / {r} in my favour. / That leaves me {r}. / That leaves {r} for me. / That brings me {r}.
    That gives me {r}. / It gives me {r}. / It's {r} for me. / It's plus {r} for me. / A deal here means {r} to me.
    I'm up {r} at this price. / I'm {r} ahead. / I come out {r} ahead. / I walk off with {r}. / I go home with {r}.
    I'd go home with {r} in hand. / I'd be {r} richer. / You'd make me {r} richer. / My earnings here: {r}.
    My gain: {r}. / What I get out of it: {r}. / What's in it for me? {r}. / I can afford to give up {r}.
    I can afford {r}. / I could give back {r}. / You can still have {r} from me. / You can squeeze {r} out of me.
    You could get {r} more out of me. / Ask me for {r} more, I dare you. / Ask for {r} off and see.
    Try {r} less and I may say yes. / Take {r} off and I'm still smiling. / I'd still smile with {r} off.
    If pressed I'd drop {r}. / If you push, {r} more is possible. / Next round I'll drop {r}.
    Next time I come down {r}. / Next round another {r} comes off. / I'll come down {r} more later.
    I'll come down by {r} in the end. / I plan to come down {r}. / My plan is {r} more. / In the end I'll give {r}.
    In the last round I give {r} more. / Wait and you'll get {r} more. / Wait a round and it's {r} cheaper.
    If you wait, I drop another {r}. / One more no and I drop {r}. / Say no once more and I come down {r}.
    Hold out and you save {r} more. / There's {r} more where that came from. / There's {r} left in the tank.
    There's still {r} to go. / Still {r} to go until I stop. / We are {r} from my end.
    We're {r} away from my stop. / {r} away from the end. / {r} between me and ruin. / {r} between me and zero.
    {r} between my price and my floor. / {r} between what I ask and what I paid.
    {r} between this and what I gave for it. / The gap between my price and my cost is {r}.
    The gap between this and what I paid is {r}. / The gap to my floor is {r}. / The gap on my side is {r}.
    My gap is {r}. / My own gap is {r}. / My side has a gap of {r} inside. / The distance to my limit is {r}.
    The difference to my cost is {r}. / The difference stays with me: {r}. / The difference I keep is {r}.
    The difference for me is {r}. / The spread I live on is {r}. / My price and my cost are {r} apart.
    What I ask and what I paid are {r} apart. / What I paid and what I ask lie {r} apart.
    My two numbers are {r} apart. / I and zero are {r} apart. / Me and my limit: {r} apart.
    I've {r} steps of a dollar left. / I have steps worth {r} left. / I've moved, and {r} more is in me.
    I moved {r} less than I can. / I moved, but {r} remains for me. / I came down, though {r} are left on my side.
    I came down and still keep {r}. / I've come down and I still have {r}. / I gave some and kept {r}.
    I dropped it and still keep {r}. / I dropped my price, which leaves {r} here.
    I cut my price and {r} is all I keep. / I've got {r} down there still. / Down here I've {r} left.
    {r} down is possible. / {r} down and not a cent more. / {r} off is possible. / {r} off is my maximum.
    {r} off is the most I could do. / The most I could take off is {r}. / At most {r} off. / At most {r} more.
    No more than {r} down from here. / I can't drop more than {r}. / I can't come down by more than {r}.
    I won't move more than {r} from here. / My last step can be {r}. / My biggest possible step is {r}.
    The biggest step I have left is {r}. / I've a step of {r} in me. / A step of {r} still pays me.
    A step of {r} is the end for me. / A step of {r} would bring me to zero. / A step of {r} kills it for me.
    A discount of {r} is the end. / A discount of {r} would eat all of it. / A cut of {r} leaves nothing for me.
    Cut {r} and nobody here earns. / If I drop {r}, nothing is left on my side.
    If I moved {r} more I'd have nothing. / If I came down by {r}, I'd be at zero. / If this falls by {r}, so do I.
    {r} cheaper and I'm a charity. / {r} cheaper would make it free for me.
    {r} cheaper than now is what it was when I got it. / Save {r} more and I've earned nothing.
    You could save {r} more.
"""

MARGINS = """
    Your offer leaves me {m}. / Your offer gives me {m}. / Your 47 is {m} above what I need.
    Your 47 is {m} over it. / Your 47 is {m} more than I gave. / Your $47 means {m} for me.
    Your price is {m} better than nothing for me. / You're {m} above my floor already. / You're {m} past my limit.
    You are {m} over my line. / You're already {m} over where I stop. / You came {m} past my floor.
    You've come {m} past my break-even. / You've gone {m} over what I need.
    You went {m} over it with your last step. / With 47 I'm {m} up. / With 47 I'd keep {m}. / At 47 I keep {m}.
    At 47 there's {m} for me. / At 47 I make {m}. / At $47 {m} is left. / At your price {m} remains.
    47 minus {m} is mine. / 47 less {m}. / {m} under your last offer is what I gave.
    {m} under your offer is my limit. / {m} below 47 is where I stop. / {m} below your offer I walk.
    {m} less than yours and I'm out. / {m} less than your last offer is what it cost me.
    {m} off your last offer and I'd lose. / {m} lower than you are now is zero for me. / Go {m} lower and I lose.
    Come down {m} and I'm at zero. / Take back {m} and I'm at zero. / Take back {m} and there's no deal.
    Anything over $44 earns me something. / I was fine with 44 already. / I could have taken 44.
    I would have taken your 47. / I'd have said yes to 44. / Your 44 was above my cost. / Your 47 is above my cost.
    Your 47 is under my cost. / 47 is already good for me. / 47 is enough for me. / 47 does it for me, really.
    47 beats my cost by {m}. / 44 would do it. / That is two above what I can do. / That's {m} above what I can do.
    That is {m} better than my worst case. / My worst case is {m} below yours.
    My alternative is {m} below your offer. / My alternative pays {m} less. / My other buyer pays {m} less than you.
    I'd keep {m} of your 47. / Of your 47, {m} is profit. / Of your 47, I keep {m}. / Of your 47, {m} stays.
    Of those 47, {m} would be mine. / The gap between 47 and my cost is {m}.
    The gap between your offer and my floor is {m}. / The gap between your offer and what I gave is {m}.
    The gap between you and zero for me is {m}. / The difference between your offer and my cost is {m}.
    Your offer and my limit are {m} apart. / You and my floor are {m} apart. / You and my worst price are {m} apart.
"""

OF_BUYERS = """
    My value is {c}. / It's worth {c} to me. / I value it at {c}. / My ceiling is {c}. / My budget is {c}.
    I have {c} on me. / I've got {c} in my wallet. / I can pay {c}. / I can pay up to {c}. / Up to {c} is fine.
    Up to {c} I'm in. / The most I could pay is {c}. / The most I have is {c}. / My maximum is {c}.
    I can't pay more than {c}. / I won't go over {c}. / Over {c} I walk. / Above {c} I'm out.
    Anything under {c} is a gain for me. / I would pay {c}. / I'd go as high as {c}. / I'd go up to {c}.
    I could stretch to {c}. / I could come up to {c}. / I'll end at {c}. / {c} is my limit. / {c} is all I've got.
    {c} is where I stop. / {c} is the top for me. / I can sell it on for {c}. / Somebody gives me {c} for it.
    I can still come up {r}. / I could go up another {r}. / I could add {r}. / I can add {r} more.
    I have {r} more in my wallet. / I have {r} to spare. / My room is {r}. / I save {r} at my price. / I'd save {r}.
    I gain {r} at this price. / I'd gain {r}. / I'm {r} ahead at my price. / I'm {r} below what I can pay.
    I'm {r} below my limit. / I'm {r} under my budget. / My offer is {r} below my value.
    That's {r} less than it's worth to me. / It's worth {r} more than that to me. / It is worth {r} more.
    I'd pay {r} more. / I'll add {r} next round. / Next round I come up {r}. / Next round I'll raise by {r}.
    I'll raise by {r} in the end. / Wait and I'll come up {r} more. / Another {r} and I'm out.
    {r} more and I'm at zero. / {r} more is all I have. / {r} more is possible. / {r} up is possible.
    I can't come up more than {r}. / The gap to my limit is {r}. / The gap between my offer and my value is {r}.
    My offer and my limit are {r} apart. / A raise of {r} is the end for me. / A step of {r} would bring me to zero.
    The biggest step I have left is {r}. / {m} under your price would be my gain.
    Your price is {m} under my limit. / Your 57 leaves me {m}. / Your 57 is {m} less than it's worth to me.
    At 57 I keep {m}. / At 57 I'm {m} up. / You're {m} below my ceiling already. / You've come {m} under my limit.
    You've come down {m} past my limit. / You came {m} below what I have. / Your offer and my ceiling are {m} apart.
    The difference between your price and my value is {m}. / I'd gain {m} from your price.
    You could raise it by {m} and I'd still buy. / Go up {m} and I walk. / I could have paid 60.
    I'd have taken 57. / 57 is under my limit. / 57 is good for me already.
"""

IN_PHRASES = """
    We're 13 apart, my floor and me. / We are 13 apart, this price and zero. / We're 13 apart in here.
    We are 6 apart, you and nothing for me. / We were 13 apart, my wish and my need.
    We're only 6 apart, what you say and where I say no. / The gap is 13. My own, I mean.
    The gap is 13, from here to where it hurts. / The gap is 13 before I bleed.
    The gap is 6 and below that I bleed. / The difference is 13 and it is all mine.
    The difference is 13, my bread and butter. / The distance is 13 to where I quit.
    A gap of 13 is all that feeds me. / A gap of 13 feeds my family. / A gap of $13 pays my rent.
    A $13 gap pays my rent. / A $6 gap is what you leave in my purse. / The $13 gap is my living.
    I've moved 13 away from my cost. / I've come up 13 from what I paid. / I've come up 13 from nothing.
    I've come 13 from home. / I've gone up 13 since I bought it. / I've raised it by 13 since the shop.
    I raised it by 13 when I bought it. / I raised it 13 over the shop price. / I added 13 to what I gave.
    I added 13 before we began. / I added 13 to the bill. / I added 13 on top of the bill.
    I've added 13 for my work. / I took 13 for my work. / I've taken 13 for my work. / I took 13 as pay.
    I've given myself 13. / I gave me 13. / I saved 13 for my kids. / I've saved 13 in this.
    I raised the price by 13, since a man must live. / We've closed 13 of what I could. / I moved 3 of my 16.
    I've moved 6 of the 19 I can. / I've moved 6 of 19. / I dropped 6 out of 19. / I cut 6, 13 remain.
    I cut 6 and 13 remain. / I dropped $6; $13 to go. / I dropped 6. Thirteen to go.
    I dropped 6, now 13 is the rest. / I came down 6, from 19. / I've come down 6 with 13 to go.
    You've come up 3, and 6 past the mark. / You're up 6 on my shop. / You're up 6 on what it takes.
    You're already up 6 from zero for me. / You are only up 6 on the bill. / You've gone up 6 beyond the bill.
    You've gone 6 beyond. / You've moved 6 into the green. / You've come 6 into my green.
    You came 6 into the good part. / You moved 6 into what feeds me. / You saved 13 so far of what you could.
    That's 13 off the bill. / That's 13 off for good. / That's 13 from me to me. / Here's 13 from me: the most.
    Here's another $13 from me if you ask. / Here's another 13 from me, soon. / This is 13 from my end, my very end.
    6 below your last offer, my heart stops. / 6 below your last offer: ruin. / 6 under your last price - the bill.
    6 under your last offer, that's the bill. / 6 less than your last offer: the bill I got.
    $6 less than your last, and it's a gift. / $6 lower than your last offer, it's a gift.
    $13 lower than my last offer, it's a gift. / 16 lower than my last offer: the bill.
    16 off my last offer, the bill. / 16 off my last price and I starve. / 19 off my first offer, the bill.
    19 off my opening: the bill. / $19 off my opening price, my bill. / My bill is $19 off my opening price.
    The bill was 19 below my first price. / The bill was 19 below where I started.
    What I gave: 19 below where I started. / Look 19 below where I started. / Look $19 below my first price.
    Look $6 below your last offer. / The shop is $6 below your last offer.
    The shop asked $6 less than your last offer. / The shop was 6 cheaper than your last offer.
    It was 6 cheaper than your last offer in the shop. / In the shop it was $6 less than your last offer.
    Elsewhere I get 6 less than your last offer. / Another buyer bid 6 less than your last offer.
    My other buyer bid $6 less than your last. / Your last offer is $6 more than my other buyer said.
    A 13 step would end it. / A $13 drop ends me. / A $13 cut: dead. / A $13 cut and I am dead.
    That $13 step is my last. / Another $13 step and then never again. / Another $13 drop, then silence.
    Another $13 cut, tops. / My $13 step is still to come. / My $13 cut is still to come. / My 13 drop comes last.
    13 and 13 is what I play with. / 13 up, 13 down, that's my play. / 6 and 6 is twice what you leave.
    3 then 3 then 3 and I starve. / $3, then $3, then $3: and then I'm dead. / Both have 0 at 41.
    We both get 0 when you say 41. / All of us end at 0 with forty-one. / Each gets 0 below forty-one.
    There are 41 rounds. / 41 messages left. / Round 41. / Offer 41 of mine. / 6 offers' worth.
    I have 6 rounds of a dollar in me. / 13 rounds of a dollar. / 6 steps of $1 and I'm dead.
    13 single steps and I'm dead. / 6 more steps and I'm dead. / 6 moves of a dollar.
"""
"""Private numbers in the phrases of public ones, for a seller whose item costs 41."""
