import pytest

from streamrecall.metrics.key_entity_matching import entity_share, key_entities, key_entity_matching


@pytest.mark.parametrize(
    ("answer", "entities", "matched"),
    [
        ("On 11 April at Cawder Mill.", ["11 April", "Cawder Mill"], True),
        ("at cawder mill, on 11 april", ["11 April", "Cawder Mill"], True),
        ("On 11 April.", ["11 April", "Cawder Mill"], False),
        ("On 111 April", ["11 April"], False),
        ("Three dogs", ["3"], True),
        ("3 dogs", ["three dogs"], True),
        ("It cost 5,000 euros", ["5000"], True),
        ("He painted it", ["painting"], True),
        ("the millstone", ["Mill"], False),
        ("It is not mentioned.", ["not mentioned"], True),
        ("", ["Oslo"], False),
        ("anything", [], None),
    ],
)
def test_all_entities_must_be_held(answer, entities, matched):
    assert key_entity_matching(answer, entities) is matched


def test_share():
    assert entity_share("Oslo and Lima", ["Oslo", "Lima", "Cairo", "Quito"]) == 0.5


@pytest.mark.parametrize(
    ("answer", "entities"),
    [
        ("7 May 2023", {"7", "may", "2023"}),
        ("She lives in Utrecht", {"utrecht"}),
        ("Leila and Jonah", {"leila", "jonah"}),
        ("Pottery and painting", {"pottery", "paint"}),
        ("It may rain", {"rain"}),
        ("yes", set()),
    ],
)
def test_keywords_of_a_reference_answer(answer, entities):
    assert set(key_entities(answer)) == entities


def test_a_reference_holds_its_own_keywords():
    for answer in ("7 May 2023", "Leila and Jonah", "Pottery and painting", "The week before 9 June 2023"):
        assert key_entity_matching(answer, key_entities(answer))
