"""Merges a large edition into a large store, and compares the result with a model that shares no code with zseed.

python3 Benchmarks/merge.py ZSEED FOLDER [SEED_OBJECTS OWN_OBJECTS CHANGED]
"""
import json, os, random, sqlite3, subprocess, sys, time

zseed, folder = os.path.abspath(sys.argv[1]), sys.argv[2]
seeds, own, changed = (int(x) for x in sys.argv[3:6]) if len(sys.argv) > 5 else (300_000, 200_000, 100_000)
MODEL = """<?xml version="1.0" encoding="UTF-8"?>
<model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
<entity name="Folder"><attribute name="code" attributeType="String"/>
<relationship name="items" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Item" inverseName="folder" inverseEntity="Item"/>
<uniquenessConstraints><uniquenessConstraint><constraint value="code"/></uniquenessConstraint></uniquenessConstraints></entity>
<entity name="Item"><attribute name="code" attributeType="String"/><attribute name="name" optional="YES" attributeType="String"/>
<attribute name="price" optional="YES" attributeType="Integer 32"/>
<relationship name="folder" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Folder" inverseName="items" inverseEntity="Folder"/>
<relationship name="tags" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Tag" inverseName="items" inverseEntity="Tag"/>
<uniquenessConstraints><uniquenessConstraint><constraint value="code"/></uniquenessConstraint></uniquenessConstraints></entity>
<entity name="Tag"><attribute name="code" attributeType="String"/>
<relationship name="items" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Item" inverseName="tags" inverseEntity="Item"/>
<uniquenessConstraints><uniquenessConstraint><constraint value="code"/></uniquenessConstraint></uniquenessConstraints></entity></model>
"""
os.makedirs(folder + "/M.xcdatamodel", exist_ok=True)
open(folder + "/M.xcdatamodel/contents", "w").write(MODEL)
r = random.Random(30)
FOLDERS, TAGS = 1_000, 50

