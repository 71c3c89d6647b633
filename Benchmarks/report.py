"""The text of RESULTS.md; see run.py."""
import datetime
import os
import pathlib
import platform
import sqlite3
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
MEGABYTE = 1024 * 1024


def text(bench):
    parts = [
        "# Results",
        "",
        f"Written by `make bench` on {datetime.date.today()}; run it for those of your machine. "
        f"{bench.main:,} rows, {bench.rounds} round{'s' if bench.rounds > 1 else ''}, ten times as many of small builds; every number is the median over the rounds "
        "of what was measured within one round. What the contenders do is in "
        "[README.md](README.md).",
        "",
        *machine(bench),
        "",
        "## Against the targets",
        "",
        "| work | against | at most | measured | processor time | |",
        "|---|---|---:|---:|---:|---|",
        *[row(*target) for target in targets(bench)],
        "",
        "## Memory",
        "",
        "| build | at most | measured | |",
        "|---|---:|---:|---|",
        *[row(*target) for target in memory(bench)],
        "",
        "## All contenders",
        "",
        "| contender | seconds | of processors | peak memory |",
        "|---|---:|---:|---:|",
    ]
    for contender in bench.contenders.values():
        if contender.runs:
            parts.append(
                f"| {contender.name} | {contender.seconds:.3f} | {contender.processor:.3f} "
                f"| {contender.memory / MEGABYTE:.0f} MB |")
    if bench.skipped:
        parts += ["", "Skipped: " + "; ".join(bench.skipped) + "."]
    parts += ["", "## What was not reached", "", *summary(bench)]
    return "\n".join(parts) + "\n"


def row(work, against, most, value, form="{:.2f}"):
    """Returns a row of a table. A ratio is a pair, whose second value is only shown."""
    cells = [work] + ([against] if against is not None else [])
    cells.append(form.format(most))
    if value is None:
        cells += ["–"] * (2 if against is not None else 1) + ["not run"]
    else:
        values = value if isinstance(value, tuple) else (value,)
        cells += [form.format(value) for value in values]
        cells.append("reached" if values[0] <= most else "**not reached**")
    return f"| {' | '.join(cells)} |"


def summary(bench):
    """Returns the targets that this run missed, as text."""
    lines = []
    for work, against, most, value, *_ in targets(bench) + memory(bench):
        value = value[0] if isinstance(value, tuple) else value
        if value is not None and value > most:
            lines.append(
                f"- {work}{f', against {against}' if against else ''}: {value:.2f}, "
                f"{value / most - 1:.0%} more than wanted.")
    if not lines:
        lines = ["Everything that was run was reached."]
    return lines + [
        "", "What varies from run to run, and why, is in [README.md](README.md#what-varies)."]


