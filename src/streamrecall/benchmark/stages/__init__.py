"""The annotation, stage by stage (ReMEMBER, appendix A.3): ask the panel, count, keep what was said."""
