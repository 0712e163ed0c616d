"""Do the topics of a stream bring together turns that belong together, far apart though they stand?

    python benchmarks/stem_topics.py

Pairs of turns of the shipped sample that its annotation ties together (a gap's utterance and its evidence,
and two pieces of evidence of one question), at least 15 turns apart. For each setting: topics, turns per
topic, the largest, topics over several sessions, pairs that fall into one topic, and how many would if
turns fell into topics of the same sizes by chance. The first line is the default.
"""

from __future__ import annotations

import argparse
import itertools
import json
from pathlib import Path

from streamrecall.benchmark.annotations import read_sample_annotations
from streamrecall.benchmark.stem.topics import TopicSettings, cluster_topics
from streamrecall.corpora.corpus import Corpus
from streamrecall.corpora.sample import load_sample
from streamrecall.models.embedding_cache import CachedEmbedder
from streamrecall.models.minilm import MiniLM
from streamrecall.records import Dialogue

APART = 15
GRID = [
    TopicSettings(),
    *(TopicSettings(distance, least) for distance in (1.2, 1.4, 1.6) for least in (0.05, 0.1, 0.15)),
]


def tied_pairs(corpus: Corpus, dialogue: Dialogue, folder: Path) -> set[frozenset[str]]:
    """Return the pairs of turns that the annotation ties together."""
    place = {turn.turn_id: turn.index for turn in dialogue.turns}
    pairs = {
        frozenset((said, evidence))
        for instance in read_sample_annotations(folder / dialogue.dialogue_id / "gaps.json", dialogue)
        for utterance in instance.salient
        if utterance.gap is not None
        for said in utterance.turns
        for evidence in utterance.gap.evidence
    }
    for question in corpus.questions:
        if question.dialogue_id == dialogue.dialogue_id:
            pairs |= {frozenset(pair) for pair in itertools.combinations(question.evidence, 2)}
    far = (tuple(pair) for pair in pairs if len(pair) == 2)
    return {frozenset(pair) for pair in far if abs(place[pair[0]] - place[pair[1]]) >= APART}


def main() -> None:
    """Print one JSON object per setting."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--folder", type=Path, default=Path("data/01_raw/sample"))
    parser.add_argument("--cache", type=Path, default=Path(".cache/embeddings.sqlite"))
    arguments = parser.parse_args()
    corpus = load_sample(arguments.folder)
    embedder = CachedEmbedder(MiniLM(), arguments.cache)
    tied = {d.dialogue_id: tied_pairs(corpus, d, arguments.folder) for d in corpus.dialogues}
    turns = sum(len(dialogue.turns) for dialogue in corpus.dialogues)
    for settings in GRID:
        topics, together, by_chance = [], 0, 0.0
        for dialogue in corpus.dialogues:
            own = cluster_topics(dialogue, embedder, settings)
            topics += own
            members = [set(topic.turn_ids) for topic in own]
            pairs = tied[dialogue.dialogue_id]
            together += sum(any(pair <= each for each in members) for pair in pairs)
            by_chance += len(pairs) * sum((len(each) / len(dialogue.turns)) ** 2 for each in members)
        print(
            json.dumps(
                {
                    "segment_distance": settings.segment_distance,
                    "join_similarity": settings.join_similarity,
                    "topics": len(topics),
                    "turns_per_topic": round(turns / len(topics), 2),
                    "largest": max(len(topic.turn_ids) for topic in topics),
                    "over_several_sessions": sum(len(topic.sessions) > 1 for topic in topics),
                    "pairs": sum(map(len, tied.values())),
                    "together": together,
                    "by_chance": round(by_chance, 1),
                }
            )
        )


if __name__ == "__main__":
    main()