def targets(bench):
    size = f"{bench.main:,}"
    large = next((s for s in bench.sizes if s > bench.main), None)
    result = [
        (f"{size}-row CSV, 3 relationships, dates, four indexes, not verified",
         "the C ceiling with its indexes", 0.95, bench.ratio("zseed", "C")),
        ("the same, built and verified", "the same build with `--no-verify`", 1.50,
         bench.ratio("zseed, verified", "zseed")),
        (f"{size} rows of random texts and dates, an index each, built and verified",
         "the same build with `--no-verify`", 1.50, bench.ratio("wide, verified", "wide")),
        ("the same, built and verified", "the C ceiling with its indexes, which verifies nothing",
         0.75, bench.ratio("zseed, verified", "C")),
        ("the same into a store without secondary indexes", "the C ceiling without indexes", 0.65,
         bench.ratio("zseed, no indexes", "C, no indexes")),
        ("the same, four indexes", "`sqlite3 .import`, indexes live", 0.42,
         bench.ratio("zseed", ".import")),
        ("the same, four indexes", "Python, as in “Failed Banks”", 0.14,
         bench.ratio("zseed", "Python")),
        *rival(bench, "the CSV file, built and verified", "sqlite-utils, from Python", 0.25, "zseed, verified",
               "sqlite-utils"),
        *rival(bench, "the CSV file, built and verified", "pandas `read_csv` and `to_sql`", 0.75, "zseed, verified", "pandas"),
        *rival(bench, "the CSV file, not verified", "DuckDB to Parquet", 1.20, "zseed", "DuckDB, CSV to Parquet"),
        *rival(bench, "the same rows as JSON, not verified", "DuckDB to Parquet", 1.20, "zseed, JSON",
               "DuckDB, JSON to Parquet"),
        ("the same rows as JSON, without `columns:`", "with `columns:`", 1.05,
         bench.ratio("zseed, JSON", "zseed, JSON with columns")),
        ("the same rows as XML, without `columns:`", "with `columns:`", 1.05,
         bench.ratio("zseed, XML", "zseed, XML with columns")),
        ("the same rows as xlsx with inline texts", "with shared strings", 1.40,
         bench.ratio("zseed, xlsx with inline texts", "zseed, xlsx")),
        ("the same rows with a character beyond ASCII in each name", "in ASCII", 1.08,
         bench.ratio("zseed, UTF-8", "zseed, ASCII")),
        (f"{size}-row legacy SQLite, same mapping", "pure SQL in one process", 1.00,
         bench.ratio("zseed, legacy", "SQL")),
        ("`model` of the same database", "the verified build of its plan", 2.00,
         bench.ratio("model", "model's plan")),
    ]
    if large:
        factor = large // bench.main
        result.append(
            (f"{large:,} rows", f"{factor} × the {size} time", 1.15 if factor >= 100 else 1.10,
             bench.ratio(f"zseed, {large} rows", "zseed again", factor)))
    small = max((s for s in bench.sizes if s < bench.main), default=None)
    if small:
        verified = f"zseed, {small} rows, verified"
        result += [
            (f"{small:,} rows, built and verified", "the C ceiling, which verifies nothing", 1.00,
             bench.ratio(verified, f"C, {small} rows")),
            ("the same", "the same build with `--no-verify`", 1.40, bench.ratio(verified, f"zseed, {small} rows")),
        ]
    return result + [
        ("400 rows, built and verified", "the C ceiling, which verifies nothing", 3.00,
         bench.ratio("zseed, 400 rows", "C, 400 rows")),
        (f"`verify` of the {size} store", "`PRAGMA integrity_check`", 0.35,
         bench.ratio("verify", "integrity_check")),
        ("`diff` of two such stores", "`verify` of both", 1.00, bench.ratio("diff", "verify", 2)),
        ("`diff` of two such stores, one with its rows in another order", "`verify` of both", 1.00,
         bench.ratio("diff, moved", "verify", 2)),
        *rival(bench, "`diff` of two such stores", "`sqldiff`", 1.20, "diff", "sqldiff"),
        ("`plan` for the CSV file", "the build with `--no-verify`", 1.00, bench.ratio("plan", "zseed")),
        (f"`model` of {min(bench.main, 40_000):,} rows, twelve columns", "the build of these rows, verified", 2.00,
         bench.ratio("model of CSV", "the rows of model")),
        ("`merge` of a new edition, verified", "the build of the edition, verified", 2.00,
         bench.ratio("merge", "edition")),
        ("`export` of that store", "the shell's `-csv` of its tables", 1.20,
         bench.ratio("export", "-csv")),
        ("`export --exact`", "the same", 1.00, bench.ratio("export --exact", "-csv")),
        ("`query Item --json`, all objects", "the shell's `-json` of the table", 2.50,
         bench.ratio("query --json", "-json")),
        ("`GROUP BY` over a to-one, count and sum", "the same in SQL", 1.50,
         bench.ratio("query, groups", "SQL, groups")),
        ("`query` with a condition, as CSV", "the same in SQL", 1.50,
         bench.ratio("query, condition", "SQL, condition")),
        ("`CONTAINS[cd]` over all names", "`LIKE`", 4.00,
         bench.ratio("query, CONTAINS[cd]", "LIKE")),
        ("`dump` of that store", "the shell's `-line` of the items, sorted", 1.50,
         bench.ratio("dump", "-line")),
        ("`report` of that store", "`verify` of it", 1.30, bench.ratio("report", "verify")),
        ("the same rows, each cell in quotes", "the build without quotes", 1.08,
         bench.ratio("zseed, quoted", "zseed")),
        ("`verify` of 400 rows", "`PRAGMA integrity_check`", 3.00,
         bench.ratio("verify, 400 rows", "integrity_check, 400 rows")),
        ("`--version`", "`sqlite3 --version`", 2.00, bench.ratio("--version", "sqlite3 --version")),
    ]


