"""Runs zseed and its rivals side by side and writes RESULTS.md; `make bench` calls it.

run.py --zseed PATH --work FOLDER --results FILE [--sizes 10000,100000,1000000,10000000] [--rounds 5]

In each round every contender runs once. The order changes from round to round, so that other work of the machine
affects all of them. The result is the median of the ratios within each round. Needs only Python, a C compiler with
libcsv and SQLite, and the sqlite3 shell. Missing contenders, such as sqldiff, DuckDB, pandas and sqlite-utils, are
skipped and listed.
"""
import argparse
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import time

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
ZONE = "Europe/Berlin"

SHUFFLE = """
import random, sys
head, *lines = open(sys.argv[1]).readlines()
random.Random(1).shuffle(lines)
open(sys.argv[2], "w").writelines([head, *lines])
"""


QUOTE = """
import csv, sys
with open(sys.argv[1], newline="") as file, open(sys.argv[2], "w", newline="") as quoted:
    csv.writer(quoted, quoting=csv.QUOTE_ALL, lineterminator="\\n").writerows(csv.reader(file))
"""
# The rivals that are Python packages. Each gets the CSV or JSON file and the output.
PARQUET = """
import duckdb, sys
duckdb.sql(f"COPY (FROM '{sys.argv[1]}') TO '{sys.argv[2]}' (FORMAT parquet)")
"""
PANDAS = """
import pandas, sqlite3, sys
table = pandas.read_csv(sys.argv[1], parse_dates=["date"])
connection = sqlite3.connect(sys.argv[2])
table.to_sql("items", connection, index=False)
for column in ("home", "shop", "unit", "name"): connection.execute(f"CREATE INDEX items_{column} ON items ({column})")
connection.commit()
"""
UTILS = """
import csv, sqlite_utils, sys
table = sqlite_utils.Database(sys.argv[2])["items"]
table.insert_all(csv.DictReader(open(sys.argv[1], encoding="utf-8")), pk=None)
for column in ("home", "shop", "unit", "name"): table.create_index([column])
"""

# For the second model.
WIDE = """entities:
  Entry:
    from: items
    attributes:
      { title: title, note: note, seen: seen, changed: changed, count: count, size: size, ratio: ratio,
        score: score, flag: flag, state: state }
    relationships:
      person: { find: Person.name, column: person }
      place: { find: Place.name, column: place }
"""
TREE = """entities:
  Node:
    from: items
    key: id
    attributes: { name: name }
    relationships: { parent: { keyOf: Node, column: parent } }
"""


class Skipped(Exception):
    pass


