import CommandSupport
import Foundation
import TestSupport
import Testing

@Suite("App metadata, value by value")
struct KeptMetadataTests {
    private static let model = """
        <entity name="Item"><attribute name="name" optional="YES" attributeType="String"/>
        <attribute name="price" optional="YES" attributeType="Integer 16"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint>
        </uniquenessConstraints></entity>
        """

    /// Shows the stored entries of a store that begin with `app`. With more arguments, first writes an entry with:
    /// integers beyond 64 bits with a sign or in more bytes than needed; single-precision numbers and NaN; a set; and
    /// texts and keys that are invalid or differ only in their normal form.
    private static let script = """
        import plistlib, sqlite3, struct, sys
        db = sqlite3.connect(sys.argv[1])
        data = db.execute("SELECT Z_PLIST FROM Z_METADATA").fetchone()[0]
        def text(x):
            x = x.encode("utf-16-be", "surrogatepass")
            return b"\\x6f\\x10" + bytes([len(x) // 2]) + x
        def odd(last):
            return {
                text("numbers"): [
                    b"\\x14" + bytes(8) + struct.pack(">Q", 2**63 + last), b"\\x14" + bytes(8) + b"\\xff" * 8,
                    b"\\x14" + b"\\xff" * 8 + bytes(8), b"\\x22\\x3d\\xcc\\xcc\\xcd", b"\\x23\\x7f\\xf8" + bytes(5) + b"\\x01",
                    b"\\x23\\x80" + bytes(7), b"\\x12\\0\\0\\0\\x05", b"\\x33\\xc1\\xe0" + bytes(6), b"\\x81\\0\\x07", b"\\0"],
                text("texts"): (text("\\ud800a"), text("e\\u0301"), text("\\u00e9")),
                text("\\u00e9"): b"\\x10\\x01", text("e\\u0301"): b"\\x10\\x02", text("\\udc00"): {}}
        objects = []
        def add(x):
            index = len(objects)
            objects.append(x)
            if isinstance(x, bytes): return index
            members = list(x) + list(x.values()) if isinstance(x, dict) else list(x)
            kind = 0xD0 if isinstance(x, dict) else 0xC0 if isinstance(x, tuple) else 0xA0
            objects[index] = bytes([kind | 15, 0x10, len(x)]) + b"".join(struct.pack(">H", add(m)) for m in members)
            return index
        def plain(x):
            if isinstance(x, dict): return {text(k): plain(m) for k, m in x.items()}
            if isinstance(x, list): return [plain(m) for m in x]
            if isinstance(x, str): return text(x)
            if isinstance(x, bytes): return b"\\x4f\\x10" + bytes([len(x)]) + x
            return b"\\x13" + struct.pack(">q", x)
        if len(sys.argv) > 2:
            add({**plain(plistlib.loads(data)), text(sys.argv[2]): odd(int(sys.argv[3]))})
            data, offsets = b"bplist00", []
            for x in objects:
                offsets.append(len(data))
                data += x
            end = struct.pack(">QQQ", len(objects), 0, len(data))
            data += b"".join(struct.pack(">I", x) for x in offsets) + bytes(6) + b"\\x04\\x02" + end
            db.execute("UPDATE Z_METADATA SET Z_PLIST = ?", [data])
            db.commit()
        wide, narrow = data[-26], data[-25]
        count, top, table = struct.unpack(">QQQ", data[-24:])
        def number(at, size): return int.from_bytes(data[at:at + size], "big")
        def members(index):
            at = number(table + index * wide, wide)
            kind, low, start = data[at] & 0xF0, data[at] & 15, at + 1
            if kind > 0x30 and low == 15:
                size = 1 << (data[start] & 15)
                low, start = number(start + 1, size), start + 1 + size
            several = low if kind in (0xA0, 0xC0) else 2 * low if kind == 0xD0 else 0
            return kind, at, start, low, [number(start + i * narrow, narrow) for i in range(several)]
        def show(index):
            kind, at, start, low, inner = members(index)
            if kind == 0x00: return "null" if low == 0 else str(low == 9)
            if kind in (0x10, 0x20, 0x30): return data[at:start + (1 << low)].hex()
            if kind == 0x80: return data[at:start + low + 1].hex()
            if kind == 0x40: return data[start:start + low].hex()
            if kind == 0x50: return repr(data[start:start + low].decode())
            if kind == 0x60: return ascii(data[start:start + 2 * low].decode("utf-16-be", "surrogatepass"))
            if kind == 0xD0:
                return "{" + ", ".join(sorted(show(k) + ": " + show(x) for k, x in zip(inner[:low], inner[low:]))) + "}"
            return ("set" if kind == 0xC0 else "") + "[" + ", ".join(show(x) for x in inner) + "]"
        low, inner = members(top)[3:]
        print("\\n".join(sorted(x for x in (show(k) + " " + show(x) for k, x in zip(inner[:low], inner[low:])) if x.startswith("'app"))))
        """

    /// The written entry, with a last number of 1.
    private static let written =
        #"{'\udc00': {}, '\xe9': 1001, 'e\u0301': 1002, 'numbers': [1400000000000000008000000000000001, "#
        + "140000000000000000ffffffffffffffff, 14ffffffffffffffff0000000000000000, 223dcccccd, 237ff8000000000001, "
        + #"238000000000000000, 1200000005, 33c1e0000000000000, 810007, null], 'texts': set['\ud800a', 'e\u0301', '\xe9']}"#

    private func metadata(_ stores: EditionStores, _ store: String, _ more: String...) throws -> [String] {
        let result = try run("python3", ["-c", Self.script, "\(stores.path)/\(store).sqlite"] + more)
        try #require(result.status == 0, "\(result.errors)")
        return result.output.split(separator: "\n").map(String.init)
    }

