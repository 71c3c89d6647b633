"""Random merges, compared with an independent model of docs/guides/merging.md.

python3 Tests/Oracles/MergeOracle/merges.py ZSEED FIRST LAST [KEEP] [--app]

Each number from FIRST to LAST is a random model (inheritance, single, compound and inherited uniqueness, keys of plans,
structures with required elements, every kind of relationship and delete rule, values in files), three editions that
`zseed build` builds, and a store with the work of a user, written by SQL. The editions are merged as stores and as a
file of changes. The result is read by SQL and compared with the table of docs/guides/merging.md, value by value. Each
difference from it must be reported. These laws must hold:

- Each result passes `verify --strict`.
- Merging again changes nothing.
- A store without edits of the user becomes the edition, and an edition without changes keeps the user's store.
- Without contradictions, merging the editions one after the other gives the same as merging only the last one.
- Merging the files of changes one after the other gives the same as merging the stores.

Another test merges three editions one after the other. They add an object to lists and remove it again, while an object
of the user has its unique values and is its substitute. With --app, the parent process also applies the files of this
test, see `asked`. KEEP is a folder for the stores of failed tests. This script uses no code of zseed.
"""
import copy, datetime, json, os, random, re, shutil, sqlite3, subprocess, sys, tempfile, traceback

Z = os.path.abspath(sys.argv[1])

# ---------- model ----------
class Rel:
    def __init__(s, name, src, dst, many, inv=None, ordered=False, required=False, rule="Nullify"):
        s.name, s.src, s.dst, s.many, s.inv, s.ordered, s.required, s.rule = name, src, dst, many, inv, ordered, required, rule

class Model:
    def __init__(m, r, isshared=False):
        m.sup = {"A": None, "A2": "A", "A3": "A2", "B": None, "C": None}
        if r.random() < .5: m.sup["B2"] = "B"
        m.attrs = {e: [] for e in m.sup}
        types = ["String", "Integer 16", "Double", "Boolean", "Date", "Binary", "UUID", "URI", "Decimal"]
        m.ident, m.cons, m.extra = {}, {e: [] for e in m.sup}, {}
        for root in [e for e in m.sup if not m.sup[e]]:
            m.attrs[root].append(("code", "String", True))
            kind = r.choice(["unique", "unique", "compound", "key"])
            m.ident[root] = kind
            if kind == "compound": m.attrs[root].append(("part", "Integer 16", True))
            if kind != "key": m.cons[root].append(["code", "part"] if kind == "compound" else ["code"])
        for e in m.sup:
            for i in range(r.randint(1, 3)):
                m.attrs[e].append(("%s%d" % (e.lower(), i), r.choice(types), False))
            if r.random() < .35:
                n = "%sserial" % e.lower(); m.attrs[e].append((n, "String", False)); m.cons[e].append([n]); m.extra[e] = n
        m.structs = {e: {} for e in m.sup}
        for i, e in enumerate(m.sup):
            if r.random() > .4: continue
            n = "s%d" % i
            needs = r.random() < .4
            m.structs[e][n] = needs or r.random() < .2
            for j in range(r.randint(1, 3)):
                m.attrs[e].append(("%s.%sx%d" % (n, n, j), r.choice(["String", "Integer 16", "Double", "Date"]), j == 0 and needs))
        m.rels = {}
        for i in range(r.randint(2, 5)):
            one, other = r.choice(list(m.sup)), r.choice(list(m.sup))
            n, v = "r%d" % i, "v%d" % i
            k = r.randint(0, 6)
            if isshared and i < 2:
                # lists whose members may be in other lists at the same time
                k = 0
                while m.root(one) == m.root(other): one, other = r.choice(list(m.sup)), r.choice(list(m.sup))
            if k == 0 and one != other and m.root(one) != m.root(other):
                m.add(Rel(n, one, other, True, v, ordered=r.random() < .4)); m.add(Rel(v, other, one, True, n))
            elif k == 1 and one != other:
                req = m.root(one) != m.root(other) and r.random() < .4
                m.add(Rel(n, one, other, False, v, rule=r.choice(["Cascade", "Nullify"])))
                m.add(Rel(v, other, one, False, n, required=req))
            elif k == 2: m.add(Rel(n, one, other, True))
            else:
                req = m.root(one) != m.root(other) and r.random() < .35
                rule = "Cascade" if req and r.random() < .6 else r.choice(["Cascade", "Nullify", "Nullify", "Deny"])
                m.add(Rel(n, one, other, True, v, ordered=r.random() < .4, rule=rule)); m.add(Rel(v, other, one, False, n, required=req))
    def add(m, rel): m.rels[rel.name] = rel
    def root(m, e):
        while m.sup[e]: e = m.sup[e]
        return e
    def line(m, e):
        out = []
        while e: out.append(e); e = m.sup[e]
        return out
    def isa(m, e, of): return of in m.line(e)
    def attributes(m, e): return [a for x in m.line(e) for a in m.attrs[x]]
    def structures(m, e):
        """Returns the structures of an entity: whether each is required, and its elements."""
        return {n: (req, [a for a in m.attributes(e) if a[0].startswith(n + ".")]) for x in m.line(e) for n, req in m.structs[x].items()}
    def relations(m, e): return [x for x in m.rels.values() if x.src in m.line(e)]
    def constraints(m, e): return [c for x in m.line(e) for c in m.cons[x]]
    def xml(m):
        t = '<?xml version="1.0" encoding="UTF-8"?>\n<model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">\n'
        for e in m.sup:
            t += '<entity name="%s"%s>' % (e, ' parentEntity="%s"' % m.sup[e] if m.sup[e] else "")
            def attribute(n, ty, req): return '<attribute name="%s"%s attributeType="%s"%s/>' % (n, "" if req else ' optional="YES"', ty, ' allowsExternalBinaryDataStorage="YES"' if ty == "Binary" else "")
            for n, ty, req in m.attrs[e]:
                if "." not in n: t += attribute(n, ty, req)
            for n, req in m.structs[e].items():
                t += '<attribute name="%s"%s attributeType="Composite">' % (n, "" if req else ' optional="YES"')
                for x, ty, own in m.attrs[e]:
                    if x.startswith(n + "."): t += attribute(x.split(".")[1], ty, own)
                t += "</attribute>"
            for x in m.rels.values():
                if x.src != e: continue
                t += '<relationship name="%s"%s %s%s deletionRule="%s" destinationEntity="%s"%s/>' % (x.name, "" if x.required else ' optional="YES"', 'toMany="YES"' if x.many else 'maxCount="1"', ' ordered="YES"' if x.ordered else "", x.rule, x.dst, ' inverseName="%s" inverseEntity="%s"' % (x.inv, x.dst) if x.inv else "")
            if m.cons[e]:
                t += "<uniquenessConstraints>" + "".join("<uniquenessConstraint>" + "".join('<constraint value="%s"/>' % n for n in c) + "</uniquenessConstraint>" for c in m.cons[e]) + "</uniquenessConstraints>"
            t += "</entity>\n"
        return t + "</model>\n"

# ---------- worlds ----------
class Obj:
    def __init__(s, e): s.e, s.v, s.one, s.many = e, {}, {}, {}
    def __eq__(s, o): return o is not None and (s.e, s.v, s.one, s.many) == (o.e, o.v, o.one, o.many)
    def __repr__(s): return "%s %s %s %s" % (s.e, {k: x if not isinstance(x, bytes) else x[:5] + x[-2:] for k, x in s.v.items() if x is not None}, {k: x for k, x in s.one.items() if x}, {k: x for k, x in s.many.items() if x})

class Invalid(Exception): pass

def ident(m, o):
    return (m.root(o.e), o.v["code"], o.v.get("part"))

