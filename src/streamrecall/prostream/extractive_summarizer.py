"""Event phrases and scene categories without a model: key phrases of the block and a small lexicon."""

from __future__ import annotations

from collections import Counter

from streamrecall.records import SemanticBlock, one_line
from streamrecall.text.clauses import statements
from streamrecall.text.key_phrases import key_phrases
from streamrecall.text.telling_words import stems

_EVENT_PHRASES = 2
_EVENT_WORDS = 6

_SCENES = {
    "Work and career": (
        "job work office boss career company business client project meeting interview salary "
        "colleague team manager deadline report promotion startup store shop launch release deploy "
        "server bug customer contract budget sprint ticket code test review"
    ),
    "Family": (
        "family mom mother dad father son daughter kid child children brother sister grandma grandpa "
        "aunt uncle cousin parent baby husband wife"
    ),
    "Friendship and relationships": (
        "friend friendship date dating boyfriend girlfriend partner couple wedding marry married "
        "engaged relationship neighbour neighbor"
    ),
    "Health": (
        "health doctor hospital therapy therapist counseling medicine sick illness surgery injury "
        "pain knee eye diet mental anxiety stress sleep clinic nurse dentist"
    ),
    "Sport and exercise": (
        "sport gym run running race marathon yoga swim football soccer basketball tennis game match "
        "team coach training workout hike hiking climb bike surf ski"
    ),
    "Food and cooking": (
        "food cook cooking recipe bake cake dinner lunch breakfast restaurant cafe coffee meal "
        "chicken soup bread chocolate taste kitchen vegan"
    ),
    "Travel and outdoors": (
        "trip travel vacation holiday flight airport hotel beach mountain camp camping park city "
        "country tour road lake forest trail visit Paris Rome Japan"
    ),
    "Home": (
        "house home apartment flat room kitchen garden roof rent move moving furniture repair deposit "
        "landlord plumber boiler"
    ),
    "Pets and animals": ("dog puppy cat kitten pet animal vet horse turtle bird greyhound fish shelter"),
    "Arts and crafts": (
        "art paint painting draw pottery craft gallery museum sculpture photo photography film movie "
        "theatre theater play script"
    ),
    "Music": ("music song band concert guitar piano violin album sing singer festival tune"),
    "Books and writing": ("book read reading novel author write writing story poem blog journal library"),
    "Games and technology": (
        "game gaming console tournament computer app software laptop phone internet robot program "
        "programming website online"
    ),
    "Learning and school": (
        "school class course study student teacher university college exam degree lecture learn "
        "research professor workshop"
    ),
    "Money": (
        "money pay price cost bank loan invest savings bill euro dollar pound fundraiser charity donate"
    ),
    "Community and causes": (
        "community volunteer charity rights support group campaign event activist lgbtq transgender "
        "pride vote election council church"
    ),
    "Plans and appointments": (
        "plan schedule calendar appointment tomorrow weekend monday tuesday wednesday thursday friday "
        "saturday sunday date party birthday anniversary celebrate"
    ),
}
_OTHER_SCENE = "Other talk"
_LEXICON = {
    word: [name for name, listed in _SCENES.items() if word in stems(listed)]
    for listed in _SCENES.values()
    for word in stems(listed)
}


class ExtractiveSummarizer:
    """Names an event by the telling phrases of its block and a scene by counting lexicon words.

    Both are quotations or fixed categories, never sentences of its own. The lexicon is English and about
    everyday life and office work; what it does not know is filed under ``Other talk``.
    """

    name = "key phrases and scene lexicon"
    reads_leading = False

    def event(self, block: SemanticBlock) -> str:
        """Return ``speakers: phrase, phrase, ...``, or nothing for a block of mere chatter."""
        found = {
            (phrase.text.casefold()): (phrase, turn, position)
            for turn in block.turns
            for position, clause in enumerate(statements(turn))
            for phrase in key_phrases(clause)[:_EVENT_PHRASES]
        }
        best = sorted(found.values(), key=lambda entry: -entry[0].weight)[:_EVENT_PHRASES]
        best.sort(key=lambda entry: (entry[1].index, entry[2], entry[0].start))
        if not best:
            return ""
        speakers = " and ".join(dict.fromkeys(one_line(entry[1].speaker) for entry in best))
        phrase_words = ", ".join(entry[0].text for entry in best).split()[:_EVENT_WORDS]
        return f"{speakers}: {' '.join(phrase_words).rstrip(',')}"

    def scene(self, event: str) -> str:
        """Return the category whose words the event uses most; the first listed wins a tie."""
        votes = Counter(name for word in stems(event) for name in _LEXICON.get(word, ()))
        return min(votes, key=lambda name: (-votes[name], list(_SCENES).index(name)), default=_OTHER_SCENE)
