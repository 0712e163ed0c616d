"""Forms of English verbs that tell what somebody did, has or wants, to turn clauses into questions."""

from __future__ import annotations

from dataclasses import dataclass

_IRREGULAR = """
    beat beat beaten|become became become|begin began begun|bite bit bitten|break broke broken|
    bring brought brought|build built built|burn burnt burnt|buy bought bought|catch caught caught|
    choose chose chosen|cut cut cut|deal dealt dealt|dig dug dug|do did done|draw drew drawn|
    drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feed fed fed|fight fought fought|
    find found found|fly flew flown|forget forgot forgotten|freeze froze frozen|give gave given|
    go went gone|grow grew grown|have had had|hide hid hidden|hit hit hit|hold held held|hurt hurt hurt|
    keep kept kept|lead led led|leave left left|lend lent lent|lose lost lost|make made made|meet met met|
    pay paid paid|put put put|quit quit quit|read read read|ride rode ridden|ring rang rung|run ran run|
    sell sold sold|send sent sent|set set set|shoot shot shot|sing sang sung|sit sat sat|sleep slept slept|
    spend spent spent|spill spilt spilt|stand stood stood|steal stole stolen|stick stuck stuck|
    swim swam swum|take took taken|teach taught taught|tear tore torn|throw threw thrown|wake woke woken|
    wear wore worn|win won won|write wrote written
    """
_REGULAR = """
    accept add adopt apply arrange attend bake book borrow brush call cancel carry change check clean close
    collect complete cook copy count cover crash create cross dance date deliver design destroy develop
    discover divorce drop earn escape fail fill finish fix flood graduate hang hate help hire hug invite join
    kick kiss knit land launch learn like list live love lock manage marry measure miss mix move name need
    offer open order own pack paint park phone pick plan plant play post pour practise practice print
    promise propose prove publish pull push receive record remove rent repair replace rescue return save
    scratch serve share ship shop sign skip solve start stay stop study swap switch test touch trade train
    translate travel turn type use visit volunteer walk want wash watch work wrap
    """


@dataclass(frozen=True, slots=True)
class Verb:
    """One verb in its five forms."""

    base: str
    past: str
    participle: str

    @property
    def third(self) -> str:
        """The form after *she* in the present."""
        if self.base == "have":
            return "has"
        if self.base in ("do", "go") or self.base.endswith(("s", "sh", "ch", "x", "z")):
            return self.base + "es"
        if self.base.endswith("y") and self.base[-2] not in "aeiou":
            return self.base[:-1] + "ies"
        return self.base + "s"

    @property
    def gerund(self) -> str:
        """The form after *is*."""
        if self.base.endswith("e") and not self.base.endswith("ee"):
            return self.base[:-1] + "ing"
        return (self.base + self.base[-1] if _doubles(self.base) else self.base) + "ing"


def _doubles(base: str) -> bool:
    if base in {"cancel", "travel"}:
        return False
    vowels = sum(letter in "aeiou" for letter in base)
    short = base[-1] not in "aeiouwxy" and base[-2] in "aeiou" and (len(base) < 3 or base[-3] not in "aeiou")
    return base in {"begin", "forget", "quit", "swap", "hug"} or (short and vowels == 1)


def _regular(base: str) -> Verb:
    if base.endswith("e"):
        past = base + "d"
    elif base.endswith("y") and base[-2] not in "aeiou":
        past = base[:-1] + "ied"
    else:
        past = (base + base[-1] if _doubles(base) else base) + "ed"
    return Verb(base, past, past)


VERBS: dict[str, Verb] = {
    **{base: _regular(base) for base in _REGULAR.split()},
    **{
        forms.split()[0]: Verb(*forms.split())
        for forms in _IRREGULAR.replace("\n", " ").split("|")
        if forms.strip()
    },
}
BY_PAST = {verb.past: verb for verb in VERBS.values()} | {"burned": VERBS["burn"], "spilled": VERBS["spill"]}
BY_PARTICIPLE = {verb.participle: verb for verb in VERBS.values()} | {"gotten": Verb("get", "got", "gotten")}
BY_GERUND = {verb.gerund: verb for verb in VERBS.values()}
BY_THIRD = {verb.third: verb for verb in VERBS.values()}
UNCHANGED = frozenset(verb.base for verb in VERBS.values() if verb.base == verb.past)
"""Verbs whose past looks like their present, so that a clause does not tell when it was."""