class World:
    def __init__(w, m): w.m, w.o, w.n = m, {}, 0
    def clone(w): return copy.deepcopy(w, {id(w.m): w.m})
    def of(w, e): return sorted((k for k, o in w.o.items() if w.m.isa(o.e, e)), key=str)
    def setone(w, k, rel, t):
        o = w.o[k]; old = o.one.get(rel.name)
        if old == t: return
        inv = w.m.rels[rel.inv]
        if old and old in w.o:
            if inv.many: w.o[old].many[inv.name].remove(k)
            else: w.o[old].one[inv.name] = None
        if t:
            if inv.many: w.o[t].many[inv.name].append(k)
            else:
                p = w.o[t].one.get(inv.name)
                if p: w.o[p].one[rel.name] = None
                w.o[t].one[inv.name] = k
        o.one[rel.name] = t
    def toggle(w, k, rel, t):
        o = w.o[k]
        inv = w.m.rels.get(rel.inv)
        if t in o.many[rel.name]:
            if inv and not inv.many: return w.setone(t, inv, None)
            o.many[rel.name].remove(t)
            if inv and not (inv is rel): w.o[t].many[inv.name].remove(k)
        else:
            if inv and not inv.many: return w.setone(t, inv, k)
            if not inv:
                for x in w.o.values():
                    if rel.name in x.many and t in x.many[rel.name]: x.many[rel.name].remove(t)
            o.many[rel.name].append(t)
            if inv: w.o[t].many[inv.name].append(k)
    def delete(w, k, done=None):
        done = done if done is not None else set()
        if k in done: return
        done.add(k)
        o = w.o[k]
        for rel in w.m.relations(o.e):
            ts = list(o.many[rel.name]) if rel.many else [o.one[rel.name]] if o.one.get(rel.name) else []
            if rel.rule == "Deny" and any(t not in done for t in ts): raise Invalid
            if rel.rule == "Cascade":
                for t in ts:
                    if t in w.o: w.delete(t, done)
        for x in w.o.values():
            for n in x.one:
                if x.one[n] == k: x.one[n] = None
            for n in x.many:
                if k in x.many[n]: x.many[n] = [y for y in x.many[n] if y != k]
        w.o.pop(k, None)
    def check(w):
        seen = {}
        for k, o in w.o.items():
            for n, ty, req in w.m.attributes(o.e):
                if "." not in n and req and o.v.get(n) is None: raise Invalid
            for n, (req, elements) in w.m.structures(o.e).items():
                isthere = any(o.v.get(x) is not None for x, _, _ in elements)
                if req and not isthere: raise Invalid
                if isthere and any(own and o.v.get(x) is None for x, _, own in elements): raise Invalid
            for rel in w.m.relations(o.e):
                if rel.required and not rel.many and not o.one.get(rel.name): raise Invalid
            for x in w.m.line(o.e):
                for c in w.m.cons[x]:
                    t = tuple(o.v.get(n) for n in c)
                    if None in t: continue
                    if (x, tuple(c), t) in seen: raise Invalid
                    seen[x, tuple(c), t] = k
            t = ident(w.m, o)
            if ("id", t) in seen: raise Invalid
            seen["id", t] = k

def pick(r, ty):
    n = r.randint(0, 4)
    return {"String": ["one", "zwei", "Café", "Cafe\u0301", "x\ny"][n], "Integer 16": n - 1, "Double": [0.5, 0.1, -2.25, 1e10, 3.0][n],
            "Boolean": n > 2, "Date": ["2020-01-0%dT00:00:00Z" % (n + 1), n][0], "Binary": "%02x" % n * (n * 3 + 1) if n < 4 else "ab" * 150000, "UUID": "0000000%d-0000-4000-8000-000000000000" % n,
            "URI": "https://e.org/%d" % n, "Decimal": ["1.25", "2.5", "-3", "0", "12.75"][n]}[ty]

def stored(ty, v):
    if v is None: return None
    if ty == "Boolean": return int(v)
    if ty == "Date": return (datetime.datetime.fromisoformat(v[:-1]) - datetime.datetime(2001, 1, 1)).total_seconds()
    if ty == "Binary": return b"\x01" + bytes.fromhex(v)
    if ty == "UUID": return bytes.fromhex(v.replace("-", ""))
    if ty == "Decimal": return float(v) if "." in v else int(v)
    return v

def column(n): return "Z" + n.split(".")[-1].upper()

def valued(user): return (lambda r, ty: stored(ty, pick(r, ty))) if user else pick

def structure(o, r, elements, isthere, user):
    for n, ty, req in elements: o.v[n] = valued(user)(r, ty) if isthere and (req or r.random() < .7) else None

def insert(w, r, e, codes, user):
    m, value, o = w.m, valued(user), Obj(e)
    for n, ty, req in m.attributes(e):
        o.v[n] = r.choice(codes) if n == "code" else r.choice(codes[:6]) if n.endswith("serial") and r.random() < .5 else value(r, ty) if ty and (req or r.random() < .5) and not n.endswith("serial") else None
    for n, (req, elements) in m.structures(e).items(): structure(o, r, elements, req or r.random() < .6, user)
    for rel in m.relations(e):
        if rel.many: o.many[rel.name] = []
        else: o.one[rel.name] = None
    w.n += 1; key = ("u" if user else "n") + str(w.n); w.o[key] = o
    for rel in m.relations(e):
        if not rel.many:
            ts = [t for t in w.of(rel.dst) if t != key]
            if ts and (rel.required or r.random() < .6): w.setone(key, rel, r.choice(ts))
    return key

def edit(w, r, count, codes, user):
    m, value = w.m, valued(user)
    for _ in range(count):
        before = w.clone()
        try:
            e = r.choice(list(m.sup)); objs = w.of(e); k = r.randint(0, 9)
            if k <= 2 or not objs: insert(w, r, e, codes, user)
            elif k == 3: w.delete(r.choice(objs))
            elif k <= 6:
                key = r.choice(objs); o = w.o[key]
                n, ty, req = r.choice(m.attributes(o.e))
                if n in ("code", "part"):
                    if not user or m.ident[m.root(o.e)] == "key" or r.random() < .5: continue
                    o.v[n] = r.choice(codes) if n == "code" else value(r, ty)
                elif n.endswith("serial"): o.v[n] = r.choice(codes[:6] + [None])
                elif "." in n and r.random() < .4:
                    structure(o, r, m.structures(o.e)[n.split(".")[0]][1], r.random() < .5, user)
                else: o.v[n] = value(r, ty) if r.random() < .8 else None
            else:
                key = r.choice(objs); rels = m.relations(w.o[key].e)
                if not rels: continue
                rel = r.choice(rels)
                if rel.many and rel.ordered and len(w.o[key].many[rel.name]) > 1 and r.random() < .5:
                    r.shuffle(w.o[key].many[rel.name]); continue
                ts = [t for t in w.of(rel.dst) if t != key]
                if not ts: continue
                if rel.many: w.toggle(key, rel, r.choice(ts))
                else: w.setone(key, rel, None if r.random() < .25 else r.choice(ts))
            w.check()
        except Invalid:
            w.o, w.n = before.o, w.n

def mix(w, r, rel, member):
    """Adds an object to a list of any owner, or removes it from a list."""
    if member is None: return
    owners = [k for k in w.of(rel.src) if k != member]
    having = [k for k in owners if member in w.o[k].many[rel.name]]
    if having and r.random() < .5: owners = having
    if not owners: return
    k = r.choice(owners)
    w.toggle(k, rel, member)
    if rel.ordered and r.random() < .5: r.shuffle(w.o[k].many[rel.name])