    /// Creates editions A and B with different prices of rice, and a store U that began as A and has metadata of the
    /// app.
    private func stores() throws -> EditionStores {
        let stores = try EditionStores(Self.model)
        for (name, price) in [("A", 1), ("B", 2)] {
            try stores.build(
                name, ["Item": "name,price\nrice,\(price)\nsalt,1\n"], metadata: "edition: \(price)")
        }
        try stores.copy("A", as: "U")
        #expect(try metadata(stores, "U", "app", "1") == ["'app' \(Self.written)"])
        return stores
    }

    @Test(
        "A build keeps the reference's app metadata byte for byte and sets the plan's entries",
        arguments: ["rows: keep", "history: keep", ""])
    func built(more: String) throws {
        let stores = try stores()
        try stores.folder.write("name,price\noil,3\n", as: "more.csv")
        try stores.folder.write(
            """
            reference: U.sqlite
            output: M.sqlite
            \(more)
            sources: { items: { csv: more.csv } }
            entities: { Item: { from: items, attributes: { name: name, price: price } } }
            metadata: { appended: true }
            """, as: "more.yml")
        let built = try stores.run("build", "more.yml", "-q")
        #expect(built.status == 0, "\(built.errors)")
        #expect(try metadata(stores, "M") == ["'app' \(Self.written)", "'appended' True"])
    }

    @Test(
        "Copy, migrate and repair keep app metadata byte for byte",
        arguments: [
            ["copy"], ["copy", "--entity", "Item"], ["copy", "--model", "Other.xcdatamodel"],
            ["migrate", "--to", "Other.xcdatamodel"], ["repair"],
        ])
    func remade(command: [String]) throws {
        let stores = try stores()
        try stores.folder.writeModel(
            Self.model.replacing("name=\"price\"", with: "name=\"cost\" elementID=\"price\""),
            as: "Other.xcdatamodel")
        if command == ["repair"] { try stores.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = 0", in: "U") }
        let made = try Zseed.run(
            [command[0], "U.sqlite", "-o", "M.sqlite"] + command.dropFirst(), in: stores.path)
        #expect(made.status == 0, "\(made.errors)")
        #expect(try metadata(stores, "M") == ["'app' \(Self.written)"])
    }

    @Test(
        "A merge keeps the user's metadata byte for byte and takes the edition's changes the same way"
    )
    func merged() throws {
        let stores = try stores()
        for (store, key, last) in [("A", "appSeed", "1"), ("B", "appSeed", "2")] {
            _ = try metadata(stores, store, key, last)
        }
        try stores.copy("A", as: "V")
        try stores.changes("A", "B")
        let seed = "'appSeed' " + Self.written.replacing("8000000000000001,", with: "8000000000000002,")
        for way in [["--changes", "A-B.json"], ["--from", "B.sqlite", "--base", "A.sqlite"]] {
            for (user, expected) in [("U", ["'app' \(Self.written)"]), ("V", [seed])] {
                let merged = try Zseed.run(
                    ["merge", "\(user).sqlite", "-o", "M.sqlite"] + way, in: stores.path)
                #expect(merged.status == 0, "\(merged.errors)")
                // A difference of 1 in a number is reported as a conflict if the user's store lacks the entry.
                #expect(merged.output.contains("conflict") == (user == "U"), "\(merged.output)")
                #expect(try metadata(stores, "M") == expected)
            }
        }
    }

    @Test("zseed metadata sets the given entries and keeps all others byte for byte")
    func set() throws {
        let stores = try stores()
        #expect(try stores.run("metadata", "U.sqlite", "appended=1", "-q").status == 0)
        #expect(try metadata(stores, "U") == ["'app' \(Self.written)", "'appended' 1001"])
    }

    @Test("XML metadata is copied completely or refused; no integer is rounded")
    func xml() throws {
        let stores = try stores()
        try stores.copy("A", as: "U")
        func xml(_ number: String) throws {
            let script = """
                import plistlib, sqlite3, sys
                db = sqlite3.connect(sys.argv[1])
                entries = plistlib.loads(db.execute("SELECT Z_PLIST FROM Z_METADATA").fetchone()[0])
                text = plistlib.dumps({**entries, "app": [0.1, -0.0, "NUMBER", "\\u00e9"]}).decode()
                text = text.replace("<string>NUMBER</string>", "<integer>%s</integer>" % sys.argv[2])
                db.execute("UPDATE Z_METADATA SET Z_PLIST = ?", [text.encode()])
                db.commit()
                """
            let result = try run("python3", ["-c", script, "\(stores.path)/U.sqlite", number])
            try #require(result.status == 0, "\(result.errors)")
        }
        try xml("18446744073709551615")
        let shown = try stores.run("metadata", "U.sqlite", "app")
        #expect(shown.output == "app = [0.1, -0.0, 18446744073709551615, é]  (list)\n")
        #expect(try stores.run("metadata", "U.sqlite", "appended=1", "-q").status == 0)
        #expect(
            try metadata(stores, "U") == [
                #"'app' [233fb999999999999a, 238000000000000000, 140000000000000000ffffffffffffffff, '\xe9']"#,
                "'appended' 1001",
            ])
        try stores.copy("A", as: "U")
        try xml("18446744073709551616")
        let refused = try stores.run("metadata", "U.sqlite", "appended=1", "-q")
        #expect(refused.status == 1)
        #expect(
            refused.errors.contains(
                "Z_PLIST is not a property list with a "
                    + "dictionary"), "\(refused.errors)")
    }
}