class Run:
    """One run of a process: its time and its processor time in seconds, and its peak memory in bytes."""

    def __init__(self, command, folder):
        start = time.monotonic()
        process = subprocess.Popen(
            command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        errors = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        self.seconds = time.monotonic() - start
        self.processor = usage.ru_utime + usage.ru_stime
        self.memory = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise SystemExit(f"{' '.join(map(str, command))}: {errors.decode()}")


class Contender:
    """A command that runs once in each round, with its preparation."""

    def __init__(self, name, command, prepare=None, rounds=None):
        self.name, self.command, self.prepare = name, command, prepare
        # Slow contenders only run in the first rounds.
        self.rounds = rounds
        self.runs = []

    def run(self, folder):
        if self.prepare:
            self.prepare()
        # No contender has to wait for data that an earlier one left unwritten.
        os.sync()
        self.runs.append(Run(self.command, folder))

    @property
    def seconds(self):
        return statistics.median(run.seconds for run in self.runs)

    @property
    def processor(self):
        return statistics.median(run.processor for run in self.runs)

    @property
    def memory(self):
        return max(run.memory for run in self.runs)


class Bench:
    def __init__(self, options):
        self.zseed = options.zseed
        self.work = pathlib.Path(options.work).resolve()
        self.sizes = [int(size) for size in options.sizes.split(",")]
        self.rounds = options.rounds
        self.work.mkdir(parents=True, exist_ok=True)
        self.shell = shutil.which("sqlite3")
        self.skipped = []
        self.contenders = {}

    # Preparing

    def compile(self, name, *libraries):
        compiler = shutil.which("cc") or shutil.which("clang") or shutil.which("gcc")
        if not compiler:
            raise Skipped(f"{name}: there is no C compiler")
        target = self.work / name
        command = [compiler, "-O2", "-o", target, HERE / f"{name}.c", *libraries]
        for prefix in os.environ.get("BREW_PREFIX", "").split():
            command += [f"-I{prefix}/include", f"-L{prefix}/lib"]
        result = subprocess.run(command, capture_output=True)
        if result.returncode:
            raise Skipped(f"{name}: {result.stderr.decode().splitlines()[0]}")
        return target

    def path(self, name):
        return self.work / name

    def generate(self, rows, keys, form):
        path = self.path(f"{keys}-{rows}.{form}")
        if not path.exists():
            with open(self.path("part"), "wb") as file:
                subprocess.run(
                    [self.generator, str(rows), keys, form], stdout=file, check=True)
            os.rename(self.path("part"), path)
        return path

    def schemas(self):
        """Writes the SQL text of the empty store, with its four indexes and without, and for the ceiling."""
        subprocess.run(
            [self.zseed, "create", HERE / "Items.xcdatamodel", "-o", self.path("store.sql")],
            check=True)
        lines = self.path("store.sql").read_text().splitlines(keepends=True)
        indexes = [line for line in lines if line.startswith("CREATE INDEX")]
        tables = [line for line in lines if line.startswith("CREATE TABLE")]
        if len(indexes) != 4:
            raise SystemExit(f"the store should have four indexes, and has {len(indexes)}")
        bare = [line for line in lines if not line.startswith("CREATE INDEX")]
        self.path("bare.sql").write_text("".join(bare))
        self.path("ceiling.sql").write_text("".join(tables + ["-- indexes\n"] + indexes))
        self.path("ceiling-bare.sql").write_text("".join(tables + ["-- indexes\n"]))
        self.indexes = "".join(indexes)
        subprocess.run(
            [self.zseed, "create", HERE / "Wide.xcdatamodel", "-o", self.path("wide.sql")], check=True)
        for name in ("store", "bare"):
            with sqlite(self.path(f"{name}.sqlite")) as connection:
                connection.executescript(self.path(f"{name}.sql").read_text())

    def plan(self, name, reference, source, date="date", entities=None):
        path = self.path(f"{name}.yml")
        path.write_text(
            f"reference: {reference}\noutput: {name}.sqlite\ntimeZone: {ZONE}\n"
            f"sources:\n  items: {source}\n"
            + (entities or "entities:\n  Item:\n    from: items\n"
            "    attributes: { name: name, quantity: quantity, listed: listed, "
            f"date: {date} }}\n"
            "    relationships:\n"
            "      unit: { find: Unit.name, column: unit }\n"
            "      home: { find: Home.name, column: home }\n"
            "      shop: { find: Shop.name, column: shop }\n"))
        return path

    def quoted(self, csv):
        """Returns a file with the same rows, each cell in quotes."""
        path = csv.with_suffix(".quoted.csv")
        if not path.exists():
            # In a separate process, because the memory of this one would count for the contenders.
            subprocess.run([sys.executable, "-c", QUOTE, csv, path], check=True)
        return path

    def form(self, csv, form):
        """Returns the rows in another form; see forms.py."""
        suffix = {"json": "json", "xml": "xml", "shared": "xlsx", "inline": "xlsx"}.get(form, "csv")
        path = csv.with_suffix(f".{form}.{suffix}")
        if not path.exists():
            # In a separate process, because the memory of this one would count for the contenders.
            subprocess.run([sys.executable, HERE / "forms.py", csv, form, self.path("part")], check=True)
            os.rename(self.path("part"), path)
        return path

    def legacy(self, rows):
        path = self.path(f"legacy-{rows}.sqlite")
        if not path.exists():
            part = self.path("part.sqlite")
            remove(part)
            # In a separate process, because the peak memory of this one counts for its children.
            script = (
                "import sqlite3, sys\n"
                "connection = sqlite3.connect(sys.argv[2], isolation_level=None)\n"
                "for line in open(sys.argv[1], encoding='utf-8'): connection.execute(line)")
            subprocess.run(
                [sys.executable, "-c", script, self.generate(rows, "few", "sql"), part],
                check=True)
            os.rename(part, path)
        return path

    # Contenders

    def build(self, key, name, reference, source, *flags, **words):
        plan = self.plan(name, reference, source, **words)
        # As for the other contenders, there is no store yet.
        return Contender(
            key, [self.zseed, "build", plan, "--quiet", *flags],
            lambda: remove(self.path(f"{name}.sqlite")))

    def importing(self, name, csv, indexed):
        if not self.shell:
            raise Skipped(f"{name}: there is no sqlite3 shell")
        target = self.path(f"import{slug(name)}.sqlite")
        script = self.path(f"import{slug(name)}.txt")
        names = ["name", "unit", "quantity", "home", "shop", "listed", "date"]
        text = f"CREATE TABLE items ({', '.join(names)});\n"
        if indexed:
            for column in ("home", "shop", "unit", "name"):
                text += f"CREATE INDEX items_{column} ON items ({column});\n"
        script.write_text(text + f".import --csv --skip 1 {csv} items\n")
        return Contender(
            name, [self.shell, "-batch", target, f".read {script}"], lambda: remove(target))

    def add(self, key, make):
        try:
            self.contenders[key] = make()
        except Skipped as skipped:
            self.skipped.append(str(skipped))

    def set_up(self, rows):
        """Adds the contenders of the large size."""
        few, many = self.generate(rows, "few", "csv"), self.generate(rows, "many", "csv")
        source = f"{{ csv: {few.name} }}"

        def zseed(key, *command, **options):
            self.add(key, lambda: self.build(key, *command, **options))

        zseed("zseed", "zseed", "store.sql", source, "--no-verify")
        zseed("zseed, verified", "zseed-verified", "store.sql", source)
        zseed("zseed, no indexes", "zseed-bare", "bare.sql", source, "--no-verify")
        zseed("zseed, quoted", "zseed-quoted", "store.sql", f"{{ csv: {self.quoted(few).name} }}", "--no-verify")
        zseed("zseed, many keys", "zseed-many", "store.sql", f"{{ csv: {many.name} }}",
              "--no-verify")

        def ceiling(key, schema):
            program = self.compile("ceiling", "-lcsv", "-lsqlite3")
            return Contender(key, [program, few, self.path(schema), self.path(f"{slug(key)}.sqlite")])

        self.add("C", lambda: ceiling("C", "ceiling.sql"))
        self.add("C, no indexes", lambda: ceiling("C, no indexes", "ceiling-bare.sql"))
        self.add(".import", lambda: self.importing(".import", few, True))
        self.add(".import, bare", lambda: self.importing(".import, bare", few, False))

        def python():
            target = self.path("python.sqlite")
            return Contender(
                "Python", [sys.executable, HERE / "failed_banks.py", few, target],
                lambda: shutil.copy(self.path("store.sqlite"), target), rounds=3)

        self.add("Python", python)
        legacy = self.legacy(rows)
        zseed("zseed, legacy", "zseed-legacy", "store.sql",
              f"{{ sqlite: {legacy.name}, table: items }}", "--no-verify",
              date="{ column: date, date: unix }")

        def sql():
            if not self.shell:
                raise Skipped("SQL: there is no sqlite3 shell")
            target, script = self.path("sql.sqlite"), self.path("legacy.sql.txt")
            text = (HERE / "legacy.sql").read_text().replace("LEGACY", str(legacy))
            script.write_text(text + self.indexes + "COMMIT;\n")
            return Contender(
                "SQL", [self.shell, "-batch", target, f".read {script}"],
                lambda: shutil.copy(self.path("bare.sqlite"), target))

        self.add("SQL", sql)
        self.add("verify", lambda: Contender(
            "verify", [self.zseed, "verify", self.path("zseed.sqlite")]))
        if self.shell:
            self.add("integrity_check", lambda: Contender(
                "integrity_check",
                [self.shell, "-batch", self.path("zseed.sqlite"), "PRAGMA integrity_check"]))
        self.modeling(legacy)
        self.comparing(few)
        self.reading(rows)
        self.wide(rows)
        self.forms(few)
        self.rivals(few)
        self.drafting(rows)
        self.merging(few)

    def forms(self, few):
        """Adds builds from the same rows in other forms."""
        listed = ", columns: [name, unit, quantity, home, shop, listed, date]"
        for key, form, source in [
            ("zseed, ASCII", "ascii", "csv: {}"),
            ("zseed, UTF-8", "utf8", "csv: {}"),
            ("zseed, JSON", "json", "json: {}"),
            ("zseed, JSON with columns", "json", "json: {}" + listed),
            ("zseed, XML", "xml", "xml: {}, records: items/item"),
            ("zseed, XML with columns", "xml", "xml: {}, records: items/item" + listed),
            ("zseed, xlsx", "shared", "xlsx: {}"),
            ("zseed, xlsx with inline texts", "inline", "xlsx: {}"),
        ]:
            name = "zseed-" + slug(key)
            source = f"{{ {source.format(self.form(few, form).name)} }}"
            self.add(key, lambda: self.build(key, name, "store.sql", source, "--no-verify"))

    def rivals(self, few):
        """Adds the programs of others that read the same files."""

        def python(key, module, script, source, suffix):
            if subprocess.run([sys.executable, "-c", f"import {module}"], capture_output=True).returncode:
                raise Skipped(f"{key}: there is no Python package {module}")
            target = self.path(slug(key) + suffix)
            return Contender(
                key, [sys.executable, "-c", script, source, target], lambda: remove(target), rounds=3)

        for key, module, script, form, suffix in [
            ("DuckDB, CSV to Parquet", "duckdb", PARQUET, None, ".parquet"),
            ("DuckDB, JSON to Parquet", "duckdb", PARQUET, "json", ".parquet"),
            ("pandas", "pandas", PANDAS, None, ".sqlite"),
            ("sqlite-utils", "sqlite_utils", UTILS, None, ".sqlite"),
        ]:
            source = self.form(few, form) if form else few
            self.add(key, lambda: python(key, module, script, source, suffix))

    def drafting(self, rows):
        """Adds the draft of a model for at most 40,000 rows of twelve columns, and a verified build of these rows."""
        csv = self.generate(min(rows, 40_000), "wide", "csv")
        model = self.path("drafted.xcdatamodeld")
        self.add("model of CSV", lambda: Contender(
            "model of CSV", [self.zseed, "model", csv, "-o", model], lambda: shutil.rmtree(model, ignore_errors=True)))
        self.add("the rows of model", lambda: self.build(
            "the rows of model", "zseed-modelled", "wide.sql", f"{{ csv: {csv.name} }}", entities=WIDE))

    def merging(self, few):
        """Adds a new edition, with another value in each hundredth row, and its merge into a store of the old one."""
        source = f"{{ csv: {self.form(few, 'edition').name} }}"
        old, new, merged = (self.path(name + ".sqlite") for name in ("zseed-old", "edition", "merged"))
        edition = self.build("edition", "edition", "store.sql", source)

        def prepare():
            if not old.exists():
                shutil.copy(self.path("zseed.sqlite"), old)
            remove(merged)

        self.add("edition", lambda: edition)
        # The new edition exists: its build is the previous contender, and in rounds that run backwards it is that of
        # the previous round.
        self.add("merge", lambda: Contender(
            "merge", [self.zseed, "merge", old, "--from", new, "--base", old, "-o", merged, "--quiet"], prepare))

    def modeling(self, legacy):
        """Adds a draft of a model for the legacy database, and the verified build of its plan."""
        model, plan = self.path("legacy.xcdatamodeld"), self.path("legacy.yml")
        draft = [self.zseed, "model", legacy, "-o", model, "--plan", plan]

        def clear():
            shutil.rmtree(model, ignore_errors=True)
            remove(plan)

        def prepare():
            if not plan.exists():
                clear()
                subprocess.run(draft, check=True, stdout=subprocess.DEVNULL, cwd=self.work)
            remove(self.path("seed.sqlite"))

        self.add("model", lambda: Contender("model", draft, clear))
        self.add("model's plan", lambda: Contender(
            "model's plan", [self.zseed, "build", plan, "--quiet"], prepare))

    def wide(self, rows):
        """Adds builds for another model: random texts and dates with an index each, and a tree."""
        for key, name, flags in [("wide", "zseed-wide", ["--no-verify"]), ("wide, verified", "zseed-wide-verified", [])]:
            source = f"{{ csv: {self.generate(rows, 'wide', 'csv').name} }}"
            self.add(key, lambda: self.build(key, name, "wide.sql", source, *flags, entities=WIDE))
        source = f"{{ csv: {self.generate(rows, 'tree', 'csv').name} }}"
        for key, name, entities in [
            ("tree", "zseed-tree", TREE), ("tree, without parents", "zseed-nodes", TREE.split("    relationships")[0]),
        ]:
            self.add(key, lambda: self.build(key, name, "wide.sql", source, "--no-verify", entities=entities))

    def comparing(self, few):
        """Adds comparisons of equal stores: with the same primary keys, and with keys in any order."""
        store = self.path("zseed.sqlite")
        mixed = self.path("moved.csv")
        if not mixed.exists():
            # In a separate process, because the memory of this one would count for the contenders.
            subprocess.run([sys.executable, "-c", SHUFFLE, few, mixed], check=True)
        moved = self.build("moved", "zseed-moved", "store.sql", f"{{ csv: {mixed.name} }}", "--no-verify")

        def build():
            if not self.path("zseed-moved.sqlite").exists():
                moved.prepare()
                subprocess.run(moved.command, check=True, stdout=subprocess.DEVNULL, cwd=self.work)

        self.add("diff", lambda: Contender(
            "diff", [self.zseed, "diff", store, self.path("zseed-verified.sqlite")]))
        if shutil.which("sqldiff"):
            self.add("sqldiff", lambda: Contender(
                "sqldiff", ["sqldiff", store, self.path("zseed-verified.sqlite")]))
        else:
            self.skipped.append("sqldiff: there is no such program")
        self.add("diff, moved", lambda: Contender(
            "diff, moved", [self.zseed, "diff", store, self.path("zseed-moved.sqlite")], build))

    def reading(self, rows):
        """Adds readings of the store that `zseed` wrote, and comparable ones by the shell."""
        store, folder = self.path("zseed.sqlite"), self.path("export")

        def zseed(key, *arguments):
            self.add(key, lambda: Contender(
                key, [self.zseed, *arguments], lambda: shutil.rmtree(folder, ignore_errors=True)))

        def shell(key, *arguments):
            if self.shell:
                self.add(key, lambda: Contender(
                    key, [self.shell, "-batch", *arguments[:-1], store, arguments[-1]]))

        tables = ["ZITEM", "ZUNIT", "ZHOME", "ZSHOP"]
        outputs = "".join(
            f".once {self.path('csv-' + table + '.csv')}\nSELECT * FROM {table};\n" for table in tables)
        self.path("csv.txt").write_text(outputs)
        zseed("export", "export", store, "-o", folder, "--quiet")
        zseed("export --exact", "export", store, "-o", folder, "--quiet", "--exact")
        shell("-csv", "-csv", "-header", f".read {self.path('csv.txt')}")
        zseed("dump", "dump", store)
        zseed("report", "report", store, "-o", self.path("report.html"), "--quiet")
        shell("-line", "-line", "SELECT * FROM ZITEM ORDER BY ZNAME")
        zseed("plan", "plan", self.path("store.sql"), self.generate(rows, "few", "csv"))
        zseed("query --json", "query", store, "Item", "--json")
        shell("-json", "-json", "SELECT * FROM ZITEM")
        zseed("query, groups", "query", store,
              "Item SELECT shop, count(SELF), sum(quantity) GROUP BY shop")
        shell("SQL, groups",
              "SELECT s.ZNAME, count(*), sum(i.ZQUANTITY) FROM ZITEM i LEFT JOIN ZSHOP s "
              "ON s.Z_PK = i.ZSHOP GROUP BY i.ZSHOP")
        zseed("query, condition", "query", store,
              'Item WHERE quantity > 50 AND shop.name CONTAINS "4"', "--format", "csv")
        shell("SQL, condition", "-csv",
              "SELECT i.ZDATE, i.ZLISTED, i.ZNAME, i.ZQUANTITY, h.ZNAME, s.ZNAME, u.ZNAME FROM ZITEM i "
              "LEFT JOIN ZHOME h ON h.Z_PK = i.ZHOME LEFT JOIN ZSHOP s ON s.Z_PK = i.ZSHOP "
              "LEFT JOIN ZUNIT u ON u.Z_PK = i.ZUNIT "
              "WHERE i.ZQUANTITY > 50 AND s.ZNAME GLOB '*4*'")
        zseed("query, CONTAINS[cd]", "query", store, 'Item WHERE name CONTAINS[cd] "ab"', "--count")
        shell("LIKE", "SELECT count(*) FROM ZITEM WHERE ZNAME LIKE '%ab%'")

    def small(self):
        csv = self.generate(400, "few", "csv")
        self.add("zseed, 400 rows", lambda: self.build(
            "zseed, 400 rows", "zseed-400", "store.sqlite", f"{{ csv: {csv.name} }}"))
        self.add(".import, 400 rows", lambda: self.importing(".import, 400 rows", csv, False))
        ceiling = self.path("ceiling")
        if ceiling.exists():
            self.add("C, 400 rows", lambda: Contender(
                "C, 400 rows", [ceiling, csv, self.path("ceiling.sql"), self.path("C-400.sqlite")]))
        store = self.path("zseed-400.sqlite")
        self.add("verify, 400 rows", lambda: Contender("verify, 400 rows", [self.zseed, "verify", store]))
        self.add("--version", lambda: Contender("--version", [self.zseed, "--version"]))
        if self.shell:
            self.add("integrity_check, 400 rows", lambda: Contender(
                "integrity_check, 400 rows", [self.shell, "-batch", store, "PRAGMA integrity_check"]))
            self.add("sqlite3 --version", lambda: Contender("sqlite3 --version", [self.shell, "--version"]))

    def sized(self, rows, few_keys="few"):
        csv = self.generate(rows, few_keys, "csv")
        for key, flags in [(f"zseed, {rows} rows", ["--no-verify"]), (f"zseed, {rows} rows, verified", [])]:
            if flags or rows < self.main:
                self.add(key, lambda: self.build(key, slug(key), "store.sql", f"{{ csv: {csv.name} }}", *flags))
        if shutil.which("cc"):
            program = self.path("ceiling")
            key = f"C, {rows} rows"
            if program.exists():
                self.add(key, lambda: Contender(
                    key, [program, csv, self.path("ceiling.sql"), self.path("C-sized.sqlite")]))

    def play(self, keys, rounds):
        contenders = [self.contenders[key] for key in keys if key in self.contenders]
        for number in range(rounds):
            # A contender that reads the output of another must run after it.
            order = contenders if number % 2 == 0 else sorted(
                reversed(contenders), key=lambda c: "zseed.sqlite" in " ".join(map(str, c.command)))
            order = [c for c in order if c.rounds is None or number < c.rounds]
            for contender in order:
                contender.run(self.work)
            print(f"round {number + 1} of {rounds}: " + ", ".join(
                f"{c.name} {c.runs[-1].seconds:.2f} s" for c in order), flush=True)

    def ratio(self, one, other, factor=1):
        """Returns the medians of the ratios of time and of processor time; None if one was not run."""
        if one not in self.contenders or other not in self.contenders:
            return None
        pairs = list(zip(self.contenders[one].runs, self.contenders[other].runs))
        if not pairs:
            return None
        return (
            statistics.median(a.seconds / (b.seconds * factor) for a, b in pairs),
            statistics.median(a.processor / (max(b.processor, 0.001) * factor) for a, b in pairs))

    def run(self):
        self.generator = self.compile("generate")
        self.schemas()
        usual = [size for size in self.sizes if size <= 1_000_000] or [min(self.sizes)]
        main = max(usual)
        self.main = main
        self.set_up(main)
        self.play(list(self.contenders), self.rounds)
        before = set(self.contenders)
        self.small()
        # Each run takes milliseconds, so the median needs many rounds. One round in all is only a trial.
        rounds = 10 * self.rounds if self.rounds > 1 else 1
        self.play([key for key in self.contenders if key not in before], rounds)
        for size in self.sizes:
            if size == main:
                continue
            before = set(self.contenders)
            self.sized(size)
            keys = [key for key in self.contenders if key not in before]
            if size > main:
                # The usual size runs again beside this one, because ratios are only valid within a round.
                known = self.contenders["zseed"]
                base = Contender("zseed again", known.command, known.prepare)
                self.contenders["zseed again"] = base
                keys = ["zseed again"] + keys
            self.play(keys, 2 if size > 1_000_000 else self.rounds)


def sqlite(path):
    import contextlib
    import sqlite3

    remove(path)
    return contextlib.closing(sqlite3.connect(path, isolation_level=None))


def slug(name):
    return re.sub(r"\W+", "-", name)


def remove(path):
    for suffix in ("", "-journal", "-wal"):
        pathlib.Path(str(path) + suffix).unlink(missing_ok=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--zseed", required=True, type=lambda path: os.path.abspath(path))
    parser.add_argument("--work", required=True)
    parser.add_argument("--results", required=True)
    parser.add_argument("--sizes", default="10000,100000,1000000,10000000")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    bench = Bench(options)
    try:
        bench.run()
    except Skipped as skipped:
        raise SystemExit(str(skipped))
    import report

    pathlib.Path(options.results).write_text(report.text(bench))


if __name__ == "__main__":
    main()
