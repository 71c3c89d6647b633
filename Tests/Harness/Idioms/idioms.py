#!/usr/bin/env python3
"""Counts idioms that make comments, messages and documentation hard to read.

usage: idioms.py             fails if a room has more idioms than budget.txt allows, and prints its idioms
       idioms.py PATH...     prints the idioms of these files and folders
       idioms.py --counts    prints comment lines, idioms and percentage of each room
       idioms.py --lower     lowers the numbers in budget.txt to those of today; it raises none

An idiom is printed as `path:line: idiom: text`. The script reads the comments of Swift files, the string literals in
Sources, and the prose of Markdown pages. It leaves out code in backticks, code blocks, and everything that a command
or a test generates.
"""
import collections
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
BUDGET = os.path.join(os.path.dirname(os.path.abspath(__file__)), "budget.txt")
FOLDERS = ["Sources", "Tests", "Plugins", "docs"]
PAGES = ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "SECURITY.md", "CHANGELOG.md"]
# `make reference` writes these from texts in Sources, which count there. The same is true of folders `Generated`.
GENERATED = {"docs/reference/commands.md", "docs/reference/messages.md"}
GENERATED_PARTS = re.compile(
    r"<!-- (keys: [a-z ]+|evidence|house|times) -->.*?<!-- (end of keys|/evidence|/house|/times) -->", re.S)

# Patterns and their names. Words whose use depends on their meaning, such as "behind" (a place or a time), are left out.
IDIOMS = [
    (r"told", "told"),
    (r"tells(?! you\b)", "tells"),
    (r"stands(?! (?:alone|apart)\b)|stand-ins?", "stands"),
    (r"(?:what|there) is there", "what is there"),
    (r"is there(?! (?:an?|any|no|one|more)\b)", "is there"),
    (r"as far as", "as far as"),
    (r"nobody|somebody", "nobody"),
    (r"says", "says"),
    (r"comes? behind", "behind"),
    (r"be it", "be it"),
    (r"but for", "but for"),
    (r"at fault", "at fault"),
    (r"comes? to be", "comes to be"),
    (r"all else", "all else"),
    (r"of what", "of what"),
    (r"what that", "what that"),
    (r"without what", "without what"),
    (r"in the stead", "in the stead"),
    # "No more rows" counts things, and is allowed.
    (r"no more(?! (?:than|\w+s)\b)", "no more"),
]
IDIOM = re.compile(rf"\b(?:{'|'.join(pattern for pattern, _ in IDIOMS)})\b")
NAMES = [(re.compile(pattern), name) for pattern, name in IDIOMS]
OPENING = re.compile(r"(What|Who|Where|How|Which)\b")

CODE = re.compile(r'//[^\n]*|/\*|#*"""|#*"')
INTERPOLATION = re.compile(r'\\\(|[()]|"')


class Text:
    """Numbered lines of one paragraph. An idiom may begin on one line and end on the next."""

    def __init__(self, is_documentation=False):
        self.is_documentation = is_documentation
        self.lines = []

    def idioms(self):
        text = " ".join(words for _, words in self.lines)
        starts, length = [], 0
        for number, words in self.lines:
            starts.append((length, number, words))
            length += len(words) + 1

        def place(offset):
            return next((number, words) for start, number, words in reversed(starts) if start <= offset)

        # Code and links are blanked with as many characters, so that offsets stay valid.
        prose = re.sub(r"`[^`]*`|\]\([^)]*\)", lambda code: "`" * len(code[0]), text)
        if self.is_documentation and (opening := OPENING.match(prose)):
            yield *place(0), opening[1] + " …"
        prose = prose.lower()
        for match in IDIOM.finditer(prose):
            name = next(name for pattern, name in NAMES if pattern.match(prose, match.start()))
            yield *place(match.start()), name


def end_of_string(source, start, delimiter):
    """Returns the offset after a string literal and its words. `start` is the offset after its first delimiter."""
    quotes = delimiter.strip("#")
    hashes = delimiter[: len(delimiter) - len(quotes)]
    end, escape = quotes + hashes, "\\" + hashes
    place, words = start, []
    special = re.compile(re.escape(end) + "|" + re.escape(escape) + r"\(?" + (r"|\n" if quotes == '"' else ""))
    while match := special.search(source, place):
        words.append(source[place : match.start()])
        place = match.end()
        if match[0] in (end, "\n"):
            return place, "".join(words)
        if match[0].endswith("("):
            depth = 1
            # Skips the interpolated expression up to its closing bracket; texts in it count.
            while depth and (inner := INTERPOLATION.search(source, place)):
                place = inner.end()
                if inner[0] == '"':
                    place, text = end_of_string(source, place, '"')
                    words.append(" " + text + " ")
                else:
                    depth += 1 if inner[0] != ")" else -1
            words.append("X")
        else:
            # A continued line, or an escaped character.
            words.append(" " if source[place : place + 1] in ("n", "\n") else "")
            place += 0 if source[place : place + 1] == "\n" else 1
    return len(source), "".join(words)


