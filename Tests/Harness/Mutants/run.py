#!/usr/bin/env python3
"""Makes each small mistake of mutants.txt in a copy of the package, and runs the tests that must notice it.

usage: run.py [--work FOLDER] [--only TEXT]

It is a failure if no test notices a mistake, if a mistake does not compile, or if its text no longer exists. The table
is therefore kept up to date like any other test. The copy keeps its build folder, so that each mistake needs only one
incremental build.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "mutants.txt")


def mutants(text):
    """Yields the entries: `=== file | tests | what is wrong`, the old text, `---`, the new text."""
    for block in re.split(r"^=== ", text, flags=re.M)[1:]:
        head, body = block.split("\n", 1)
        file, tests, what = (part.strip() for part in head.split("|", 2))
        old, new = body.split("\n---\n", 1)
        yield file, tests, what, old.strip("\n"), new.strip("\n")


def copy(work):
    """Copies the tracked files. Unchanged files keep their times, so that they are not compiled again."""
    names = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT,
        check=True, capture_output=True).stdout.decode().split("\0")
    for name in filter(None, names):
        source, target = os.path.join(ROOT, name), os.path.join(work, name)
        if not os.path.isfile(source):
            continue
        data = open(source, "rb").read()
        if not os.path.exists(target) or open(target, "rb").read() != data:
            os.makedirs(os.path.dirname(target), exist_ok=True)
            shutil.copy2(source, target)


def test(work, tests):
    """Returns None if the tests pass, otherwise the failed step: `build` or `tests`."""
    quiet = {"cwd": work, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    build = subprocess.run(["swift", "build", "--build-tests", "--disable-index-store"], **quiet)
    if build.returncode:
        return "build"
    run = subprocess.run(
        ["swift", "test", "--skip-build", "--disable-xctest", "--enable-swift-testing", "--disable-index-store",
         "--filter", tests], **quiet)
    if b"Test run with 0 tests" in run.stdout:
        return "no test"
    return "tests" if run.returncode else None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--work", default=os.path.join(ROOT, ".build-mutants"))
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    copy(options.work)
    failures = 0
    for file, tests, what, old, new in mutants(open(TABLE).read()):
        if options.only not in f"{file} {tests} {what}":
            continue
        path = os.path.join(options.work, file)
        original = open(path).read() if os.path.exists(path) else ""
        if original.count(old) != 1:
            verdict = f"its text stands {original.count(old)} times in the file"
        else:
            open(path, "w").write(original.replace(old, new))
            try:
                found = test(options.work, tests)
            finally:
                open(path, "w").write(original)
            verdict = {
                "tests": "noticed", "build": "does not compile", "no test": "names no test",
                None: "NOT NOTICED",
            }[found]
        failures += verdict != "noticed"
        print(f"{verdict}: {file}: {what} ({tests})", flush=True)
    sys.exit(1 if failures else 0)


main()