# A process inherits the peak memory of the process that forks it. The model becomes large, so this runner is started
# first.
RUNNER = """
import json, os, subprocess, sys
for line in sys.stdin:
    process = subprocess.Popen(json.loads(line), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    print(json.dumps([output, os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime, usage.ru_maxrss]), flush=True)
"""
runner = subprocess.Popen([sys.executable, "-c", RUNNER], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

def run(*arguments):
    start = time.monotonic()
    print(json.dumps([zseed, *arguments]), file=runner.stdin, flush=True)
    output, status, cpu, peak = json.loads(runner.stdout.readline())
    peak /= 1 << 20 if sys.platform == "darwin" else 1 << 10
    print("%-46s %6.2f s  %6.2f s cpu  %5d MB  %s" % (" ".join(arguments)[:46], time.monotonic() - start, cpu, peak, output.strip().split("\n")[-1][-110:]), flush=True)
    if status < 0 or status > 1: sys.exit(output)

def build(name, items):
    order = list(items)
    r.shuffle(order)
    with open("%s/%s.csv" % (folder, name), "w") as f:
        f.write("code,name,price,folder,tags\n")
        for code in order:
            n, price, where, tags = items[code]
            f.write("%s,%s,%s,%s,%s\n" % (code, n or "", "" if price is None else price, where or "", "|".join(sorted(tags))))
    with open("%s/%s.yml" % (folder, name), "w") as f:
        f.write("reference: M.xcdatamodel\noutput: %s.sqlite\nsources: { items: { csv: %s.csv } }\nentities:\n  Item:\n    from: items\n    attributes: { code: code, name: name, price: price }\n    relationships: { folder: { find: Folder.code, column: folder }, tags: { find: Tag.code, column: tags, separator: '|' } }\n" % (name, name))
    run("build", name + ".yml", "-q")

def item(n): return ["name %d" % n, r.randrange(1000), "f%d" % r.randrange(FOLDERS), {"t%d" % r.randrange(TAGS) for _ in range(r.randrange(3))}]
old = {"s%d" % n: item(n) for n in range(seeds)}
new = {code: [a, b, c, set(d)] for code, (a, b, c, d) in old.items()}
for k, code in enumerate(r.sample(sorted(new), changed)):
    if k % 10 == 0: del new[code]
    elif k % 10 == 1: new["n%d" % k] = item(k)
    elif k % 10 < 6: new[code][1] = r.randrange(1000)
    elif k % 10 < 8: new[code][2] = "f%d" % r.randrange(FOLDERS)
    else: new[code][3] = {"t%d" % r.randrange(TAGS)}
build("old", old)
build("new", new)

# The store of the user, with changed values and memberships, deletions, and the user's own objects.
os.path.exists(folder + "/user.sqlite") and os.remove(folder + "/user.sqlite")
subprocess.run(["cp", folder + "/old.sqlite", folder + "/user.sqlite"], check=True)
db = sqlite3.connect(folder + "/user.sqlite")
keys = dict(db.execute("SELECT ZCODE, Z_PK FROM ZITEM"))
folders = dict(db.execute("SELECT ZCODE, Z_PK FROM ZFOLDER"))
names = sorted(folders)
entity, top = db.execute("SELECT Z_ENT, Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Item'").fetchone()
(join,) = db.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND (name GLOB 'Z_[0-9]TAGS' OR name GLOB 'Z_[0-9]ITEMS')").fetchone()
columns = [c[1] for c in db.execute("PRAGMA table_info(%s)" % join)]
items_column = [c for c in columns if c.endswith("ITEMS")][0]
tags_column = [c for c in columns if c.endswith("TAGS")][0]
user = {code: [a, b, c, set(d)] for code, (a, b, c, d) in old.items()}
for k, code in enumerate(r.sample(sorted(user), own)):
    if k % 20 == 0:
        db.execute("DELETE FROM ZITEM WHERE Z_PK = ?", [keys[code]])
        del user[code]
    elif k % 4 == 1:
        user[code][1] = r.randrange(1000)
        db.execute("UPDATE ZITEM SET ZPRICE = ?, Z_OPT = Z_OPT + 1 WHERE Z_PK = ?", [user[code][1], keys[code]])
    elif k % 4 == 2:
        user[code][0] = "mine %d" % k
        db.execute("UPDATE ZITEM SET ZNAME = ?, Z_OPT = Z_OPT + 1 WHERE Z_PK = ?", [user[code][0], keys[code]])
for n in range(own):
    where = names[n % len(names)]
    user["u%d" % n] = ["own", n, where, set()]
    db.execute("INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZCODE, ZNAME, ZPRICE, ZFOLDER) VALUES (?, ?, 1, ?, 'own', ?, ?)", [top + 1 + n, entity, "u%d" % n, n, folders[where]])
db.execute("DELETE FROM %s WHERE %s NOT IN (SELECT Z_PK FROM ZITEM)" % (join, items_column))
db.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?", [top + own, entity])
db.commit()
db.close()

# The expected result, object by object.
def decide(b, u, n): return n if u == b else u
wanted = {}
for code in user.keys() | new.keys():
    b, u, n = old.get(code), user.get(code), new.get(code)
    if b is None: wanted[code] = u or n
    elif u is None: continue
    elif n is None:
        if u != b: wanted[code] = u
    else:
        wanted[code] = [decide(*(x[i] for x in (b, u, n))) for i in range(3)] + [{t for t in b[3] | u[3] | n[3] if ((t in n[3]) if (t in u[3]) == (t in b[3]) else (t in u[3]))}]
# A dropped object that is kept leaves all lists of the new edition.
for code in wanted:
    if code in old and code not in new: wanted[code] = wanted[code][:3] + [set()]

def check(name):
    db = sqlite3.connect("file:%s/%s.sqlite?mode=ro" % (folder, name), uri=True)
    members = {}
    for one, other in db.execute("SELECT %s, ZCODE FROM %s JOIN ZTAG ON ZTAG.Z_PK = %s" % (items_column, join, tags_column)): members.setdefault(one, set()).add(other)
    found = {code: [a, b, c, members.get(key, set())] for key, code, a, b, c in db.execute("SELECT i.Z_PK, i.ZCODE, ZNAME, ZPRICE, f.ZCODE FROM ZITEM i LEFT JOIN ZFOLDER f ON f.Z_PK = ZFOLDER")}
    wrong = [(code, found.get(code), wanted.get(code)) for code in found.keys() | wanted.keys() if found.get(code) != wanted.get(code)]
    print(name, len(found), "objects,", len(wrong), "wrong", wrong[:3], flush=True)
    return not wrong

run("merge", "user.sqlite", "--from", "new.sqlite", "--base", "old.sqlite", "-o", "merged.sqlite", "--no-verify", "-q")
run("merge", "user.sqlite", "--from", "new.sqlite", "--base", "old.sqlite", "-o", "merged.sqlite", "-q")
run("diff", "old.sqlite", "new.sqlite", "--changes", "changes.json", "-q")
print("changes.json", os.path.getsize(folder + "/changes.json") >> 20, "MB")
run("merge", "user.sqlite", "--changes", "changes.json", "-o", "filed.sqlite", "-q")
run("verify", "merged.sqlite", "--strict")
sys.exit(0 if check("merged") and check("filed") else "wrong")
