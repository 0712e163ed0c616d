"""Words by which decisions, action items and requests are known, per language.

The lists are short on purpose: what they catch should be right. English has most; the other languages have
the commonest forms. A question is known by its mark in any language.
"""

from __future__ import annotations

import re

_DAY = r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|tomorrow|now|next week)"
_ACTING = (
    r"(?:use|using|switch(?:ing)?|mov(?:e|ing)|drop(?:ping)?|keep(?:ing)?|skip(?:ping)?|start(?:ing)?|"
    r"launch(?:ing)?|stop(?:ping)?|cancel(?:l?ing)?|postpon(?:e|ing)|go(?:ing)? (?:with|for|live|"
    r"ahead))"
)

DECISION = {
    "en": (
        r"\b(?:we|they|i|team|board|everyone|committee)(?:'ve| have| has)? (?:all |both |"
        r"finally |just |already )*"
        r"(?:decided|agreed(?! with)|settled|chosen|chose|picked|voted|concluded|resolved)\b",
        r"\b(?:it's|it is|that's|that is|is|are|was|been|got) (?:now |all |finally |officially "
        r")*(?:decided|agreed|settled|final|confirmed|approved|"
        r"rejected|cancell?ed|postponed|rescheduled|called off|signed off)\b",
        r"\b(?:the|our|final|my) (?:final )?(?:decision|verdict|choice) (?:is|was|stands|fell|has been)\b",
        r"\blet'?s (?:just )?(?:go|stick|stay|proceed|settle|do) (?:with|for|on|it|that)\b",
        r"\b(?:go|going|went|stick|sticking|stay|staying) with\b",
        rf"\bfrom (?:{_DAY}|here|the \d\w*|\d\w*) on(?:wards?)?\b",
        r"\b(?:i've|we've|i have|we have|has been|have been|was|is|are|been|got) (?:now )?(?:moved|"
        r"pushed|shifted|brought forward|postponed|rescheduled|cancell?ed|approved|booked|"
        r"confirmed)\b(?! (?:none|no|not)\b)",
        r"\b(?:moves?|moved|pushed|postponed|rescheduled|brought forward|shifted) (?:back )?to (?:\w+ "
        r"){0,2}(?:\d|mon|tues|wednes|thurs|fri|satur|sun|next|tomorrow|jan|feb|mar|apr|may|jun|jul|"
        r"aug|sep|oct|nov|dec|spring|summer|autumn|winter)",
        rf"\bwe(?:'ll| will|'re| are)(?: not| only| just| all)? {_ACTING}\b",
        r"\bwe ?(?:won't|will not|aren't going to|are not going to|'re not going to|no longer)\b",
        r"\bno longer\b",
        r"\bnew (?:plan|date|time|steps|deadline|rule|venue|place|address|price)\b[^?]{0,20}:",
        r"\bthe plan is\b",
        r"\b\w+ it is(?: then)?[.!]*$",
        r"^(?:decision|decided|agreed|resolved)\s*:",
    ),
    "de": (
        r"\b(?:beschlossen|entschieden|abgemacht|geeinigt|vereinbart|verschoben|abgesagt|genehmigt|"
        r"festgelegt)\b",
        r"\bab (?:sofort|jetzt|heute|morgen)\b",
        r"\b(?:es bleibt|wir bleiben) (?:dabei|bei)\b",
    ),
    "es": (
        r"\b(?:hemos|se ha|queda(?:mos)?) (?:decidido|acordado|quedado|en que|cancelad\w+|aplazad\w+|"
        r"aprobad\w+)\b",
        r"\bse (?:cancela|pospone|aplaza|aprueba)\b",
        r"\ba partir de (?:ahora|hoy|mañana)\b",
    ),
    "fr": (
        r"\b(?:on a|nous avons|c'est) (?:décidé|convenu|validé|annulé|reporté|choisi|acté)\b",
        r"\bà partir (?:de maintenant|d'aujourd'hui|de demain)\b",
    ),
    "pt": (
        r"\b(?:decidimos|combinamos|ficou (?:decidido|combinado|marcado)|foi (?:cancelad|adiad|"
        r"aprovad)\w+)\b",
        r"\ba partir de (?:agora|hoje|amanhã)\b",
    ),
    "it": (
        r"\b(?:abbiamo (?:deciso|concordato|scelto)|è stat[oa] (?:decis|annullat|rimandat|spostat|"
        r"approvat)\w+)\b",
        r"\bd'ora in poi\b",
    ),
    "nl": (
        r"\b(?:besloten|afgesproken|uitgesteld|geannuleerd|goedgekeurd)\b",
        r"\bvanaf (?:nu|vandaag|morgen)\b",
    ),
}  # fmt: skip

