"""ReMEMBER: contextual gaps, gap queries, refinement, accumulation."""
