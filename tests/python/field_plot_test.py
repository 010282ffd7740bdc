# SPDX-License-Identifier: Apache-2.0
# Holds: scripts/field_plot scripts/scatter.py
"""The picture of the field is drawn from the table of its predictions."""
import csv
import subprocess

from conftest import SOURCE as ROOT


def test_the_picture_is_that_of_the_table():
    done = subprocess.run([ROOT / "scripts/field_plot", "--check"], text=True, capture_output=True)
    assert done.returncode == 0, done.stderr


def test_each_compared_number_is_a_point():
    picture = (ROOT / "docs/pictures/field.svg").read_text()
    with (ROOT / "docs/data/field_predictions.csv").open(newline="") as file:
        rows = [row for row in csv.DictReader(file) if not row["id"].startswith("field.order.")]
    for row in rows:
        numbers = [row["measured"], row["predicted_first"]]
        compared = row["known"] == "no" and all(n.replace(".", "", 1).replace("e+", "").isdigit() for n in numbers)
        assert (f'<title>{row["id"]}: ' in picture) == compared, row
