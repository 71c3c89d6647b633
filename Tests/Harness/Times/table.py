#!/usr/bin/env python3
"""Writes the twenty slowest tests of a run, with their seconds, into a page.

usage: table.py PAGE.md RESULTS.xml ...

Each RESULTS.xml is the output of `--no-parallel --xunit-output`. The table replaces the lines between `<!-- times -->`
and `<!-- /times -->` in the page.
"""
import re
import sys
import xml.etree.ElementTree as ET

page, *results = sys.argv[1:]
cases = [
    (float(case.get("time")), f'{case.get("classname")}.{case.get("name")}')
    for result in results
    for case in ET.parse(result).iter("testcase")
    if case.get("time")  # not for skipped tests
]
cases.sort(reverse=True)
lines = ["| seconds | test |", "|---:|---|"]
lines += [f"| {seconds:.1f} | `{name}` |" for seconds, name in cases[:20]]
lines += [f"| {sum(seconds for seconds, _ in cases):.0f} | all {len(cases)} tests |"]
text = open(page).read()
table = "<!-- times -->\n\n" + "\n".join(lines) + "\n\n<!-- /times -->"
text, count = re.subn(r"<!-- times -->.*?<!-- /times -->", lambda _: table, text, flags=re.S)
if count != 1:
    sys.exit(f"{page} has {count} places for the table")
open(page, "w").write(text)
