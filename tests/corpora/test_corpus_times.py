import pytest

from streamrecall.corpora.times import iso_time


@pytest.mark.parametrize(
    ("raw", "iso"),
    [
        ("1:56 pm on 8 May, 2023", "2023-05-08T13:56:00"),
        ("12:05 am on 19 August, 2023", "2023-08-19T00:05:00"),
        ("12:05 pm on 19 August, 2023", "2023-08-19T12:05:00"),
        ("29.12.2023, 22:42:04", "2023-12-29T22:42:04"),
        ("2023/05/30 (Tue) 23:40", "2023-05-30T23:40:00"),
        ("2025-01-09 09:32:15", "2025-01-09T09:32:15"),
        ("2026-01-10T09:12:00+00:00", "2026-01-10T09:12:00+00:00"),
        ("13:05 pm on 19 August, 2023", None),
        ("1:05 pm on 31 June, 2023", None),
        ("1:05 pm on 3 Juni, 2023", None),
        ("32.12.2023, 22:42:04", None),
        ("yesterday", None),
        ("", None),
    ],
)
def test_iso_time(raw: str, iso: str | None) -> None:
    assert iso_time(raw) == iso
