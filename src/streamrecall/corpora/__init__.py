"""One module per corpus: find or download it, parse it, resolve its evidence ids, count it."""
