from streamrecall.metrics.conciseness import conciseness


def test_a_sentence_counts_once_for_window_and_gap() -> None:
    assert conciseness(5, covering=[0, 1, 1], resolving=[1, 3]) == 3 / 5


def test_an_empty_summary_serves_nothing() -> None:
    assert conciseness(0, [], []) == 0