class StandIn:
    """An object that an edition adds to lists, while an object of the user has its unique values and is the member instead."""
    def __init__(s, m, r):
        s.m, s.key, s.standing = m, None, None
        s.rels = [x for x in m.rels.values() if x.many and x.inv and m.rels[x.inv].many and m.root(x.src) != m.root(x.dst)]
        ways = [(x, e, c) for x in s.rels for e in m.sup if m.isa(e, x.dst) for c in m.constraints(e)]
        s.rel, s.e, s.names = r.choice(ways) if ways else (None, None, None)
        s.values = {n: {"code": "stand", "part": 2}.get(n, "stand") for n in s.names or []}
    def lists(s, e): return [x for x in s.rels if s.m.isa(e, x.dst)]
    def give(s, u, r, codes, named):
        """The user gives the values to an object of the edition, or to a new object, possibly of a related entity."""
        if not s.rel: return
        holder = next(x for x in s.m.line(s.e) if s.names in s.m.cons[x])
        found = [k for k in u.of(holder) if k in named and (s.m.isa(u.o[k].e, s.rel.dst) or r.random() < .1)]
        before = u.clone()
        try:
            s.standing = insert(u, r, r.choice([e for e in s.m.sup if s.m.isa(e, holder) and (s.m.isa(e, s.rel.dst) or r.random() < .1)] or [s.e]), codes, True) if not found or r.random() < .2 else r.choice(found)
            u.o[s.standing].v.update(s.values)
            # a file of changes does not have an object that the edition keeps, and that the user deleted and created
            # again
            if s.standing not in named and ident(s.m, u.o[s.standing]) in [ident(s.m, o) for o in named.values()]: raise Invalid
            u.check()
        except Invalid: u.o, u.n, s.standing = before.o, before.n, None
    def add(s, n, r, codes):
        """The edition adds the object to several lists."""
        if not s.rel: return
        before = n.clone()
        try:
            s.key = insert(n, r, s.e, codes, False)
            o = n.o[s.key]
            if "code" not in s.names: o.v["code"] = "added"
            o.v.update(s.values)
            for _ in range(r.randint(1, 4)): mix(n, r, r.choice(s.lists(s.e)), s.key)
            n.check()
        except Invalid: n.o, n.n, s.key = before.o, before.n, None
    def move(s, n, r, keys):
        """Removes the object or its substitute from lists, or adds it to some."""
        keys = [k for k in keys if k in n.o]
        for _ in range(r.randint(1, 4)):
            if not keys: return
            k = r.choice(keys)
            if s.lists(n.o[k].e): mix(n, r, r.choice(s.lists(n.o[k].e)), k)
    def leave(s, n, r, codes):
        """The edition drops the object, or gives it other values."""
        if s.key not in n.o: return
        before = n.clone()
        try:
            if r.random() < .5: n.delete(s.key)
            else:
                for x in s.names: n.o[s.key].v[x] = {"code": "moved", "part": 1}.get(x, "moved")
            n.check()
        except Invalid: n.o = before.o

# ---------- stores ----------
def run(args, d, ok=(0,)):
    p = subprocess.run([Z] + args, cwd=d, capture_output=True, encoding="utf-8")
    if p.returncode not in ok: raise Exception("%s: %d %s %s" % (" ".join(args), p.returncode, p.stdout[-600:], p.stderr[-1500:]))
    return p

def build(w, name, r, d):
    m = w.m
    plan = {"reference": "M.xcdatamodel", "output": name + ".sqlite", "joinTables": "guess", "sources": {}, "entities": {}}
    if r.random() < .3: plan["storage"] = "external"
    ids = {k: json.dumps(ident(m, o)) for k, o in w.o.items()}
    for e in m.sup:
        rows = []
        for k in w.o:
            o = w.o[k]
            if o.e != e: continue
            row = {"_id": ids[k]}
            row.update({n.replace(".", "_"): o.v[n] for n, _, _ in m.attributes(e)})
            for rel in m.relations(e):
                if rel.many:
                    inv = m.rels.get(rel.inv)
                    if inv and inv.many and (rel.name[0] == "v"): continue
                    if inv and not inv.many: continue
                    row[rel.name] = json.dumps([ids[t] for t in o.many[rel.name]])
                elif not (not m.rels[rel.inv].many and rel.name[0] == "r" and not rel.required):
                    row[rel.name] = ids[o.one[rel.name]] if o.one.get(rel.name) else None
                    if m.rels[rel.inv].ordered: row["_o" + rel.name] = w.o[o.one[rel.name]].many[rel.inv].index(k) if o.one.get(rel.name) else None
            rows.append(row)
        empty = not rows
        if empty: rows = [dict([("_id", "")] + [(n.replace(".", "_"), None) for n, _, _ in m.attributes(e)] + [(x.name, None) for x in m.relations(e) if not (x.inv and not m.rels[x.inv].many and x.many) and not (x.inv and x.many and m.rels[x.inv].many and x.name[0] == "v") and not (not x.many and not m.rels[x.inv].many and x.name[0] == "r" and not x.required)])]
        r.shuffle(rows)
        with open("%s/%s-%s.json" % (d, name, e), "w") as f: json.dump(rows, f)
        plan["sources"][e] = {"json": "%s-%s.json" % (name, e)}
        if empty: plan["sources"][e]["where"] = "_id != ''"
        load = {"from": e, "key": "_id", "attributes": {}, "relationships": {}}
        if m.ident[m.root(e)] == "key": load["unique"] = ["code"]
        for n, ty, _ in m.attributes(e): load["attributes"][n] = {"column": n, "binary": "hex"} if ty == "Binary" else n.replace(".", "_")
        for rel in m.relations(e):
            if rel.name in rows[0]: 
                load["relationships"][rel.name] = {"keyOf": rel.dst, "column": rel.name}
                if "_o" + rel.name in rows[0]: load["relationships"][rel.name]["order"] = "_o" + rel.name
        plan["entities"][e] = load
    # an order of a list on one side does not appear on the many side; keyOf of subentities uses the whole family
    with open("%s/%s.yml" % (d, name), "w") as f: json.dump(plan, f)
    run(["build", name + ".yml", "-q"], d, (0,))

