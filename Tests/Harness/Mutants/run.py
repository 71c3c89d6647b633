#!/usr/bin/env python3
"""Makes the small mistakes of mutants.txt in a copy of the package, and runs the tests that must notice each of them.

usage: run.py [--work FOLDER] [--only TEXT]

It is a failure if no test notices a mistake, if a mistake does not compile, or if its text no longer exists. The table
is therefore kept up to date like any other test. One build contains all mistakes: a function with mistakes gets a copy
of its body for each of them, and the environment variable ZSEED_MUTANT says which body runs. Where a mistake is outside
of a function or does not compile in this way, the package is built for it alone.
"""
import argparse
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "mutants.txt")

# The beginning of a declaration that has a body.
DECLARATION = re.compile(
    r"^ *(@\w+(\([^)]*\))? )*((public|package|private|fileprivate|internal|static|final|override|mutating|nonmutating"
    r"|nonisolated|class|convenience|required|indirect) )*(func|init|deinit|subscript|var|get|set|willSet|didSet)\b")
# A constant, whose value is chosen instead of a body.
CONSTANT = re.compile(r"^( *.*\blet \w+(: [\w.]+)? = )(.*)$")
SWITCH = """
@_silgen_name("getenv") private func environmentText(_: UnsafePointer<Int8>) -> UnsafePointer<Int8>?
private let runningMutant = environmentText("ZSEED_MUTANT").map { String(cString: $0) } ?? ""
"""
# Seconds after which tests with a mistake count as failed: the mistake may be a loop without an end.
LIMIT = 300


class Mutant:
    def __init__(self, number, file, tests, what, old, new):
        self.number, self.file, self.tests, self.what, self.old, self.new = number, file, tests, what, old, new


def mutants(text):
    """Yields the entries: `=== file | tests | what is wrong`, the old text, `---`, the new text."""
    for number, block in enumerate(re.split(r"^=== ", text, flags=re.M)[1:], 1):
        head, body = block.split("\n", 1)
        file, tests, what = (part.strip() for part in head.split("|", 2))
        old, new = body.split("\n---\n", 1)
        yield Mutant(number, file, tests, what, old.strip("\n"), new.strip("\n"))


def body(lines, first, last):
    """Returns the first and the last line within the innermost body around these lines, or None."""
    depth = lambda line: len(line) - len(line.lstrip(" "))
    opening, least = None, min(depth(line) for line in lines[first:last + 1] if line.strip())
    for index in range(first, -1, -1):
        line = lines[index]
        if not line.strip() or depth(line) >= least and index != first:
            continue
        least = min(least, depth(line))
        if line.rstrip().endswith("{") and line.strip().startswith(")"):
            # The last line of a declaration of several lines: its first one has the same depth.
            start = next(i for i in range(index - 1, -1, -1) if lines[i].strip() and depth(lines[i]) <= depth(line))
            if DECLARATION.match(lines[start]):
                opening = index
                break
        elif DECLARATION.match(line) and line.rstrip().endswith("{") and index < first:
            opening = index
            break
    if opening is None:
        return None
    end = next((i for i in range(opening + 1, len(lines)) if lines[i] == " " * depth(lines[opening]) + "}"), None)
    return None if end is None or end <= last else (opening + 1, end - 1)


def switched(text, entries):
    """Returns the text with a choice for each mistake, and the mistakes that have none."""
    lines, bodies, constants, left = text.split("\n"), {}, {}, []
    for entry in entries:
        offset = text.index(entry.old)
        first = text.count("\n", 0, offset)
        last = first + entry.old.count("\n")
        changed = text.replace(entry.old, entry.new).split("\n")
        place = body(lines, first, last)
        if place:
            start, end = place
            bodies.setdefault(place, []).append((entry, changed[start:end + 1 + len(changed) - len(lines)]))
        elif first == last and len(changed) == len(lines) and CONSTANT.match(lines[first]) \
                and CONSTANT.match(changed[first]):
            constants.setdefault(first, []).append((entry, CONSTANT.match(changed[first])[3]))
        else:
            left.append(entry)
    # A body within another one cannot be chosen together with it.
    for place in list(bodies):
        if any(other != place and other[0] <= place[0] and place[1] <= other[1] for other in bodies):
            left += [entry for entry, _ in bodies.pop(place)]
    for line, choices in constants.items():
        found = CONSTANT.match(lines[line])
        value = found[3]
        for entry, other in choices:
            value = f'runningMutant == "{entry.number}" ? {other} : {value}'
        lines[line] = found[1] + value
    for (start, end), choices in sorted(bodies.items(), reverse=True):
        result = []
        for entry, other in choices:
            result += [("} else " if result else "") + f'if runningMutant == "{entry.number}" {{'] + other
        lines[start:end + 1] = result + ["} else {"] + lines[start:end + 1] + ["}"]
    result = "\n".join(lines)
    return (result + SWITCH if bodies or constants else text), left


