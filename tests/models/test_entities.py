"""GLiNER's own code on small models with random weights: what it finds is noise, how it is called is not."""

import pytest

from streamrecall.errors import ModelError
from streamrecall.models.entities import GlinerExtractor
from streamrecall.models.minilm import packaged_folder
from streamrecall.records import SemanticBlock, Turn

pytestmark = pytest.mark.filterwarnings("ignore")


class Spans:
    """Stands where GLiNER would and returns given spans."""

    def __init__(self, **spans):
        self.spans = spans
        self.texts = []

    def inference(self, texts, labels, threshold, batch_size):
        self.texts += texts
        return [
            [
                {"start": t.index(s), "end": t.index(s) + len(s), "text": s, "label": "x", "score": 1.0}
                for s in found
            ]
            for t in texts
            for found in [[s for s in self.spans.values() if s in t]]
        ]


def block(*texts):
    return SemanticBlock(tuple(Turn("d", i, f"t{i}", "Ana", text) for i, text in enumerate(texts)))


def test_an_entity_becomes_speaker_sentence_entity():
    extractor = GlinerExtractor("scripted")
    extractor._model = Spans(a="cello", b="Oslo")
    triples = extractor.extract(block("Hi. The cello is in Oslo.", "", "Nothing here."))
    assert [(t.subject, t.relation, t.object, t.turn_index) for t in triples] == [
        ("Ana", "The cello is in Oslo.", "cello", 0),
        ("Ana", "The cello is in Oslo.", "Oslo", 0),
    ]
    assert triples[0].render() == "Ana: The cello is in Oslo."


def test_long_turns_go_through_in_pieces():
    extractor = GlinerExtractor("scripted", piece_words=20)
    extractor._model = Spans()
    text = " ".join(f"This is sentence number {i}." for i in range(30)) + " " + "word " * 50
    extractor.extract(block(text))
    assert all(len(piece.split()) <= 20 for piece in extractor._model.texts)
    assert " ".join(extractor._model.texts).split() == text.split()


def test_an_unknown_model_is_named(tmp_path):
    pytest.importorskip("gliner", reason="needs the extra `entities`")
    with pytest.raises(ModelError, match="nowhere"):
        GlinerExtractor(str(tmp_path / "nowhere"), local_files_only=True).extract(block("Hello there."))


@pytest.fixture(scope="module")
def random_model(tmp_path_factory):
    gliner = pytest.importorskip("gliner", reason="needs the extra `entities`")
    from gliner.config import GLiNERConfig

    folder = tmp_path_factory.mktemp("gliner")
    config = GLiNERConfig(model_name=str(packaged_folder()), hidden_size=384, max_width=8)
    gliner.GLiNER.from_config(config).save_pretrained(folder)
    return folder


@pytest.fixture(scope="module")
def random_relation_model(tmp_path_factory):
    gliner = pytest.importorskip("gliner", reason="needs the extra `entities`")
    from gliner.config import GLiNERConfig

    folder = tmp_path_factory.mktemp("relex")
    config = GLiNERConfig(
        model_name=str(packaged_folder()), hidden_size=384, max_width=4, relations_layer="none"
    )
    gliner.GLiNER.from_config(config).save_pretrained(folder)
    return folder


@pytest.mark.slow
def test_the_real_code_finds_spans_of_the_text(random_model):
    extractor = GlinerExtractor(str(random_model), threshold=0.0, local_files_only=True)
    triples = extractor.extract(block("The cello is in Oslo.", "We met Priya at the station."))
    assert triples
    assert all(t.object in t.relation for t in triples)
    assert {t.turn_index for t in triples} <= {0, 1}
    assert triples == extractor.extract(block("The cello is in Oslo.", "We met Priya at the station."))
    assert not extractor.finds_relations


@pytest.mark.slow
def test_the_real_code_gives_relations_where_the_model_has_them(random_relation_model):
    extractor = GlinerExtractor(str(random_relation_model), threshold=0.0, local_files_only=True)
    assert extractor.finds_relations
    triples = extractor.extract(block("Priya lives in Oslo."))
    assert any(t.relation in extractor.relations for t in triples)