REQUEST = {
    "en": (
        r"(?<!\bto )\b(?:please|pls|plz)\b(?! (?:everyone|crowd|the crowd|him|her))",
        r"(?:^|[,:;.!?\u2013-] ?|\b(?:and|so|then|hey|hi|ok|okay) )(?:can|could|would|will) (?:you|"
        r"someone|somebody|anyone|anybody|one of you|we)\b(?! (?:believe|imagine|see that|hear|feel|"
        r"tell))",
        r"\bwould you mind\b",
        r"\byou(?:'ll| will)? (?:need to|have to|must|should(?! see| have))\b(?!-)",
        r"\bi(?:'d| would)? (?:need|want|like) you to\b",
        r"\b(?:make sure|don'?t forget|remember to|remind me|keep me posted)\b(?! of\b)",
        r"\blet (?:me|us) know\b(?! if (?:you'd|you need|there's|you have|you want|anything|i can))",
        r"\b(?:to-?do|action item|next step)s?\b\s*[:-]",
        r"\bneeds? to be (?:\w+ed|\w+en|paid|sent|done|made|told|kept|put|set|bought|brought|sold|built)\b",
        r"\b(?:due|deadline|by the latest)\b.*\b(?:by|on|is|until)\b",
    ),
    "de": (
        r"\bbitte\b(?! sehr| schön)",
        r"\b(?:kannst|könntest|würdest|magst) du\b|\b(?:könnt|könntet|würdet) ihr\b|\b(?:können|"
        r"könnten|würden) sie\b",
        r"\b(?:vergiss|vergesst|denk|denkt) (?:nicht|dran|daran|bitte)\b",
    ),
    "es": (
        r"\bpor favor\b|\bporfa\b",
        r"\b(?:puedes|podrías|podéis|podríais|pueden|podrían)\b",
        r"\b(?:no (?:te )?olvides|recuerda|hay que)\b",
    ),
    "fr": (
        r"\bs'il (?:te|vous) pla[iî]t\b|\b(?:stp|svp)\b",
        r"\b(?:peux|pourrais)[- ]tu\b|\b(?:pouvez|pourriez)[- ]vous\b|\b(?:tu peux|vous pouvez)\b",
        r"\b(?:n'oublie[sz]?|il faut)\b",
    ),
    "pt": (
        r"\bpor favor\b",
        r"\b(?:você|vc|vocês) pode(?:m|ria|riam)?\b",
        r"\bnão (?:se )?esque[çc]\w+\b",
    ),
    "it": (
        r"\bper favore\b",
        r"\b(?:puoi|potresti|potete|potreste)\b",
        r"\bnon dimenticar\w*\b",
    ),
    "nl": (
        r"\balsjeblieft\b|\b(?:aub|svp)\b",
        r"\b(?:kun|kan|kunnen|zou) (?:je|jij|jullie|u)\b",
        r"\bvergeet niet\b",
    ),
}  # fmt: skip

