"""Databases whose foreign keys are known and dropped, against the relationships that `zseed model` drafts.

python3 Tests/Oracles/ModelOracle/references.py ZSEED FIRST LAST [SHOW]

Each number from FIRST to LAST is a random database with realistic names: a domain (shop, music, school, blog ...) in one
of several styles (`author_id`, `AuthorId`, `authorid`, `fk_author`, prefixes such as `wp_`, plural or singular tables,
irregular plurals), roles (`home_team_id`, `created_by`), trees, pairs and keys shared by two tables, beside columns that
look like keys and are none (`year`, `level`, `external_id`, counts). No foreign key is declared. The drafted relationships are
compared with those that the database was made with: wanted are no wrong one in a hundred, and nine of ten found. Nothing
here knows of zseed's code.
"""
import collections, os, random, sqlite3, subprocess, sys, tempfile
import yaml

ZSEED, FIRST, LAST = os.path.abspath(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
SHOW = len(sys.argv) > 4

# Of each domain its tables with what they refer to: a table, or a role and a table; `^` is a tree, `+` further columns.
DOMAINS = {
    "shop": {
        "category": ["parent^"], "supplier": [], "product": ["category", "supplier"], "customer": [], "address": ["customer"],
        "employee": ["manager^"],
        "order": ["customer", "employee", "billing:address", "shipping:address"], "order_item": ["order", "product"],
        "payment": ["order"], "review": ["product", "customer"], "warehouse": [], "stock_level": ["warehouse", "product"],
    },
    "music": {
        "artist": [], "album": ["artist"], "genre": [], "media_type": [], "track": ["album", "genre", "media_type"],
        "playlist": [], "playlist_track": ["playlist", "track"], "concert": ["artist", "venue"], "venue": ["city"], "city": [],
    },
    "school": {
        "person": [], "department": ["head:person"], "course": ["department", "teacher:person"], "room": ["building"],
        "building": [], "class": ["course", "room"], "enrolment": ["class", "student:person"], "child": ["person"],
        "grade_level": [], "exam": ["course"], "exam_result": ["exam", "person"],
    },
    "blog": {
        "user": [], "post": ["author:user"], "comment": ["post", "user", "parent^"], "tag": [], "post_tag": ["post", "tag"],
        "media": ["post", "uploader:user"], "status": [], "revision": ["post", "status"], "like": ["post", "user"],
        "message": ["sender:user", "recipient:user"],
    },
    "sport": {
        "league": ["country"], "country": [], "team": ["league"], "player": ["team", "country"], "season": ["league"],
        "match": ["season", "home:team", "away:team", "stadium"], "stadium": ["city"], "city": ["country"],
        "goal": ["match", "player"], "referee": [], "card": ["match", "player", "referee"],
    },
    "library": {
        "author": [], "publisher": [], "series": [], "book": ["publisher", "series"], "book_author": ["book", "author"],
        "branch": [], "copy": ["book", "branch"], "borrower": [], "loan": ["copy", "borrower"], "language": [],
        "translation": ["book", "language"],
    },
    "game": {
        "species": ["evolves_from^"], "type": [], "move": ["type"], "ability": [], "item": ["item_category"],
        "item_category": [], "species_type": ["species", "type"], "encounter": ["location", "species"], "location": ["region"],
        "region": [], "berry": ["item"], "trainer": ["home:location"], "quest": ["reward:item", "location"],
    },
    "hospital": {
        "doctor": [], "patient": ["doctor"], "visit": ["patient", "doctor"], "diagnosis": ["visit"], "drug": [],
        "prescription": ["visit", "drug"], "ward": [], "bed": ["ward"], "stay": ["patient", "bed"],
    },
    "travel": {
        "airline": ["country"], "airport": ["city"], "city": ["country"], "country": [], "aircraft": ["airline"],
        "flight": ["airline", "aircraft", "origin:airport", "destination:airport"], "passenger": [],
        "booking": ["flight", "passenger"], "seat": ["aircraft"],
    },
    "mail": {
        "account": [], "folder": ["account", "parent^"], "message": ["folder"], "attachment": ["message"],
        "label": [], "message_label": ["message", "label"], "contact": ["account"], "calendar": ["account"],
        "event": ["calendar"], "attendee": ["event", "contact"],
    },
}
PLURALS = {
    "person": "people", "child": "children", "status": "statuses", "series": "series", "species": "species",
    "media": "media", "diagnosis": "diagnoses", "aircraft": "aircraft", "stadium": "stadiums",
}
NOISE = [
    ("year", lambda r, n: r.randint(1950, 2024)), ("level", lambda r, n: r.randint(1, 9)),
    ("rank", lambda r, n: n), ("position", lambda r, n: n % 7), ("quantity", lambda r, n: r.randint(1, 20)),
    ("price", lambda r, n: r.randint(100, 9999) / 100), ("external_id", lambda r, n: 10_000 + n * 7),
    ("is_active", lambda r, n: r.randint(0, 1)), ("notes", lambda r, n: f"note {r.randint(0, 99)}"),
    ("view_count", lambda r, n: r.randint(0, 500)), ("sort_order", lambda r, n: n), ("age", lambda r, n: r.randint(1, 30)),
    ("uuid", lambda r, n: f"{r.getrandbits(64):016x}"), ("color", lambda r, n: r.choice(["red", "blue"])),
    ("score", lambda r, n: r.randint(1, 12)), ("number", lambda r, n: r.randint(1, 15)),
    ("created_at", lambda r, n: f"2020-01-{1 + n % 28:02}"), ("effect_id", lambda r, n: r.randint(40, 90)),
    ("batch_no", lambda r, n: r.randint(1, 40)), ("duration", lambda r, n: r.randint(1, 25)),
]


def plural(name):
    head, _, last = name.rpartition("_")
    if last in PLURALS:
        last = PLURALS[last]
    elif last.endswith("y") and last[-2] not in "aeiou":
        last = last[:-1] + "ies"
    else:
        last += "es" if last.endswith(("s", "x", "ch", "sh")) else "s"
    return head + "_" + last if head else last


def database(seed, path):
    """Makes the database; gives its references as {(table, column): table}."""
    r = random.Random(seed)
    domain = DOMAINS[r.choice(list(DOMAINS))]
    case = r.choice(["snake", "snake", "camel", "pascal", "flat"])
    is_plural, prefix = r.random() < .6, r.choice(["", "", "", "wp_", "app_", "tbl_"])
    key_style = r.choice(["id", "id", "named"])
    column_style = r.choice(["{}_id", "{}_id", "{}_id", "fk_{}", "{}"]) if case == "snake" else "{}_id"

    def cased(words):
        parts = words.split("_")
        if case == "camel":
            return parts[0] + "".join(part.capitalize() for part in parts[1:])
        if case == "pascal":
            return "".join(part.capitalize() for part in parts)
        return "".join(parts) if case == "flat" else words

    kept = [name for name in domain if r.random() < .85]
    named = {name: prefix + cased(plural(name) if is_plural else name) for name in kept}
    keys = {name: cased("id" if key_style == "id" else name + "_id") for name in kept}
    references, made = {}, sqlite3.connect(path)
    ids = {}
    for name in kept:
        base = r.choice([1, 1, 1, 1000])
        ids[name] = [base + n for n in range(r.choice([3, 8, 30, 80, 200]))]
    for name in kept:
        columns, makers = [keys[name]], []
        is_pair = len(domain[name]) == 2 and name.count("_") and r.random() < .5
        if is_pair:
            columns = []
        for reference in domain[name]:
            role, _, target = reference.rstrip("^").rpartition(":")
            if reference.endswith("^"):
                target, role = name, reference[:-1]
            if target not in kept:
                continue
            called = role or target
            if role and not reference.endswith("^") and r.random() < .6:
                called = f"{role}_{target}"
            column = cased(column_style.format(called))
            if column in columns or column == keys[name]:
                continue
            columns.append(column)
            has_nulls = r.random() < .3
            is_up = reference.endswith("^")
            makers.append(lambda n, target=target, has_nulls=has_nulls, is_up=is_up: None if (has_nulls or is_up)
                          and r.random() < .3 else r.choice(ids[target]))
            references[named[name], column] = named[target]
        if not is_pair:
            noise = r.sample(NOISE, r.randint(1, 4))
            columns += [cased(text) for text, _ in noise] + [cased("name")]
            makers += [lambda n, make=make: make(r, n) for _, make in noise] + [lambda n: f"{name} {n}"]
        quoted = [f'"{column}"' for column in columns]
        if not is_pair:
            quoted[0] += " INTEGER PRIMARY KEY"
        elif len(columns) < 2:
            references = {key: value for key, value in references.items() if key[0] != named[name]}
            continue
        else:
            quoted.append(f"PRIMARY KEY ({quoted[0]}, {quoted[1]})")
        made.execute(f'CREATE TABLE "{named[name]}" ({", ".join(quoted)})')
        for n, key in enumerate(ids[name]):
            row = ([] if is_pair else [key]) + [make(n) for make in makers]
            made.execute(f'INSERT OR IGNORE INTO "{named[name]}" VALUES ({", ".join("?" * len(row))})', row)
    made.commit()
    return references


def drafted(folder):
    result = subprocess.run(
        [ZSEED, "model", "a.db", "-o", "A.xcdatamodeld", "--plan", "p.yml"], cwd=folder, capture_output=True, text=True)
    if result.returncode:
        raise SystemExit(f"{folder}: zseed model ended with {result.returncode}: {result.stderr}")
    with open(folder + "/p.yml") as file:
        plan = yaml.safe_load(file)
    table_of = {source: value["table"] for source, value in plan["sources"].items()}
    entities = {entity: table_of[load["from"]] for entity, load in plan["entities"].items()}
    found = {}

    def note(source, target):
        entity = (target.get("keyOf") or target["find"]).partition(".")[0]
        found[table_of[source], target["column"]] = entities[entity]

    for load in plan["entities"].values():
        for target in (load.get("relationships") or {}).values():
            note(load["from"], target)
    for link in plan.get("links") or []:
        for end in ("source", "target"):
            note(link["from"], link[end])
    return found


counts, shown = collections.Counter(), collections.Counter()
for seed in range(FIRST, LAST + 1):
    with tempfile.TemporaryDirectory() as folder:
        wanted = database(seed, folder + "/a.db")
        found = drafted(folder)
        for key, table in found.items():
            counts["right" if wanted.get(key) == table else "wrong"] += 1
            if wanted.get(key) != table and SHOW:
                print(f"{seed}: {key[0]}.{key[1]} leads to {table}, not to {wanted.get(key, 'any')}")
        for key, table in wanted.items():
            counts["wanted"] += 1
            if key not in found:
                counts["missed"] += 1
                if SHOW:
                    print(f"{seed}: {key[0]}.{key[1]} does not lead to {table}")
right, wrong = counts["right"], counts["wrong"]
print(f"{LAST - FIRST + 1} databases, {counts['wanted']} references: {right} found "
      f"({100 * right / max(1, counts['wanted']):.1f} %), {wrong} wrong ({100 * wrong / max(1, right + wrong):.1f} % of those drafted)")
sys.exit(0 if wrong * 100 <= right + wrong and right * 10 >= counts["wanted"] * 9 else 1)
