"""Tables beside the papers, figures, and the evidence report."""
