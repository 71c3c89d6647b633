"""Random databases, compared with the models, plans and stores that zseed creates from them.

python3 Tests/Oracles/ModelOracle/databases.py ZSEED FORM FIRST LAST [KEEP]

Each number from FIRST to LAST is a random database: awkward names, keys of every kind, declared and undeclared foreign
keys, pairs, and values of many types. It is passed as FORM: `sqlite`, `csv` (files without declarations), `mysql` or
`postgresql` (a dump by the system's own program, with random options; the clients find their server in the
environment). `zseed model` drafts a model, every third one in Swift, and the plan. `zseed build` builds the unedited
plan. The rows of each table are compared with those of the store, value by value, and links by the keys of their
destinations. Everything that is left out must be reported. KEEP is a folder for failed tests. This script uses no code
of zseed.
"""
import collections, csv, datetime, json, os, random, shutil, sqlite3, subprocess, sys, tempfile, traceback, uuid
import xml.etree.ElementTree as ET
import yaml

ZSEED, FORM, FIRST, LAST = os.path.abspath(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
KEEP = sys.argv[5] if len(sys.argv) > 5 else None
REFERENCE_DATE = 978307200
# In text files, drafts treat the first word as a missing value. The second one is kept among texts, with a remark.
NIL_WORD, DOUBTED_WORD = "NULL", "nil"

NAMES = """order customer film actor city class self Type entity group description objectID hash user person people box
mouse status category address Straße naïve item-code Å _hidden HTTPServer data Date String int protocol public init deinit
import in is as news series tag note visit room müller 日本 URL id2 name title fetchedProperties managedObjectContext
isDeleted version""".split() + ["2nd line"]

# For each kind, its types in SQLite, MySQL and PostgreSQL.
TYPES = {
    "int": ("INTEGER", "INT", "integer"), "bigint": ("BIGINT", "BIGINT", "bigint"),
    "real": ("REAL", "DOUBLE", "double precision"), "text": ("TEXT", "TEXT", "text"), "date": ("DATE",) * 3,
    "datetime": ("DATETIME", "DATETIME", "timestamp"), "zoned": ("TEXT", "VARCHAR(40)", "text"),
    "bool": ("BOOLEAN", "TINYINT(1)", "boolean"), "decimal": ("DECIMAL(10,2)",) * 3,
    "uuid": ("CHAR(36)", "CHAR(36)", "uuid"), "url": ("TEXT", "VARCHAR(200)", "text"),
    "blob": ("BLOB", "BLOB", "bytea"), "unix": ("TIMESTAMP", "INT UNSIGNED", "bigint"),
    "word": ("VARCHAR(20)",) * 3, "digits": ("TEXT", "VARCHAR(10)", "text"), "empty": ("TEXT", "VARCHAR(10)", "text"),
    "mixed": ("TEXT", "VARCHAR(20)", "text"),
}
MYSQLDUMP = [
    [], ["--hex-blob"], ["--complete-insert"], ["--skip-extended-insert"], ["--skip-opt"], ["--compatible=ansi"],
    ["--replace"], ["--insert-ignore"], ["--no-tablespaces", "--single-transaction"], ["--skip-comments"],
    ["--compact"], ["--order-by-primary"],
]
PG_DUMP = [
    [], ["--inserts"], ["--column-inserts"], ["--rows-per-insert=7"], ["--no-owner", "-x"], ["--disable-triggers"],
    ["--clean", "--if-exists"], ["--quote-all-identifiers"], ["--no-comments"],
]


def quoted(name):
    return '"' + name.replace('"', '""') + '"'


class Wrong(Exception):
    pass


# ---------- the database ----------
def value(r, kind, row):
    day = f"{r.randint(1971, 2036):04}-{r.randint(1, 12):02}-{r.randint(1, 28):02}"
    time = f"{r.randint(0, 23):02}:{r.randint(0, 59):02}:{r.randint(0, 59):02}"
    texts = ['Ä "q"', "two\nlines", "O'Brien", "tab\tx", "emoji 😀", "x" * 50, "%s {0}", "NULL", "nil", " lead",
             "trail ", "back\\slash", f"word{r.randint(0, 30)}"]
    return {
        "int": lambda: r.choice([0, 1, -1, r.randint(-1000, 100000)]),
        "bigint": lambda: r.choice([2**40 + r.randint(0, 99), -2**62, r.randint(0, 9)]),
        "real": lambda: r.choice([0.5, -1.25, 1e-5, 123456.789, r.random() * 100, 3.0]),
        "text": lambda: r.choice(texts), "date": lambda: str(r.randint(1900, 2060)) + day[4:],
        "datetime": lambda: day + " " + time, "zoned": lambda: day + "T" + time + "Z",
        "bool": lambda: r.randint(0, 1), "decimal": lambda: r.choice([r.randint(0, 99999) / 100, r.randint(0, 100)]),
        "uuid": lambda: str(uuid.UUID(int=r.getrandbits(128))),
        "url": lambda: f"https://example.com/{r.randint(0, 99)}?q={row}",
        "blob": lambda: bytes(r.getrandbits(8) for _ in range(r.randint(0, 20))),
        "unix": lambda: r.randint(1000000000, 1700000000),
        "word": lambda: r.choice(["a", "b", "open", "closed", f"v{r.randint(0, 9)}"]),
        "digits": lambda: r.choice(["007", "12", "0", "1.50", "1e5", "00"]),
        "empty": lambda: r.choice(["", "x", "y"]), "mixed": lambda: r.choice(["1", "2", "x", "2020-01-01", "true"]),
    }[kind]()


class Table:
    def __init__(self, name):
        self.name, self.columns, self.key, self.links, self.keys = name, {}, [], {}, []

    def add(self, name, kind):
        if name.lower() in (column.lower() for column in self.columns):
            return None
        self.columns[name] = kind
        return name

    def link(self, name, target, is_declared):
        """Adds a column with keys of a table; None refers to the table itself."""
        if self.add(name, (target or self).columns[(target or self).key[0]]):
            self.links[name] = (target or self, is_declared)


def tables(r):
    made, taken = [], set()
    for _ in range(r.randint(1, 6)):
        name = r.choice(["", "", "", "tbl_", "app_", "T"]) + r.choice(NAMES)
        name += r.choice(["", "", "s", "_list", " table", "Data"])
        if name.lower() in taken:
            continue
        taken.add(name.lower())
        table = Table(name)
        kind = r.choice(["id", "id", "text", "pair", "none", "named"])
        if kind == "id":
            table.key = [table.add("id", "int")]
        elif kind == "named":
            table.key = [table.add(name.rstrip("s") + "_id", "int")]
        elif kind == "text":
            table.key = [table.add(r.choice(["code", "sku", "key"]), "text")]
        elif kind == "pair":
            table.key = [table.add("a_no", "int"), table.add("b_no", "int")]
        for _ in range(r.randint(1, 6)):
            table.add(r.choice(NAMES) + r.choice(["", "_1", "Name", "_at", "", ""]), r.choice(list(TYPES)))
        for _ in range(r.choice([0, 0, 1, 1, 2])):
            keyed = [other for other in made if len(other.key) == 1]
            target = None
            if not (r.random() < .2 and len(table.key) == 1):
                if not keyed:
                    continue
                target = r.choice(keyed)
            called = (target or table).name
            table.link(
                r.choice([called.rstrip("s") + "_id", r.choice(["parent", "owner", "main", "ref"]) + "_id", called]),
                target, r.random() < .7)
        made.append(table)
    keyed = [table for table in made if len(table.key) == 1]
    if len(keyed) > 1 and r.random() < .3:
        one, other = r.sample(keyed, 2)
        pairs = Table(one.name + "_" + other.name)
        if pairs.name.lower() not in taken:
            pairs.link(f"a_{one.name}_id", one, True)
            pairs.link(f"b_{other.name}_id", other, True)
            pairs.key = list(pairs.columns)
            made.append(pairs)
    return made


def rows(r, table):
    result, seen = [], set()
    nullable = {name for name in table.columns if r.random() < .3 and name not in table.key}
    for row in range(r.choice([0, 1, 3, 20, 60])):
        cells = {}
        for name, kind in table.columns.items():
            if name in table.links:
                keys = table.links[name][0].keys
                cells[name] = r.choice(keys) if keys and (name in table.key or r.random() < .8) else None
            elif name in table.key:
                cells[name] = row + 1 if kind == "int" else f"K{row}"
            else:
                cells[name] = None if name in nullable and r.random() < .3 else value(r, kind, row)
        key = tuple(cells[name] for name in table.key)
        if None in key or key and key in seen:
            continue
        seen.add(key)
        result.append(list(cells.values()))
        if len(key) == 1:
            table.keys.append(key[0])
    return result


def statements(made, filled, system):
    """Returns SQL for SQLite (0), MySQL (1) or PostgreSQL (2)."""
    name = (lambda text: "`" + text.replace("`", "``") + "`") if system == 1 else quoted

    def literal(cell, kind):
        if cell is None:
            return "NULL"
        if kind == "bool" and system == 2:
            return "true" if cell else "false"
        if isinstance(cell, bytes):
            return f"'\\x{cell.hex()}'" if system == 2 else f"x'{cell.hex()}'"
        if isinstance(cell, str):
            text = cell.replace("'", "''")
            return "'" + (text.replace("\\", "\\\\") if system == 1 else text) + "'"
        return repr(cell)

    last = []
    for table, cells in zip(made, filled):
        defined = []
        for column, kind in table.columns.items():
            type = TYPES[kind][system]
            if type == "TEXT" and system == 1 and (column in table.key or column in table.links):
                type = "VARCHAR(50)"
            is_row = system == 0 and table.key == [column] and kind == "int" and column not in table.links
            defined.append(f"{name(column)} {'INTEGER' if is_row else type}" + " NOT NULL" * (column in table.key))
        if table.key:
            defined.append(f"PRIMARY KEY ({', '.join(map(name, table.key))})")
        for column, (target, is_declared) in table.links.items():
            reference = f"FOREIGN KEY ({name(column)}) REFERENCES {name(target.name)} ({name(target.key[0])})"
            if is_declared and system == 2:
                last.append(f"ALTER TABLE {name(table.name)} ADD {reference};")
            elif is_declared:
                defined.append(reference)
        yield f"CREATE TABLE {name(table.name)} ({', '.join(defined)});"
        for row in cells:
            values = ", ".join(map(literal, row, table.columns.values()))
            yield f"INSERT INTO {name(table.name)} VALUES ({values});"
    yield from last


def given(r, folder, made, filled):
    """Writes the database in the form of the test, and returns the arguments of `zseed model`."""
    if FORM == "sqlite":
        with sqlite3.connect(folder + "/a.db") as database:
            database.executescript("PRAGMA foreign_keys = OFF;" + "\n".join(statements(made, filled, 0)))
        return ["a.db"]
    if FORM == "csv":
        for table, cells in zip(made, filled):
            kept = [index for index, kind in enumerate(table.columns.values()) if kind != "blob"]
            with open(f"{folder}/{table.name}.csv", "w", newline="") as file:
                writer = csv.writer(file)
                writer.writerow([list(table.columns)[index] for index in kept])
                writer.writerows([[row[index] for index in kept] for row in cells])
        return [table.name + ".csv" for table in made]
    if FORM == "mysql":
        begin = "DROP DATABASE IF EXISTS z; CREATE DATABASE z CHARACTER SET utf8mb4; USE z; SET FOREIGN_KEY_CHECKS = 0;"
        client = ["mysql", "-u", "root", "--default-character-set=utf8mb4"]
        dump = ["mysqldump", "-u", "root", "--default-character-set=utf8mb4", *r.choice(MYSQLDUMP), "z"]
    else:
        begin = "DROP SCHEMA public CASCADE; CREATE SCHEMA public;"
        client = ["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "postgres"]
        dump = ["pg_dump", *r.choice(PG_DUMP), "postgres"]
    text = "\n".join([begin, *statements(made, filled, 1 if FORM == "mysql" else 2)])
    subprocess.run(client, input=text.encode(), check=True, capture_output=True)
    with open(folder + "/a.sql", "wb") as file:
        subprocess.run(dump, stdout=file, stderr=subprocess.PIPE, check=True)
    return ["a.sql"]


# ---------- the comparison ----------
def attributes(folder, store):
    """Returns the types of attributes, by entity."""
    types = collections.defaultdict(dict)
    if store.endswith(".sqlite"):
        contents = folder + "/A.xcdatamodeld/A.xcdatamodel/contents"
        for entity in ET.parse(contents).getroot().iter("entity"):
            for attribute in entity.iter("attribute"):
                types[entity.get("name")][attribute.get("name")] = attribute.get("attributeType")
    else:
        for entity in json.loads(run(folder, "inspect", store, "--json"))["entities"]:
            for attribute in entity["attributes"]:
                types[entity["name"]][attribute["name"]] = attribute["type"]
    return types


def expected(cell, type, told):
    """Returns the expected value of an attribute for a cell."""
    if isinstance(cell, str) and FORM == "csv":
        cell = cell.strip()
        cell = None if cell in ["", NIL_WORD] else cell
    if cell == "" and "empty text" in told or cell is None:
        return None
    if type == "String":
        return cell if isinstance(cell, str) else str(cell)
    if type.startswith("Integer"):
        return int(float(cell)) if isinstance(cell, str) else int(cell)
    if type in ("Double", "Float", "Decimal"):
        return round(float(cell), 9)
    if type == "Boolean":
        return int(cell in (1, "1", "true", "x"))
    if type == "UUID":
        return uuid.UUID(cell).bytes
    if type == "Date":
        if not isinstance(cell, str):
            # Large numbers are milliseconds.
            return (cell - REFERENCE_DATE * 1000) / 1000 if cell > 1e11 else cell - REFERENCE_DATE
        date = datetime.datetime.fromisoformat(cell.replace("Z", "").replace("T", " "))
        return date.replace(tzinfo=datetime.timezone.utc).timestamp() - REFERENCE_DATE
    return cell


def stored(cell, type):
    return round(float(cell), 9) if cell is not None and type in ("Double", "Float", "Decimal") else cell


def run(folder, *arguments):
    result = subprocess.run([ZSEED, *arguments], cwd=folder, capture_output=True, text=True)
    if result.returncode:
        raise Wrong(f"zseed {arguments[0]} ended with {result.returncode}: {result.stderr[:400]}")
    return result.stdout + result.stderr


def column(value):
    return value if isinstance(value, str) else value.get("column")


def compare(folder, store, made, filled, told):
    with open(folder + "/p.yml") as file:
        plan = yaml.safe_load(file)
    database = sqlite3.connect(folder + "/" + store)
    types = attributes(folder, store)

    def table_of(source):
        source = plan["sources"][source]
        return source["csv"][:-4] if "csv" in source else source["table"]

    rows_of = {table.name: (table, cells) for table, cells in zip(made, filled)}
    left = set(rows_of)
    for pairs in plan.get("links") or []:
        left.discard(table_of(pairs["from"]))
    for entity, load in plan["entities"].items():
        table, cells = rows_of[table_of(load["from"])]
        left.discard(table.name)
        names = list(table.columns)
        taken = {name: column(value) for name, value in (load.get("attributes") or {}).items()}
        links = load.get("relationships") or {}
        defaults = {name: value["default"] for name, value in (load.get("attributes") or {}).items()
                    if isinstance(value, dict) and "default" in value}
        used = set(taken.values())
        for link in links.values():
            used.update(link["columns"] if "columns" in link else [link["column"]])
        for name, kind in table.columns.items():
            if name not in used and name not in told and not (FORM == "csv" and kind == "blob"):
                raise Wrong(f"{table.name}.{name} went nowhere, without a word")
        if len({name.upper() for name in types[entity]}) < len(types[entity]):
            continue
        # A file with one column has no rows for empty cells.
        cells = [row for row in cells if FORM != "csv" or any(
            cell not in (None, "") for cell, kind in zip(row, table.columns.values()) if kind != "blob")]
        wanted, select, joins = [[] for _ in cells], [], []
        for name, source in taken.items():
            type, index = types[entity][name], names.index(source)
            if FORM == "csv" and [str(cell[index]).strip() for cell in cells].count(DOUBTED_WORD) > 1:
                if f"{load['from']}: {name}: '{DOUBTED_WORD}' is a value" not in told:
                    raise Wrong(f"{table.name}.{source} keeps '{DOUBTED_WORD}' without a word")
            for row, cell in zip(wanted, cells):
                found = expected(cell[index], type, told)
                row.append(defaults[name] if found is None and name in defaults else found)
            select.append((f'a."Z{name.upper()}"', type))
        for number, (name, link) in enumerate(links.items()):
            if "column" not in link:
                continue
            target, key = (link.get("keyOf") or link["find"]).partition(".")[::2]
            goal = plan["entities"][target]
            if not key:
                key = next((attribute for attribute, value in (goal.get("attributes") or {}).items()
                            if column(value) == goal.get("key")), "")
            type = types[target].get(key)
            if type is None or not (type == "String" or type.startswith("Integer")):
                continue
            for row, cell in zip(wanted, cells):
                row.append(expected(cell[names.index(link["column"])], type, told))
            joins.append(f'LEFT JOIN "Z{target.upper()}" t{number} ON t{number}.Z_PK = a."Z{name.upper()}"')
            select.append((f't{number}."Z{key.upper()}"', type))
        if not select:
            continue
        query = f'SELECT {", ".join(text for text, _ in select)} FROM "Z{entity.upper()}" a {" ".join(joins)}'
        found = collections.Counter(
            tuple(stored(cell, type) for cell, (_, type) in zip(row, select)) for row in database.execute(query))
        wanted = collections.Counter(map(tuple, wanted))
        if found != wanted:
            raise Wrong(f"{entity}: only in the source {list((wanted - found).items())[:2]}, "
                        f"only in the store {list((found - wanted).items())[:2]}")
    left = {name for name in left if name not in told}
    if left:
        raise Wrong(f"{left} became nothing, without a word")


def check(seed, folder):
    r = random.Random(seed)
    made = tables(r)
    filled = [rows(r, table) for table in made]
    if FORM == "csv" and any(all(kind == "blob" for kind in table.columns.values()) for table in made):
        return
    sources = given(r, folder, made, filled)
    is_swift = seed % 3 == 2
    told = run(folder, "model", *sources, "-o", "A.swift" if is_swift else "A.xcdatamodeld", "--plan", "p.yml")
    run(folder, "build", "p.yml")
    compare(folder, "seed.store" if is_swift else "seed.sqlite", made, filled, told)


failures = 0
for seed in range(FIRST, LAST + 1):
    folder = tempfile.mkdtemp()
    try:
        check(seed, folder)
    except Exception as error:
        failures += 1
        print(f"{FORM} {seed}: {error if isinstance(error, Wrong) else traceback.format_exc()}")
        if KEEP:
            shutil.copytree(folder, f"{KEEP}/{FORM}-{seed}", dirs_exist_ok=True)
    shutil.rmtree(folder)
print(f"{LAST - FIRST + 1} databases, {failures} wrong")
sys.exit(1 if failures else 0)
