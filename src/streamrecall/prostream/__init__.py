"""ProStream: a bounded memory tree that answers at any moment of a stream."""
