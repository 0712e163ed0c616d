"""What everybody knows about words: things of a kind.

Open-domain questions need such knowledge beside the dialogue. The lists hold words that mean one thing in
ordinary talk; ambiguous ones (a bass, a turkey) are left out. Words for the same thing stand together,
with a slash between them; answers give the one that was said.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_LISTS = {
    "musical instrument": """
        piano guitar violin cello flute clarinet saxophone trumpet trombone ukulele banjo harmonica
        accordion harpsichord theremin bagpipes tambourine xylophone oboe bassoon mandolin
        """,
    "wild animal": """
        monkey gorilla lion tiger elephant giraffe zebra wolf hedgehog squirrel badger kangaroo
        camel crocodile alligator shark whale dolphin penguin octopus dinosaur beaver raccoon
        """,
    "farm animal": "horse cow sheep goat donkey pony",
    "fruit": """
        banana lemon cherry strawberry raspberry grape pineapple mango coconut apricot melon
        watermelon blueberry grapefruit
        """,
    "vegetable": "carrot potato tomato onion cucumber broccoli spinach cabbage lettuce pumpkin celery",
    "hot drink": "coffee tea cocoa cappuccino espresso latte",
    "alcoholic drink": "beer wine vodka whisky/whiskey tequila rum gin champagne martini cider",
    "sport": """
        football soccer basketball baseball hockey tennis golf volleyball rugby cricket racquetball
        bowling archery fencing
        """,
    "vehicle": """
        car bus truck lorry van motorcycle/motorbike bicycle/bike tram train ferry boat
        airplane helicopter spaceship taxi/cab limo/limousine
        """,
    "piece of furniture": "sofa/couch armchair bookcase wardrobe desk dresser cupboard recliner",
    "relative": """
        mother/mom/mum/mommy father/dad/daddy sister/sis brother
        grandmother/grandma/nana/granny grandfather/grandpa aunt/auntie uncle cousin nephew niece
        husband wife son daughter stepmother stepfather
        """,
    "profession": """
        doctor nurse teacher lawyer plumber carpenter waitress waiter chef paleontologist physicist
        orthodontist dentist accountant electrician actor actress architect engineer astronaut
        journalist
        """,
    "item of clothing": "shirt sweater jacket skirt pants/trousers scarf jeans coat",
    "part of the body": "knee elbow shoulder ankle wrist toe finger spine kidney clavicle intestine",
    "metal": "copper zinc aluminium/aluminum platinum titanium",
    "planet": "Venus Mars Jupiter Saturn Neptune Uranus",
    "country": """
        France Germany Italy Spain Portugal England Scotland Ireland Wales Norway Sweden Denmark
        Finland Austria Switzerland Poland Belgium Greece Russia China Japan India Canada Mexico
        Brazil Argentina Egypt Israel Australia Cuba
        """,
    "board or card game": "chess poker monopoly scrabble backgammon checkers",
}


@dataclass(frozen=True, slots=True)
class Things:
    """The things of one kind.

    Attributes:
        says: What a text says when it names one of them, in the singular or plural.
        named: Word -> the thing, called by the first of its words.
    """

    says: re.Pattern[str]
    named: dict[str, str]


def _things(words: str) -> Things:
    named = {word.casefold(): each.split("/")[0] for each in words.split() for word in each.split("/")}
    longest_first = "|".join(re.escape(word) for word in sorted(named, key=len, reverse=True))
    return Things(re.compile(rf"(?<![\w'-])({longest_first})(?:e?s)?(?![\w-])", re.IGNORECASE), named)


KINDS = {kind: _things(words) for kind, words in _LISTS.items()}
"""Kind -> its things."""


def said_as(things: Things, thing: str, text: str) -> str:
    """Return the word by which a text first names a thing; a country or planet keeps its capital."""
    words = [word for word in things.says.findall(text) if things.named[word.casefold()] == thing]
    return thing if not words or thing[0].isupper() else str(words[0]).casefold()


def mentioned(things: Things, text: str) -> tuple[str, ...]:
    """Return the things that a text names, each once, in the order of the text."""
    return tuple(dict.fromkeys(things.named[word.casefold()] for word in things.says.findall(text)))