def rival(bench, work, against, most, one, other):
    """Returns the row for a program that may be missing; run.py lists those."""
    return [(work, against, most, bench.ratio(one, other))] if other in bench.contenders else []


def memory(bench):
    form = "{:.0f} MB"
    result = [
        (f"{bench.main:,} rows, few distinct keys", None, 96, peak(bench, "zseed"), form),
        (f"{bench.main:,} rows, many distinct keys", None, 128, peak(bench, "zseed, many keys"), form),
        (f"`dump` of a store of {bench.main:,} rows", None, 64, peak(bench, "dump"), form),
    ]
    for size in bench.sizes:
        if size > bench.main:
            result.append((
                f"{size:,} rows, few distinct keys", None, 96,
                peak(bench, f"zseed, {size} rows"), form))
    result.append((
        f"`model` of {bench.main:,} rows of legacy SQLite", None, 200, peak(bench, "model"), form))
    tree, nodes = peak(bench, "tree"), peak(bench, "tree, without parents")
    if tree and nodes:
        result.append((
            f"each row of a tree of {bench.main:,}, beside the same rows without parents", None, 72,
            max(tree - nodes, 0) * MEGABYTE / bench.main, "{:.0f} B"))
    few, many = peak(bench, "zseed"), peak(bench, "zseed, many keys")
    if few and many:
        keys = 1000 + (bench.main + 9) // 10 + (bench.main + 3) // 4
        result.append((
            f"each of {keys:,} distinct keys more", None, 64,
            max(many - few, 0) * MEGABYTE / keys, "{:.0f} B"))
    return result


def peak(bench, key):
    contender = bench.contenders.get(key)
    return contender.memory / MEGABYTE if contender and contender.runs else None


def machine(bench):
    cpu = platform.processor() or platform.machine()
    try:
        for line in open("/proc/cpuinfo"):
            if line.startswith("model name"):
                cpu = line.split(":", 1)[1].strip()
                break
    except OSError:
        pass
    lines = [
        f"- Machine: {cpu}, {os.cpu_count()} cores; {platform.platform()}",
        f"- zseed {output([bench.zseed, '--version'])}; "
        f"{output(['swift', '--version']).splitlines()[0]}",
        f"- SQLite {sqlite3.sqlite_version} (Python {platform.python_version()})",
    ]
    if bench.shell:
        lines.append(f"- sqlite3 shell {output([bench.shell, '--version']).split(' ')[0]}")
    for module in ("duckdb", "pandas", "sqlite_utils"):
        script = f"import {module}, importlib.metadata as m; print(m.version('{module}'))"
        if version := output([sys.executable, "-c", script]):
            lines.append(f"- {module.replace('_', '-')} {version}")
    if hasattr(os, "getloadavg"):
        lines.append(
            f"- Load average at the end: {os.getloadavg()[0]:.1f}, of which the benchmarks "
            "themselves cause one or two")
    return lines


def output(command):
    try:
        return subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.decode().strip()
    except OSError:
        return "unknown"