class Store:
    def __init__(s, m, path):
        s.m, s.db, s.path = m, sqlite3.connect(path), path
        s.ents = {n: e for e, n in s.db.execute("SELECT Z_ENT, Z_NAME FROM Z_PRIMARYKEY")}
        s.names = {e: n for n, e in s.ents.items()}
        s.tables = {t: [c[1] for c in s.db.execute("PRAGMA table_info(%s)" % t)] for (t,) in s.db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    def table(s, e): return "Z" + s.m.root(e).upper()
    def join(s, rel):
        for t, cols in s.tables.items():
            if re.fullmatch(r"Z_\d+(%s|%s)" % (rel.name.upper(), rel.inv.upper()), t):
                mem = [c for c in cols if re.fullmatch(r"Z_\d+" + rel.name.upper() + r"\d*", c)][0]
                own = [c for c in cols if re.fullmatch(r"Z_\d+" + rel.inv.upper() + r"\d*", c)][0]
                fok = [c for c in cols if re.fullmatch(r"Z_FOK_\d+" + rel.name.upper() + r"\d*", c)]
                return t, own, mem, fok[0] if fok else None
        raise Exception("no join table of " + rel.name)
    def lonely(s, rel):
        t = s.table(rel.dst)
        return t, [c for c in s.tables[t] if re.fullmatch(r"Z\d+" + rel.name.upper(), c)][0]
    def read(s):
        w = World(s.m); keys = {}
        roots = [e for e in s.m.sup if not s.m.sup[e]]
        for root in roots:
            cols = s.tables[s.table(root)]
            for row in s.db.execute("SELECT * FROM " + s.table(root)):
                d = dict(zip(cols, row)); o = Obj(s.names[d["Z_ENT"]]); k = (root, d["Z_PK"])
                for n, ty, _ in s.m.attributes(o.e):
                    v = d[column(n)]
                    if ty == "Binary" and v is not None and v[0] == 2:
                        f, b = os.path.split(s.path)
                        v = b"\x01" + open("%s/.%s_SUPPORT/_EXTERNAL_DATA/%s" % (f, b[:-7], v[1:].decode().rstrip("\0")), "rb").read()
                    o.v[n] = v
                for rel in s.m.relations(o.e):
                    if rel.many: o.many[rel.name] = []
                    else:
                        t = d["Z" + rel.name.upper()]; o.one[rel.name] = (s.m.root(rel.dst), t) if t is not None else None
                w.o[k] = o
        for rel in s.m.rels.values():
            if not rel.many: continue
            inv = s.m.rels.get(rel.inv)
            if not inv:
                t, c = s.lonely(rel)
                rows = s.db.execute("SELECT %s, Z_PK FROM %s WHERE %s NOT NULL ORDER BY Z_PK" % (c, t, c))
            elif inv.many:
                t, own, mem, fok = s.join(rel)
                rows = s.db.execute("SELECT %s, %s FROM %s ORDER BY %s" % (own, mem, t, fok if rel.ordered else mem))
            else:
                c = "Z" + inv.name.upper(); f = "Z_FOK_" + inv.name.upper()
                rows = s.db.execute("SELECT %s, Z_PK FROM %s WHERE %s NOT NULL ORDER BY %s" % (c, s.table(rel.dst), c, f if rel.ordered else "Z_PK"))
            for own, mem in rows:
                k = (s.m.root(rel.src), own)
                if k not in w.o: raise Exception("dangling member of %s" % rel.name)
                w.o[k].many[rel.name].append((s.m.root(rel.dst), mem))
        return w
    def write(s, before, w):
        """Changes the store from `before` to `w`. Existing objects are named by root and key, new ones otherwise."""
        m, keys = s.m, {}
        for k in w.o:
            if isinstance(k, tuple): keys[k] = k
            else:
                root = m.root(w.o[k].e)
                (top,) = s.db.execute("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = ?", [root]).fetchone()
                s.db.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = Z_MAX + 1 WHERE Z_NAME = ?", [root])
                keys[k] = (root, top + 1)
        for k in before.o:
            if k not in w.o: s.db.execute("DELETE FROM %s WHERE Z_PK = ?" % s.table(before.o[k].e), [k[1]])
        for pas in (0, 1):
            for k, o in w.o.items():
                old = before.o.get(k)
                t = s.table(o.e)
                vals = {column(n): o.v[n] for n, _, _ in m.attributes(o.e)}
                if pas == 0:
                    # unique values are cleared first
                    if old is not None:
                        for c in m.constraints(o.e):
                            if any(o.v[n] != old.v[n] for n in c):
                                s.db.execute("UPDATE %s SET %s WHERE Z_PK = ?" % (t, ", ".join("Z%s = NULL" % n.upper() for n in c)), [k[1]])
                    continue
                for rel in m.relations(o.e):
                    if rel.many: continue
                    d = o.one.get(rel.name)
                    vals["Z" + rel.name.upper()] = keys[d][1] if d else None
                    c = [c for c in s.tables[t] if re.fullmatch(r"Z\d+_" + rel.name.upper(), c)]
                    if c: vals[c[0]] = s.ents[w.o[d].e] if d else None
                if old is None:
                    vals.update(Z_PK=keys[k][1], Z_ENT=s.ents[o.e], Z_OPT=1)
                    s.db.execute("INSERT INTO %s (%s) VALUES (%s)" % (t, ", ".join(vals), ", ".join("?" * len(vals))), list(vals.values()))
                elif o != old:
                    s.db.execute("UPDATE %s SET %s, Z_OPT = Z_OPT + 1 WHERE Z_PK = ?" % (t, ", ".join(c + " = ?" for c in vals)), list(vals.values()) + [k[1]])
        for rel in m.rels.values():
            if not rel.many: continue
            inv = m.rels.get(rel.inv)
            if inv and inv.many and rel.name[0] == "v" and not rel.ordered: continue
            if inv and not inv.many and not rel.ordered: continue
            rows = [(keys[k][1], keys[t][1], i, w.o[k].e, w.o[t].e) for k, o in w.o.items() if rel.name in o.many for i, t in enumerate(o.many[rel.name])]
            if not inv:
                t, c = s.lonely(rel)
                s.db.execute("UPDATE %s SET %s = NULL" % (t, c))
                ec = [x for x in s.tables[t] if re.fullmatch(r"Z\d+_" + c[1:], x)]
                for own, mem, i, oe, me in rows:
                    s.db.execute("UPDATE %s SET %s = ? WHERE Z_PK = ?" % (t, c), [own, mem])
                    for x in ec: s.db.execute("UPDATE %s SET %s = ? WHERE Z_PK = ?" % (t, x), [s.ents[oe], mem])
            elif inv.many:
                t, own_, mem_, fok = s.join(rel)
                s.db.execute("DELETE FROM " + t)
                for own, mem, i, _, _ in rows:
                    if fok: s.db.execute("INSERT INTO %s (%s, %s, %s) VALUES (?, ?, ?)" % (t, own_, mem_, fok), [own, mem, 2048 + 1024 * i])
                    else: s.db.execute("INSERT INTO %s (%s, %s) VALUES (?, ?)" % (t, own_, mem_), [own, mem])
            else:
                f = "Z_FOK_" + inv.name.upper()
                s.db.execute("UPDATE %s SET %s = NULL WHERE Z%s IS NULL" % (s.table(rel.dst), f, inv.name.upper()))
                for own, mem, i, _, _ in rows: s.db.execute("UPDATE %s SET %s = ? WHERE Z_PK = ?" % (s.table(rel.dst), f), [2048 + 1024 * i, mem])
        s.db.commit()
        return keys
    def close(s): s.db.close()

def cp(d, a, b):
    shutil.copy("%s/%s.sqlite" % (d, a), "%s/%s.sqlite" % (d, b))
    shutil.rmtree("%s/.%s_SUPPORT" % (d, b), ignore_errors=True)
    if os.path.isdir("%s/.%s_SUPPORT" % (d, a)): shutil.copytree("%s/.%s_SUPPORT" % (d, a), "%s/.%s_SUPPORT" % (d, b))

def read(m, d, name):
    s = Store(m, "%s/%s.sqlite" % (d, name)); w = s.read(); s.close(); return w

def make(seed, d, isshared=False):
    r = random.Random(seed)
    m = Model(r, isshared)
    os.makedirs(d + "/M.xcdatamodel", exist_ok=True)
    open(d + "/M.xcdatamodel/contents", "w").write(m.xml())
    codes = ["c%d" % i for i in range(12)] + ["Caf\u00e9", "Cafe\u0301"]
    w = World(m)
    edit(w, r, 26, codes, False)
    if isshared:
        for rel in m.rels.values():
            if rel.many and rel.inv and m.rels[rel.inv].many and rel.name[0] == "r":
                for _ in range(4): mix(w, r, rel, r.choice(w.of(rel.dst) or [None]))
    build(w, "base", r, d)
    return r, m, w, codes

# ---------- what must hold ----------
def canon(m, w):
    """Returns a world without primary keys: objects by identity."""
    ids = {k: ident(m, o) for k, o in w.o.items()}
    out = {}
    for k, o in w.o.items():
        c = Obj(o.e); c.v = dict(o.v)
        c.one = {n: ids[t] if t else None for n, t in o.one.items()}
        c.many = {n: [ids[t] for t in ts] if m.rels[n].ordered else sorted((ids[t] for t in ts), key=str) for n, ts in o.many.items()}
        out[str(ids[k]) + o.e] = c
    return out

def chained(m, w, last):
    """Returns the same, but with separate orders of the edition's members and of the user's own in each ordered list. How
    the two are interleaved depends on the neighbours in each edition."""
    out, last = canon(m, w), canon(m, last)
    for k, o in out.items():
        for name, members in o.many.items():
            theirs = last[k].many[name] if k in last else []
            if m.rels[name].ordered: o.many[name] = [[t for t in members if (t in theirs) == own] for own in (True, False)]
    return out

def circles(m, w, rel):
    """Returns the circles of objects of one family, each as its links."""
    out, seen = [], set()
    for k in sorted(w.o, key=str):
        path = []
        while k in w.o and k not in seen:
            seen.add(k); path.append(k); k = w.o[k].one.get(rel.name)
        if k in path: out.append({(x, w.o[x].one[rel.name]) for x in path[path.index(k):]})
    return out

def returns(old, new, last):
    """Returns whether the last edition restores something that the edition before it removed. A user who also removed it
    gets it back if both editions are merged one after the other."""
    def parts(w): return {(k, n): x for k, o in w.items() for n, x in [("", o.e), *o.v.items(), *o.one.items(), *o.many.items()]}
    b, n, t = parts(old), parts(new), parts(last)
    return any(b.get(k) == t.get(k) != n.get(k) for k in b.keys() | n.keys() | t.keys())

class Check:
    def __init__(c, m, B, N, U, R, conflicts, pref, way, places=None):
        """`places`: the objects of the store for the objects of the edition; None if they have the same keys."""
        c.m, c.pref, c.way, c.bad = m, pref, way, []
        # one name for each object: its key in the base; for new objects of the edition by identity, of the user by
        # primary key
        def rename(w, names):
            out = World(m)
            for k, o in w.o.items():
                x = Obj(o.e); x.v = dict(o.v)
                x.one = {n: names[t] if t else None for n, t in o.one.items()}
                x.many = {n: [names[t] for t in ts] for n, ts in o.many.items()}
                out.o[names[k]] = x
            return out
        bn = {k: ("b",) + k for k in B.o}
        def keysof(e):
            if m.ident[m.root(e)] == "key": return [["code"]] + [k for x in m.line(e) for k in m.cons[x]]
            return [k for x in m.line(e) for k in m.cons[x]]
        def match(one, other, free=lambda k: True):
            pairs, taken = {}, set()
            for i in range(6):
                index = {}
                for k, o in other.o.items():
                    ks = keysof(o.e)
                    if k in taken or i >= len(ks): continue
                    t = tuple(o.v[n] for n in ks[i])
                    if None not in t: index[o.e, t] = k
                for k, o in one.o.items():
                    ks = keysof(o.e)
                    if k in pairs or i >= len(ks): continue
                    t = index.get((o.e, tuple(o.v[n] for n in ks[i])))
                    if t: pairs[k] = t; taken.add(t)
            return pairs
        # the objects that the store records as those of this edition: by primary key, and recreated ones by their new
        # keys
        places = {k: k for k in B.o} if places is None else places
        ub = {k: places[k] for k, o in B.o.items() if k in places and places[k] in U.o and U.o[places[k]].e == o.e}
        rest = World(m)
        rest.o = {k: o for k, o in B.o.items() if k not in ub}
        free = World(m)
        taken = set(ub.values())
        free.o = {k: o for k, o in U.o.items() if k not in taken}
        ub.update(match(rest, free))
        un = {t: bn[k] for k, t in ub.items()}
        for k in U.o: un.setdefault(k, ("u",) + k)
        nb = match(N, B)
        c.twins = {}
        nn = {k: bn[nb[k]] if k in nb else ("n",) + k for k in N.o}
        new, own = World(m), World(m)
        new.o = {k: o for k, o in N.o.items() if k not in nb}
        own.o = {k: o for k, o in U.o.items() if un[k][0] == "u"}
        c.twinpairs = [(nn[k], un[t]) for k, t in match(new, own).items()]
        c.nident = {nn[k]: ident(m, o) for k, o in N.o.items()}
        rn = {}
        left = {}
        for k, o in N.o.items(): left[ident(m, o), o.e] = nn[k]
        for k, o in R.o.items():
            if k in un and U.o[k].e == o.e: rn[k] = un[k]
        for k, o in R.o.items():
            if k in rn: continue
            n = left.get((ident(m, o), o.e))
            if n is None or n in rn.values():
                c.bad.append("%s %s came from nowhere" % (k, o)); n = ("r",) + k
            rn[k] = n
        c.B, c.N, c.U, c.R = rename(B, bn), rename(N, nn), rename(U, un), rename(R, rn)
        c.keys = {v: k for k, v in rn.items()}; c.ukeys = {v: k for k, v in un.items()}; c.nkeys = {v: k for k, v in nn.items()}; c.bkeys = {v: k for k, v in bn.items()}
        # the objects of the merged store for those of the edition
        there = {v: k for k, v in rn.items()}
        twins = dict(c.twinpairs)
        c.places = {k: there[twins.get(v, v)] for k, v in nn.items() if twins.get(v, v) in there}
        # objects that both added, matched by identity or another unique value
        c.twins = dict(c.twinpairs)
        c.told = {}
        for t in conflicts:
            c.told.setdefault((t["entity"], t["primaryKey"], bool(t.get("isNew"))), []).append(t)
        c.used = set()
    def say(c, k):
        """Returns the conflicts that are reported for an object."""
        out = []
        # an app reports objects that both added with the key of the edition
        both = [t for t, u in c.twins.items() if u == k]
        for keys, new in ((c.ukeys, False), (c.keys, False), (c.bkeys, False), (c.nkeys, True)):
            for name in [k] + both if new else [k]:
                if name not in keys: continue
                key = keys[name]
                e = (c.R.o.get(k) or c.U.o.get(k) or c.N.o.get(k) or c.B.o.get(k)).e
                out += [t for t in c.told.get((e, key[1], new), []) if t not in out]
        return out
    def kinds(c, k, prop=None, only=None):
        return [t["kind"] for t in c.say(k) if (prop is None or t.get("property") in (prop, None)) and (only is None or t["kind"] in only)]
    def stands(c, t, rel):
        """Returns the substitute for an object of the edition that is not in the store: the object with its unique values."""
        m, inv = c.m, c.m.rels.get(rel.inv)
        if t is None or t in c.R.o or t not in c.N.o or rel.many and m.root(rel.src) == m.root(rel.dst): return []
        if not (inv and inv.many): return []
        o, found = c.N.o[t], []
        for x in m.line(o.e):
            for names in m.cons[x]:
                for k, u in c.U.o.items():
                    if not m.isa(u.e, x) or not all(o.v[n] is not None and u.v[n] == o.v[n] for n in names): continue
                    b, n = c.B.o.get(k), c.N.o.get(k)
                    if b is not None and n is None and not c.kinds(k, only=("changedByUser",)): continue
                    # it gets another value
                    if b is not None and n is not None and any(b.v[i] != n.v[i] != o.v[i] and (c.pref == "seed" or b.v[i] == o.v[i]) for i in names): continue
                    if k not in found: found.append(k)
        return found[:1] if found and m.isa(c.U.o[found[0]].e, rel.dst) else []
    def stood(c, t, rel):
        """Returns the substitute that a relationship may have had for an object of the old edition that is not in the store."""
        m, inv = c.m, c.m.rels.get(rel.inv)
        if t is None or t in c.U.o or t not in c.B.o or rel.many and m.root(rel.src) == m.root(rel.dst) or not (inv and inv.many): return []
        o = c.B.o[t]
        found = [k for x in m.line(o.e) for names in m.cons[x] for k, u in c.U.o.items()
                 if m.isa(u.e, x) and all(o.v[n] is not None and u.v[n] == o.v[n] for n in names)]
        return found[:1] if found and m.isa(c.U.o[found[0]].e, rel.dst) else []
    def led(c):
        """Returns the number of members that are substitutes."""
        return sum(1 for k, n in c.N.o.items() for rel in c.m.relations(n.e) if rel.many and k in c.R.o for t in n.many[rel.name] if any(x in c.R.o[k].many.get(rel.name, []) for x in c.stands(t, rel)))
    def cannot(c, k, n):
        """Returns whether a new object needs an object that is missing and has no substitute."""
        for rel in c.m.relations(n.e):
            if rel.many: continue
            inv = c.m.rels[rel.inv]
            if not inv.many and (rel.required or inv.rule == "Cascade"): return True
            if not rel.required and inv.rule != "Cascade": continue
            t = n.one[rel.name]; t = c.twins.get(t, t)
            if t is not None and t not in c.R.o and not c.stands(t, rel): return True
        return False
    def run(c):
        m, B, N, U, R = c.m, c.B, c.N, c.U, c.R
        back = {v: k for k, v in c.twins.items()}
        for k, u in U.o.items():
            r, b = R.o.get(k), B.o.get(k)
            n = N.o.get(k) if b else None
            twin = N.o[back[k]] if k in back else None
            if r is None:
                if b is None: c.bad.append("%s: the user's object is gone" % (k,))
                elif n is not None: c.bad.append("%s: an object of both is gone" % (k,))
                else:
                    if b.v != u.v: c.bad.append("%s: gone though the user changed it" % (k,))
                    for name, t in u.one.items():
                        if b.one[name] != t and t in U.o and t not in c.stood(b.one[name], m.rels[name]): c.bad.append("%s: gone though the user led %s" % (k, name))
                continue
            if c.keys[k] != c.ukeys[k]: c.bad.append("%s: another primary key" % (k,))
            whole = set()
            for name, (_, elements) in m.structures(u.e).items():
                paths = [x for x, _, _ in elements]
                def side(o): return tuple(o.v[p] for p in paths) if o else None
                sides = [(), side(u), side(twin)] if twin is not None else [side(b), side(u), side(n)]
                if None in sides or not any(x == () or set(x) == {None} for x in sides): continue
                # half of a structure may be empty: the structure is added, removed or kept as a whole
                whole |= set(paths)
                def what(x): return None if x is None or set(x) == {None} else x
                c.value(k, name, what(side(b)), what(side(u)), what(side(n)), what(side(r)), b, n, twin, what(side(twin)))
            for name, ty, req in m.attributes(u.e):
                if name not in whole:
                    c.value(k, name, b and b.v.get(name), u.v[name], n and n.v.get(name), r.v[name], b, n, twin, twin and twin.v.get(name))
            for rel in m.relations(u.e):
                if rel.many: c.members(k, rel, b, u, n, r, twin)
                else: c.destination(k, rel, b, u, n, r, twin)
            if b is not None and n is None:
                own = b.v != u.v
                if own and not c.kinds(k, only=("changedByUser",)): c.bad.append("%s: dropped and changed, not told" % (k,))
                if not c.kinds(k, only=("changedByUser", "addedByUser", "stillReferenced")): c.bad.append("%s: dropped, stays, not told" % (k,))
        for k, n in N.o.items():
            b, u, r = B.o.get(k), U.o.get(k), R.o.get(k)
            if u is not None: continue
            if b is not None:
                changed = b.v != n.v
                if r is not None:
                    if c.pref == "user": c.bad.append("%s: deleted by the user, is back" % (k,))
                elif changed and not c.kinds(k, only=("deletedByUser", "needsDeleted", "needsMissing", "notUnique")): c.bad.append("%s: deleted and changed, not told" % (k,))
            elif k in c.twins: continue
            elif r is None:
                if not c.say(k): c.bad.append("%s %s: new, left out, not told" % (k, n))
                elif not c.kinds(k, only=("notUnique",)) and not c.cannot(k, n): c.bad.append("%s %s: left out though all that it needs is there" % (k, n))
            if r is not None:
                for name, ty, req in m.attributes(n.e):
                    if r.v[name] != n.v[name] and not c.kinds(k, name): c.bad.append("%s.%s: new, %r for %r, not told" % (k, name, r.v[name], n.v[name]))
                for rel in m.relations(n.e):
                    if rel.many: c.missing(k, rel, n, b)
                    else:
                        t = n.one[rel.name]; t = c.twins.get(t, t)
                        s = c.stands(t, rel)
                        if s:
                            if r.one[rel.name] != s[0]: c.bad.append("%s.%s: new, leads to %s, though %s has the values of %s" % (k, rel.name, r.one[rel.name], s[0], t))
                        elif r.one[rel.name] != t and not c.kinds(k, rel.name) and not (t and c.relatedtold(t, rel)):
                            c.bad.append("%s.%s: new, leads to %s for %s, not told" % (k, rel.name, r.one[rel.name], t))
        # no tree becomes a circle, unless the edition has circles
        for rel in m.rels.values():
            if rel.many or m.root(rel.src) != m.root(rel.dst) or not m.rels[rel.inv].many or circles(m, N, rel): continue
            theirs = {(k, o.one.get(rel.name)) for k, o in U.o.items()}
            c.bad += ["%s: a circle %s" % (rel.name, x) for x in circles(m, R, rel) if not x <= theirs]
        # links to a substitute have the order of the object that it substitutes
        for k, n in N.o.items():
            for rel in m.relations(n.e) if k not in R.o and k not in B.o and k not in c.twins else []:
                s = c.stands(k, m.rels[rel.inv]) if rel.many and rel.ordered else []
                if not s or rel.name not in R.o[s[0]].many: continue
                others = U.o[s[0]].many[rel.name] + (N.o[s[0]].many[rel.name] if s[0] in N.o else [])
                theirs = [c.twins.get(t, t) for t in n.many[rel.name]]
                found = [t for t in R.o[s[0]].many[rel.name] if t in theirs and t not in others]
                if found != [t for t in theirs if t in found]: c.bad.append("%s.%s: order %s of the new %s" % (s[0], rel.name, found, k))
        # lists
        for k, r in R.o.items():
            for rel in m.relations(r.e):
                if rel.many and rel.ordered: c.order(k, rel, r)
        for ts in c.told.values():
            for t in ts:
                if t["kind"] == "bothChanged": c.genuine(t)
        return c.bad
    def missing(c, k, rel, n, b):
        """Checks the members that the edition adds to a list and that the store lacks."""
        for t in n.many[rel.name]:
            if t in c.R.o or t not in c.B.o or b is not None and t in b.many[rel.name] or c.stands(t, rel): continue
            if not c.kinds(k, rel.name) and not c.say(t): c.bad.append("%s.%s: lacks %s, not told" % (k, rel.name, t))
    def relatedtold(c, t, rel):
        return bool(c.say(t))
    def value(c, k, name, b, u, n, r, hasb, hasn, twin, tv):
        told = c.kinds(k, name)
        if twin is not None:
            want = u if u is not None else tv
            if u is not None and tv is not None and u != tv:
                if "bothAdded" not in told and "notUnique" not in told: c.bad.append("%s.%s: both added %r %r, not told" % (k, name, u, tv))
                want = u if c.pref == "user" else tv
            if r != want and not told: c.bad.append("%s.%s: both added %r %r became %r, not told" % (k, name, u, tv, r))
            return
        if hasb is None or hasn is None:
            if r != u: c.bad.append("%s.%s: the user's %r became %r" % (k, name, u, r))
            return
        if u == b: want = n
        elif n == b: want = u
        elif u == n: want = u
        else:
            want = u if c.pref == "user" else n
            if "bothChanged" not in told and "notUnique" not in told: c.bad.append("%s.%s: both changed %r %r %r, not told %s" % (k, name, b, u, n, told))
        if r != want and "notUnique" not in told: c.bad.append("%s.%s: %r %r %r became %r, told %s" % (k, name, b, u, n, r, told))
    def destination(c, k, rel, b, u, n, r, twin):
        name = rel.name
        uu, rr = u.one[name], r.one[name]
        told = c.kinds(k, name)
        one2one = not c.m.rels[rel.inv].many
        if b is None or n is None:
            if twin is not None:
                t = twin.one[name]; t = c.twins.get(t, t)
                if rr != uu and rr != t: c.bad.append("%s.%s: both added, %s %s became %s" % (k, name, uu, t, rr))
                elif rr != uu and uu is not None and not told and c.pref == "user" and not (one2one): c.bad.append("%s.%s: both added, %s became %s, not told" % (k, name, uu, rr))
                return
            if rr != uu and not told and not (uu is not None and c.say(uu)) and not (rr is not None and c.say(rr)):
                if one2one and b is None and uu is None: return
                # a partner from the seed follows the new edition
                if one2one and (uu is None or uu in c.B.o): return
                c.bad.append("%s.%s: the user's %s became %s, not told" % (k, name, uu, rr))
            return
        bb, nn = b.one[name], n.one[name]
        nn = c.twins.get(nn, nn)
        if uu in c.stood(bb, rel): uu = bb
        nn = (c.stands(nn, rel) or [nn])[0]
        if uu == bb: want = nn
        elif nn == bb: want = uu
        elif bb is not None and bb not in c.U.o and uu is None: want = nn
        elif nn == bb: want = uu
        elif uu == nn: want = uu
        else: want = uu if c.pref == "user" else nn
        if rr == want: return
        if told:
            # a link that the user did not change follows the edition, unless a tree would become a circle
            if told == ["bothChanged"] and uu == bb and c.m.root(rel.src) == c.m.root(rel.dst) and not one2one:
                t, seen = nn, set()
                while t in c.R.o and t not in seen: seen.add(t); t = c.R.o[t].one.get(name)
                if k not in seen: c.bad.append("%s.%s: %s does not follow to %s, though there is no circle" % (k, name, uu, nn))
            return
        if one2one and any(c.say(t) for t in (uu, nn, rr) if t is not None): return
        if one2one and uu in c.R.o and c.R.o[uu].one.get(rel.inv) and c.kinds(c.R.o[uu].one[rel.inv], name): return
        if want is not None and want not in c.R.o and (c.say(want)): return
        c.bad.append("%s.%s: %s %s %s became %s, not told" % (k, name, bb, uu, nn, rr))
    def members(c, k, rel, b, u, n, r, twin):
        inv = c.m.rels.get(rel.inv)
        if inv and not inv.many: return
        name = rel.name
        uu, rr = set(u.many[name]), set(r.many[name])
        if len(rr) != len(r.many[name]): c.bad.append("%s.%s: a member twice" % (k, name))
        bb = {(c.stood(t, rel) or [t])[0] for t in b.many[name]} if b else set()
        nsrc = n if n is not None else twin
        nn = {(c.stands(t, rel) or [c.twins.get(t, t)])[0] for t in nsrc.many[name]} if nsrc else None
        # the members of the lists whose owners the object substitutes
        stood = [o.many[name] for t, o in c.B.o.items() if inv and name in o.many and k in c.stood(t, inv)]
        stands = [o.many[name] for t, o in c.N.o.items() if inv and name in o.many and k in c.stands(t, inv)]
        for ts in stood: bb |= set(ts)
        if stands: nn = (nn or set()) | {c.twins.get(t, t) for ts in stands for t in ts}
        # a member of both editions keeps its substitute, whatever values that has now
        if b is not None and nsrc is not None: nn |= {x for t in b.many[name] if t in nsrc.many[name] for x in c.stood(t, rel)}
        for t, o in c.B.o.items():
            if inv and name in o.many and t in c.N.o and k in c.stood(t, inv): nn = (nn or set()) | (set(o.many[name]) & set(c.N.o[t].many.get(name, [])))
        # members that the edition adds, although they lead to an object that the user removed
        added = {x for t in (nsrc.many[name] if nsrc and n is not None else []) if b is None or t not in b.many[name] for x in c.stands(t, rel) or [c.twins.get(t, t)] if x in bb or c.stands(t, rel)}
        added |= {x for ts in stands for x in ts if not any(x in us for us in stood)}
        if n is not None: c.missing(k, rel, n, b)
        for t in uu | rr | bb | (nn or set()):
            iu, ib, ir = t in uu, t in bb, t in rr
            if t not in c.R.o: continue
            if t in added: want = True
            # an object that the edition removes from a list leaves it, even if it also is a substitute there
            elif b is not None and nsrc is not None and iu and t in b.many[name] and t not in nsrc.many[name] and (t in c.N.o or c.kinds(t, only=("membershipsDropped",))): want = False
            elif b is None and (stood or stands): want = t in (nn or ()) if ib == iu else iu
            elif nsrc is None:
                # a dropped object that is kept: memberships follow the new edition
                if b is not None and not rel.ordered and inv and ib and iu and t in c.N.o and t not in (nn or ()): want = False
                else: want = iu
                if b is not None and rel.ordered and inv and ib and iu: continue
                if b is not None and inv and inv.ordered: continue
                if b is None and t in c.B.o and t in c.N.o and inv:
                    want = iu
            else:
                i_n = t in nn
                if n is not None and ib == iu: want = i_n
                elif n is not None and i_n == ib: want = iu
                elif n is not None: want = iu
                else: want = iu or i_n
            if t not in added and t in c.B.o and t not in c.N.o and t in c.R.o and inv and nsrc is not None and not rel.ordered:
                # the member is dropped and kept, unless it is a substitute
                if ib and iu and t not in nn: want = False if not inv.ordered else ir
            if t not in c.U.o and t in c.B.o: continue
            # it is not recorded whether it is a substitute for a member of both editions that is missing from the store
            if ir and b is not None and nsrc is not None and t not in b.many[name] and any(x in nsrc.many[name] and x not in c.U.o for x in b.many[name]): continue
            if ir != want:
                if c.kinds(k, name) or c.say(t) and not inv: continue
                if not inv and (c.pref == "seed" or any(c.kinds(x, name) for x in c.R.o)): continue
                c.bad.append("%s.%s: member %s %s %s %s is %s" % (k, name, t, ib, iu, nn and t in nn, ir))
    def order(c, k, rel, r):
        name = rel.name
        b, u, n = (w.o.get(k) for w in (c.B, c.U, c.N))
        if b is None or u is None or n is None: return
        # the order of a list is transferred to the list of the owner's substitute
        inv = c.m.rels.get(rel.inv)
        if any(o.many.get(name) and k in c.stands(t, inv) for t, o in c.N.o.items() if inv): return
        bl, ul, nl, rl = (o.many[name] for o in (b, u, n, r))
        bl = list(dict.fromkeys((c.stood(t, rel) or [t])[0] for t in bl))
        nl = list(dict.fromkeys((c.stands(t, rel) or [c.twins.get(t, t)])[0] for t in nl))
        def same(x, y):
            return [t for t in x if t in y] == [t for t in y if t in x]
        if same(bl, ul) and not [t for t in ul if t not in bl]:
            if not same(rl, nl): c.bad.append("%s.%s: order of the new edition %s, %s" % (k, name, nl, rl))
        elif same(bl, nl) and not [t for t in nl if t not in bl]:
            if not same(rl, ul): c.bad.append("%s.%s: order of the user %s, %s" % (k, name, ul, rl))
        elif not same(bl, ul) and not same(bl, nl) and not same([t for t in ul if t in bl], nl):
            if not c.kinds(k, name): c.bad.append("%s.%s: both ordered it, not told" % (k, name))
    def genuine(c, t):
        for k, key in c.ukeys.items():
            u = c.U.o[k]
            if u.e == t["entity"] and key[1] == t["primaryKey"]:
                p = t.get("property"); b, n = c.B.o.get(k), c.N.o.get(k)
                if b is None or n is None: c.bad.append("bothChanged of what is not in both: %s" % t); return
                if p in u.v and (b.v[p] == u.v[p] or b.v[p] == n.v[p] or u.v[p] == n.v[p]): c.bad.append("false conflict %s %r %r %r" % (t, b.v[p], u.v[p], n.v[p]))

def play(seed, d, stats):
    r, m, w, codes = make(seed, d)
    n = w.clone(); edit(n, r, r.choice([2, 6, 10]), codes, False); build(n, "new", r, d)
    B, N = read(m, d, "base"), read(m, d, "new")
    cp(d, "base", "user"); s = Store(m, d + "/user.sqlite"); u = B.clone(); edit(u, r, r.choice([2, 6, 10]), codes, True)
    s.write(B, u); s.close()
    U = read(m, d, "user")
    if run(["verify", "user.sqlite", "--strict"], d, (0, 1)).returncode:
        stats["unsound"] = stats.get("unsound", 0) + 1; return []
    bad = []
    def verify(name):
        v = run(["verify", name + ".sqlite", "--strict"], d, (0, 1))
        if v.returncode: bad.append("%s: verify: %s" % (name, [l for l in v.stdout.split("\n") if "FAIL" in l or l.startswith("warn")]))
    run(["diff", "base.sqlite", "new.sqlite", "--changes", "c.json", "-q"], d, (0, 1))
    pref = r.choice(["user", "user", "seed"])
    results = {}
    for way, args in (("stores", ["--from", "new.sqlite", "--base", "base.sqlite"]), ("file", ["--changes", "c.json"])):
        try: p = run(["merge", "user.sqlite", "-o", way + ".sqlite", "--json", "--prefer", pref] + args, d)
        except Exception as e:
            bad.append("%s: %s" % (way, e)); continue
        told = json.loads(p.stdout)["conflicts"]
        R = read(m, d, way)
        bad += ["%s: %s" % (way, x) for x in Check(m, B, N, U, R, told, pref, way).run()]
        verify(way)
        results[way] = (canon(m, R), sorted(json.dumps([t["kind"], t["entity"], t["primaryKey"], None if t["kind"] in ("changedByUser", "needsDeleted", "needsMissing") else t.get("property"), t["kept"]]) for t in told))
        stats["conflicts"] = stats.get("conflicts", 0) + len(told)
        # merge again
        p = run(["merge", way + ".sqlite", "-o", "again.sqlite"] + args, d)
        if "nothing to do" not in p.stdout and not ("nothing to change" in p.stdout and canon(m, B) == canon(m, N)): bad.append(way + ": merged again: " + p.stdout)
    back = [t for _, ts in results.values() for t in ts if json.loads(t)[0] in ("deletedByUser", "needsDeleted")]
    # a file does not have the objects that the user deleted
    if (pref == "user" or not back) and len(results) == 2 and results["stores"] != results["file"]:
        a, b = results["stores"], results["file"]
        bad.append("ways differ: %s" % [(k, a[0].get(k), b[0].get(k)) for k in set(a[0]) | set(b[0]) if a[0].get(k) != b[0].get(k)] + " | told " + str([x for x in a[1] if x not in b[1]]) + str([x for x in b[1] if x not in a[1]]))
    # laws
    p = run(["merge", "base.sqlite", "--from", "new.sqlite", "--base", "base.sqlite", "-o", "l1.sqlite"], d)
    if canon(m, read(m, d, "l1")) != canon(m, N): bad.append("no edit of the user's does not give the edition: " + p.stdout)
    if "conflict" in p.stdout: bad.append("no edit: " + p.stdout)
    verify("l1")
    cp(d, "base", "same")
    p = run(["merge", "user.sqlite", "--from", "same.sqlite", "--base", "base.sqlite", "-o", "l2.sqlite"], d)
    one, two = (sqlite3.connect(d + "/" + x) for x in ("user.sqlite", "l2.sqlite"))
    da, db = ([l for l in x.iterdump() if "Z_METADATA" not in l] for x in (one, two))
    if da != db: bad.append("no change of the edition changes the store: " + str([x for x in zip(da, db) if x[0] != x[1]][:4]))
    one.close(); two.close()
    verify("l2")
    # two editions one after the other, and only the last one
    n3 = n.clone(); edit(n3, r, r.choice([2, 6]), codes, False); build(n3, "third", r, d)
    told = []
    for user, old, new, out in (("user", "base", "new", "step"), ("step", "new", "third", "steps"), ("user", "base", "third", "direct")):
        p = run(["merge", user + ".sqlite", "-o", out + ".sqlite", "--from", new + ".sqlite", "--base", old + ".sqlite", "--json"], d)
        told += json.loads(p.stdout)["conflicts"]
        verify(out)
    # files one after the other, at once, and mixed with stores: each records the places of the edition's objects
    run(["diff", "new.sqlite", "third.sqlite", "--changes", "c2.json", "-q"], d, (0, 1))
    between = ["--from", "third.sqlite", "--base", "new.sqlite"]
    for user, out, args in (("user", "fstep", ["--changes", "c.json"]), ("fstep", "fsteps", ["--changes", "c2.json"]), ("user", "chain", ["--changes", "c2.json", "c.json"]),
                            ("fstep", "mixed", between), ("step", "mixed2", ["--changes", "c2.json"])):
        run(["merge", user + ".sqlite", "-o", out + ".sqlite"] + args, d)
        if out == "fstep": continue
        verify(out)
        a, b = (canon(m, read(m, d, x)) for x in (out, "steps"))
        if a != b: bad.append("%s differs from stores one after the other: %s" % (out, [(k, a.get(k), b.get(k)) for k in set(a) | set(b) if a.get(k) != b.get(k)]))
    if not told and not returns(*(canon(m, read(m, d, x)) for x in ("base", "new", "third"))):
        stats["chains"] = stats.get("chains", 0) + 1
        a, b = (chained(m, read(m, d, x), read(m, d, "third")) for x in ("steps", "direct"))
        if a != b: bad.append("one after the other differs: %s" % [(k, a.get(k), b.get(k)) for k in set(a) | set(b) if a.get(k) != b.get(k)])
    return bad

def chain(seed, d, stats, app):
    """Merges three further editions. A substitute for an omitted object is added to lists and removed from them, while the
    user continues to work. All ways of merging start with the same store in each step."""
    r, m, w, codes = make(seed, d, isshared=True)
    bad, places, standin = [], None, StandIn(m, r)
    cp(d, "base", "user0"); B = read(m, d, "base"); U = B.clone()
    edit(U, r, r.choice([0, 1, 3]), codes, True)
    standin.give(U, r, codes, B.o)
    s = Store(m, d + "/user0.sqlite"); s.write(B, U); s.close()
    name, worlds, untouched = "base", [w], True
    for step in (1, 2, 3):
        old, new, user = name, "edition%d" % step, "user%d" % (step - 1)
        U = read(m, d, user)
        if run(["verify", user + ".sqlite", "--strict"], d, (0, 1)).returncode:
            stats["unsound"] = stats.get("unsound", 0) + 1; return bad
        n = worlds[r.choice([-1, -1, -1, -1, 0 if step > 1 else -1])].clone(); n.n = 100 * step
        edit(n, r, r.choice([0, 1, 3]), codes, False)
        if standin.key is None or standin.key not in n.o: standin.add(n, r, codes)
        else: standin.move(n, r, [standin.key])
        if step > 1 and r.random() < .25: standin.leave(n, r, codes)
        build(n, new, r, d); worlds.append(n); N = read(m, d, new)
        changes = "c%d.json" % step
        run(["diff", old + ".sqlite", new + ".sqlite", "--changes", changes, "-q"], d, (0, 1))
        pref = r.choice(["user", "user", "user", "seed"])
        untouched = untouched and pref == "user"
        results = {}
        for way in ["stores", "file"] + (["app"] if app else []):
            out = "%s%d" % (way, step)
            if way == "app":
                cp(d, user, out)
                told = app(d, out, changes, pref)
                if isinstance(told, str): bad.append("%s: %s" % (out, told)); continue
            else:
                args = ["--from", new + ".sqlite", "--base", old + ".sqlite"] if way == "stores" else ["--changes", changes]
                try: p = run(["merge", user + ".sqlite", "-o", out + ".sqlite", "--json", "--prefer", pref] + args, d)
                except Exception as e: bad.append("%s: %s" % (out, e)); continue
                told = json.loads(p.stdout)["conflicts"]
            R = read(m, d, out)
            check = Check(m, B, N, U, R, told, pref, way, places)
            bad += ["%s: %s" % (out, x) for x in check.run()]
            v = run(["verify", out + ".sqlite", "--strict"], d, (0, 1))
            if v.returncode: bad.append("%s: verify: %s" % (out, [l for l in v.stdout.split("\n") if "FAIL" in l or l.startswith("warn")]))
            results[way] = (canon(m, R), sorted((t["kind"], t["entity"], t["kept"]) for t in told), check, told)
            stats["conflicts"] = stats.get("conflicts", 0) + len(told)
        if "stores" not in results or "file" not in results: return bad
        stats["stand-ins"] = stats.get("stand-ins", 0) + results["stores"][2].led()
        first = results["stores"]
        back = any(t["kind"] in ("deletedByUser", "needsDeleted") for x in results.values() for t in x[3])
        for way, x in results.items():
            # a file does not have the objects that the user deleted; an app cannot exchange unique values within one
            # save
            if pref == "seed" and back or way == "app" and x[1] != first[1] and any(k[0] == "notUnique" for k in x[1]): continue
            if x[0] != first[0]: bad.append("%s%d differs: %s" % (way, step, [(k, first[0].get(k), x[0].get(k)) for k in set(first[0]) | set(x[0]) if first[0].get(k) != x[0].get(k)]))
        if bad: return bad
        way = r.choice(list(results))
        places, name = results[way][2].places, new
        cp(d, "%s%d" % (way, step), "user%d" % step)
        B = N
        if r.random() < .5 and step < 3:
            untouched = False
            s = Store(m, d + "/user%d.sqlite" % step); R = s.read(); u = R.clone(); u.n = 1000 * step
            edit(u, r, r.choice([0, 1, 2]), codes, True)
            there = {ident(m, o): k for k, o in u.o.items()}
            standin.move(u, r, [k for k, o in u.o.items() if standin.names and all(o.v.get(x) == standin.values[x] for x in standin.names)])
            s.write(R, u); s.close()
    if untouched:
        # all files at once
        run(["merge", "user0.sqlite", "-o", "all.sqlite", "--changes", "c1.json", "c2.json", "c3.json"], d)
        a, b = canon(m, read(m, d, "all")), canon(m, read(m, d, "user3"))
        if a != b: bad.append("all files at once differ: %s" % [(k, a.get(k), b.get(k)) for k in set(a) | set(b) if a.get(k) != b.get(k)])
        stats["at once"] = stats.get("at once", 0) + 1
    return bad

def asked(d, store, changes, pref):
    """Asks the parent process to apply changes as an app does, by a line of JSON. Returns the reported conflicts, or an error."""
    print("app " + json.dumps({"model": d + "/M.xcdatamodel", "store": "%s/%s.sqlite" % (d, store), "changes": d + "/" + changes, "prefer": pref}), flush=True)
    return json.loads(sys.stdin.readline())

if __name__ == "__main__":
    stats, failed = {}, 0
    app = asked if "--app" in sys.argv else None
    keep = [x for x in sys.argv[4:] if not x.startswith("--")]
    for seed in range(int(sys.argv[2]), int(sys.argv[3]) + 1):
        for player in ([] if app else [play]) + [lambda *x: chain(*x, app)]:
            with tempfile.TemporaryDirectory() as folder:
                try:
                    problems = player(seed, folder, stats)
                except Exception:
                    problems = [traceback.format_exc()[-2000:]]
                if problems:
                    failed += 1
                    print("seed %d" % seed, *(str(x)[-700:] for x in problems[:6]), sep="\n  ", flush=True)
                    if keep: shutil.copytree(folder, "%s/%d" % (keep[0], seed), dirs_exist_ok=True)
    print(stats, "failed", failed)
    sys.exit(failed > 0)
