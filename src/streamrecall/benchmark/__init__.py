"""Benchmark instances: windows, salient utterances, contextual gaps, question probes."""
