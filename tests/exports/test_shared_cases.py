import importlib.util
import json
from pathlib import Path

import pytest

from streamrecall.errors import DataError
from streamrecall.exports.reader import read_export
from streamrecall.exports.writing import entries


@pytest.mark.shared_data
def test_every_given_case_reads_as_expected(shared_dir: Path) -> None:
    spec = importlib.util.spec_from_file_location("check", shared_dir / "exports" / "check.py")
    check = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(check)
    found = list(check.cases(str(shared_dir / "exports" / "cases")))
    wrong = {}
    for folder, path in found:
        try:
            got = json.loads(json.dumps(entries(read_export(path))))
            differences = check.compare(check.load(Path(folder) / "expected.json"), got)
        except DataError as error:
            differences = [str(error)]
        if differences:
            wrong[folder] = differences
    assert wrong == {}
    assert len(found) >= 54
