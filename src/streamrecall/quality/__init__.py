"""Great Expectations suites as functions, and the validator the catalog calls."""