def swift_texts(source, has_messages):
    """Returns the comments of a Swift file, and its string literals if they are messages."""
    texts, place, line, counted = [], 0, 1, 0
    comment, last, kind = None, 0, ""
    while match := CODE.search(source, place):
        line += source.count("\n", counted, match.start())
        counted, place = match.start(), match.end()
        token = match[0]
        if token.startswith("//"):
            slashes = "///" if token.startswith("///") else "//"
            words = token.lstrip("/").strip()
            continues = comment and last == line - 1 and kind == slashes
            if not continues or not words or words.startswith(("-", "|")):
                # Only the first line of a declaration's comment opens it.
                comment = Text(is_documentation=slashes == "///" and not continues)
                texts.append(comment)
            comment.lines.append((line, words))
            last, kind = line, slashes
        elif token == "/*":
            end = source.find("*/", place)
            end = len(source) if end < 0 else end
            block = Text()
            block.lines = [(line + n, words.strip(" *")) for n, words in enumerate(source[place:end].split("\n"))]
            texts.append(block)
            place = end
        else:
            place, words = end_of_string(source, place, token)
            if has_messages and " " in words.strip():
                message = Text()
                message.lines = [(line + n, part.strip()) for n, part in enumerate(words.split("\n"))]
                texts.append(message)
    return texts


def page_texts(page):
    page = GENERATED_PARTS.sub(lambda part: "\n" * part[0].count("\n"), page)
    text, fence = Text(), None
    for number, line in enumerate(page.split("\n"), 1):
        words = line.strip()
        if fence:
            fence = None if words.startswith(fence) else fence
        elif words.startswith(("```", "~~~")):
            fence = words[:3]
            yield text
            text = Text()
        else:
            if not words or words.startswith(("|", "#", "- ", "* ")):
                yield text
                text = Text()
            if words:
                text.lines.append((number, words))
    yield text


def room(path):
    parts = path.split("/")
    if len(parts) == 1:
        return path
    return "/".join(parts[:3]) if parts[0] != "docs" and len(parts) > 3 else parts[0]


def files(paths):
    for path in paths:
        whole = os.path.join(ROOT, path)
        if os.path.isfile(whole):
            yield path
        for folder, folders, names in os.walk(whole):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for name in sorted(names):
                yield os.path.relpath(os.path.join(folder, name), ROOT)


def idioms(paths):
    """Returns the idioms in files, as (path, line, idiom, text), and the number of comment lines of each room."""
    found, lines = [], collections.Counter()
    for path in files(paths):
        is_swift = path.endswith(".swift")
        if path in GENERATED or "/Generated/" in path or not (is_swift or path.endswith(".md")):
            continue
        with open(os.path.join(ROOT, path), encoding="utf-8", errors="replace") as file:
            source = file.read()
        texts = swift_texts(source, path.startswith("Sources/")) if is_swift else page_texts(source)
        for text in texts:
            found += [(path, number, idiom, words) for number, words, idiom in text.idioms()]
            if not is_swift:
                lines[room(path)] += len(text.lines)
        if is_swift:
            lines[room(path)] += len(re.findall(r"(?m)^\s*//", source))
    return found, lines


def budget():
    with open(BUDGET) as file:
        return {line.split()[0]: int(line.split()[1]) for line in file if line.strip()}


def main(words):
    if words and not words[0].startswith("-"):
        found, _ = idioms([os.path.relpath(os.path.abspath(path), ROOT) for path in words])
        for path, number, idiom, text in found:
            print(f"{path}:{number}: {idiom}: {text}")
        return 0
    found, lines = idioms(FOLDERS + PAGES)
    counts = collections.Counter(room(path) for path, _, _, _ in found)
    if words == ["--counts"]:
        for name in sorted(lines, key=lambda name: (-counts[name], name)) + ["all"]:
            of, count = (sum(lines.values()), len(found)) if name == "all" else (lines[name], counts[name])
            print(f"{name:32} {of:7} {count:6} {100 * count / max(of, 1):6.1f} %")
        return 0
    allowed = budget()
    if words == ["--lower"]:
        with open(BUDGET, "w") as file:
            for name in sorted(allowed):
                if count := min(allowed[name], counts[name]):
                    file.write(f"{name} {count}\n")
        return 0
    if words:
        sys.exit(__doc__)
    over = {name for name, count in counts.items() if count > allowed.get(name, 0)}
    for path, number, idiom, text in found:
        if room(path) in over:
            print(f"{path}:{number}: {idiom}: {text}")
    for name in sorted(over):
        print(f"{name}: {counts[name]} idioms; {allowed.get(name, 0)} are allowed (Tests/Harness/Idioms/budget.txt)")
    return 1 if over else 0


sys.exit(main(sys.argv[1:]))