def write(path, data):
    """Writes a file if its contents change, so that unchanged files are not compiled again."""
    if not os.path.exists(path) or open(path, "rb").read() != data:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        open(path, "wb").write(data)


def copy(work, texts):
    """Copies the tracked files, and writes these texts instead of the files of the same names."""
    names = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT,
        check=True, capture_output=True).stdout.decode().split("\0")
    for name in filter(None, names):
        source, target = os.path.join(ROOT, name), os.path.join(work, name)
        if os.path.isfile(source):
            write(target, texts[name].encode() if name in texts else open(source, "rb").read())
            shutil.copymode(source, target)


def run(work, command, limit=None, mutant=""):
    """Runs a command in the copy. Returns its status, None after the limit, and its output."""
    with subprocess.Popen(
            command, cwd=work, env=dict(os.environ, ZSEED_MUTANT=mutant), stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, start_new_session=True) as process:
        try:
            output, _ = process.communicate(timeout=limit)
            return process.returncode, output.decode(errors="replace")
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            process.communicate()
            return None, ""


def test(work, tests, limit=None, mutant=""):
    """Runs built tests by their exact names. On Linux they are one program, which starts faster than SwiftPM."""
    tests = rf"\.({tests})/"
    program = os.path.join(work, ".build/quick/release/zseedPackageTests.xctest")
    command = ["make", "run-tests", f"FILTER={tests}"]
    if os.path.isfile(program):
        command = ["sh", "Tests/Harness/Memory/run.sh", program, "--testing-library", "swift-testing"]
        command += ["--filter", tests]
    return run(work, command, limit, mutant)


def verdict(work, entry, mutant):
    """Runs the tests of a mistake in a package that is built."""
    status, output = test(work, entry.tests, LIMIT, mutant)
    if "Test run with 0 tests" in output:
        return "names no test"
    return "NOT NOTICED" if status == 0 else "noticed"


def build(work, texts, entries):
    """Builds the package with all mistakes. Returns those that are not in it."""
    alone = []
    while True:
        changed, left = {}, list(alone)
        for name in sorted({entry.file for entry in entries}):
            here = [entry for entry in entries if entry.file == name and entry not in alone]
            changed[name], without = switched(texts[name], here)
            left += without
        copy(work, changed)
        status, output = run(work, ["make", "build-tests"])
        if status == 0:
            return left
        # The mistakes of a file that does not compile are made alone.
        broken = [entry for entry in entries if entry not in alone
                  and re.search(re.escape(entry.file) + r":\d+:\d+: error:", output)]
        if not broken:
            sys.exit("the copy cannot be built:\n" + output[-4000:])
        alone += broken


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--work", default=os.path.join(ROOT, ".build-mutants"))
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    entries, texts, failures = [], {}, 0

    def tell(entry, found):
        nonlocal failures
        failures += found != "noticed"
        print(f"{found}: {entry.file}: {entry.what} ({entry.tests})", flush=True)

    for entry in mutants(open(TABLE).read()):
        if options.only not in f"{entry.file} {entry.tests} {entry.what}":
            continue
        path = os.path.join(ROOT, entry.file)
        texts[entry.file] = open(path).read() if os.path.exists(path) else ""
        count = texts[entry.file].count(entry.old)
        if count == 1:
            entries.append(entry)
        else:
            tell(entry, f"its text stands {count} times in the file")
    alone = build(options.work, texts, entries)
    # Without a mistake all these tests must pass, otherwise they notice nothing.
    if entries:
        every = "|".join(sorted({entry.tests for entry in entries}))
        status, output = test(options.work, every)
        if status != 0:
            sys.exit("tests fail without any mistake:\n" + output[-4000:])
    together = [entry for entry in entries if entry not in alone]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = pool.map(lambda entry: verdict(options.work, entry, str(entry.number)), together)
        for entry, result in zip(together, found):
            tell(entry, result)
    for entry in alone:
        copy(options.work, {entry.file: texts[entry.file].replace(entry.old, entry.new)})
        status, _ = run(options.work, ["make", "build-tests"])
        tell(entry, "does not compile" if status else verdict(options.work, entry, ""))
    sys.exit(1 if failures else 0)


main()