COMMITMENT = {
    "en": (
        r"\b(?:i'll|i will|i'm going to|i am going to|i'm gonna|we'll|we will|we're going to|we are "
        r"going to)(?: \w+ly| also| just| then| still)? "
        r"(?!be\b|have\b|sleep\b|never\b|see\b|miss\b|say\b|admit\b|believe\b|bet\b|need\b|know\b|"
        r"not\b|probably\b|always\b|survive\b|die\b|cry\b|love\b|want\b|learn\b|leave it\b)\w+",
        r"\bi (?:have to|need to|must|promise(?:d)?|still (?:have|need) to)\b(?! say| admit| confess| "
        r"know)",
        r"\b(?:i'm on it|on it[.!]*$|will do\b|leave (?:it|that) (?:to|with) me|i can (?:do|take|"
        r"bring|handle|send|ask|call|ring|book|pick)|i'll take (?:it|that|care))",
        r"\blet me (?:check|ask|see|find|look|send|call|ring|know when|take|do|handle)\b",
    ),
    "de": (
        r"\bich (?:werde|kümmere mich|übernehme|schicke|sende|rufe|mache das|frage|bringe|besorge|"
        r"buche|muss noch|schreibe|erledige)\b",
        r"\bwir (?:müssen|sollten|werden)\b",
    ),
    "es": (
        r"\b(?:voy a|yo me encargo|me encargo|tengo que|tenemos que|vamos a)\b",
    ),
    "fr": (
        r"\bje (?:vais|m'en occupe|m'occupe|dois|me charge|te l'envoie|vous l'envoie)\b",
        r"\b(?:on doit|nous devons)\b",
    ),
    "pt": (
        r"\b(?:eu vou|vou (?!bem)\w+r|tenho que|temos que|preciso \w+r|deixa comigo|fico de)\b",
    ),
    "it": (
        r"\b(?:mi occupo|ci penso io|devo|dobbiamo|vado a|bisogna|mando io)\b",
    ),
    "nl": (
        r"\bik (?:zal|ga|moet|regel|stuur|bel)\b",
        r"\bwe moeten\b",
    ),
}  # fmt: skip

ASSIGNMENT = (
    r"\b(?:[A-Z]\w+) (?:will|is going to|has to|needs to|must|should) (?!surely\b|definitely\b|be\b|"
    r"have\b|love\b|never\b)\w+"
)
"""A named person who is to do something; read with capitals as written."""

_VERBS = (
    "add answer ask book bring buy call cancel change check choose clean collect come confirm contact "
    "copy create delete deploy download drop email fill find finish fix follow forward get give go hand "
    "help hold invite join keep leave mail make meet merge message move open order pay phone pick post "
    "prepare print publish pull push put read remind remove rename reply reserve restart review ring run "
    "save schedule send set share ship show sign start stop submit switch take talk tell test text try "
    "turn update upload use wait watch write"
)
IMPERATIVE = (
    r"^(?:(?:and|then|so|ok|okay|also|now|just|please|first|next),? )*(?:(?:[A-Z]\w+|everyone|all|"
    r"guys|folks|team)(?: and [A-Z]\w+)?, )?"
    r"(?:(?:please|just|also|now|then|kindly),? )*(?:do not |don'?t )?(?:" + "|".join(_VERBS.split()) + r")\b"
    r"(?!,|\s*:|\s+#?\d|!*$|\.*$| (?:care|it easy|forward|that|a break|about it|on|me about|to think|"
    r"time|a look at this|well|up!|this one|\w+ing\b|you|is|was|are|were)\b|ing\b|s\b|ed\b)"
)
"""A sentence that begins with what to do, after an optional name."""

PROPOSAL = (
    r"\b(?:let'?s|shall we|how about|what about|what if we|why don'?t we|should we|i (?:suggest|"
    r"propose)|i'?d (?:suggest|propose|go for)|"
    r"maybe we (?:could|should)|we could|wollen wir|sollen wir|qué tal si|et si on|que tal|vamos|"
    r"zullen we)\b"
)
AGREEMENT = (
    r"^\W*(?:agreed|deal|done deal|ok(?:ay)?(?: for me| with me)?|fine(?: by| with| for)?(?: me)?|yes|"
    r"yep|yeah|sure|works(?: for me)?|sounds good|perfect|"
    r"let'?s do (?:it|that)|approved|go ahead|\+1|👍|einverstanden|abgemacht|passt|de acuerdo|vale|"
    r"d'accord|ça marche|combinado|d'accordo|va bene|akkoord)\b"
)
ANSWER = (
    r"^\W*(?:yes|yep|yeah|yup|no|nope|nah|not yet|sure|of course|done|ok(?:ay)?|probably|maybe|never|"
    r"always|because|it'?s|they'?re|i think|i don'?t|"
    r"i did|i do|i have|i'?ve|ja|nein|doch|sí|si|oui|non|sim|não|certo|nee)\b"
)


def compile_cues(*languages: dict[str, tuple[str, ...]]) -> re.Pattern[str]:
    """Return one pattern, blind to case, that finds any cue of the tables in any language."""
    cues = [cue for table in languages for patterns in table.values() for cue in patterns]
    return re.compile("|".join(f"(?:{cue})" for cue in cues), re.IGNORECASE)
