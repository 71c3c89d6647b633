import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

@Suite("A large file with every kind of broken row")
struct BrokenRowTests {
    private static func project(_ rows: BrokenRows) throws -> TestFolder {
        let folder = try TestFolder()
        try folder.writeModel(BrokenRows.model)
        try folder.write(BrokenRows.plan, as: "plan.yml")
        try folder.write("name\nkg\npiece\n", as: "units.csv")
        try folder.write("text\nred\n", as: "labels.csv")
        try folder.write("-", as: "photos/there.jpg")
        try folder.write("-", as: "secret")
        try folder.write(rows.text, as: "products.csv")
        return folder
    }

    private static func place(_ row: BrokenRows.Row) -> String {
        "products.csv:\(row.line)" + (row.column.map { ":\($0)" } ?? "")
    }

    /// Returns a message without the parts that it has only for some rows: the earlier row with the same key, and the
    /// likely encoding of the file.
    private static func plain(_ message: String) -> String {
        message.replacing(/; the first one is at [^\n",]*/, with: "")
            .replacing(/; the file seems to be [^\n`]*`[^`]*`/, with: "")
    }

    @Test("Each kind is reported at its place and left out", arguments: BrokenRows.kinds)
    func kind(_ kind: BrokenRows.Kind) throws {
        let rows = BrokenRows(rows: 12, each: 12, kinds: [kind])
        let folder = try Self.project(rows)
        let broken = try #require(rows.broken.first)
        let result = try Zseed.run("build", "plan.yml", "-q", in: folder.path)
        #expect(Self.plain(result.errors) == "\(Self.place(broken)): warning: \(broken.message(kind))\n")
        #expect(result.status == 0)
        // Stopping at the row reports the same, writes nothing and fails.
        try FileManager.default.removeItem(atPath: folder.path + "/out.sqlite")
        try folder.write(
            BrokenRows.plan.replacing("onError: skip\n", with: ""), as: "plan.yml")
        let stopped = try Zseed.run("build", "plan.yml", in: folder.path)
        #expect(Self.plain(stopped.errors) == "\(Self.place(broken)): error: \(broken.message(kind))\n")
        #expect(stopped.status == 1)
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/out.sqlite"))
    }

    @Test(
        "A thousand broken rows among twenty thousand are reported, and no valid row is lost")
    func large() throws {
        let rows = BrokenRows(rows: 20_000, each: 20, kinds: BrokenRows.kinds)
        let (good, broken) = (rows.good, rows.broken)
        #expect(broken.count == 1_000)
        #expect(Set(broken.compactMap(\.kind?.id)).count >= 20)
        let folder = try Self.project(rows)
        let result = try Zseed.run("build", "plan.yml", "--json", in: folder.path)
        #expect(result.status == 0)

        // The report has every invalid row once, in the order of the file, with its place.
        let told = Self.plain(result.errors).split(separator: "\n").map(String.init)
        let expected = broken.map { row in
            "\(Self.place(row)): warning: \(row.kind.map(row.message) ?? "")"
        }
        #expect(told.count == expected.count)
        for (line, other) in zip(told, expected) where line != other {
            Issue.record("\(line)\n\(other)")
        }
        let report = try #require(
            JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        #expect(report["issueCount"] as? Int == 1_000)
        #expect((report["issues"] as? [Any])?.count == 1_000)
        let counts = try #require(report["rows"] as? [[String: Any]])
        let products = counts.filter { $0["source"] as? String == "products" }
        func sum(_ key: String) -> Int { products.reduce(0) { $0 + ($1[key] as? Int ?? 0) } }
        #expect(sum("read") == 20_000)
        #expect(sum("written") == good.count)
        #expect(sum("rejected") == 1_000)

        try expectGoodRows(good, in: folder)
        try expectRejects(broken, in: folder)
        let verified = try Zseed.run(
            "verify", "out.sqlite", "--model", "Model.xcdatamodel", in: folder.path)
        verified.expectSuccess()
    }

    private func expectGoodRows(_ good: [BrokenRows.Row], in folder: TestFolder) throws {
        let store = try Connection(path: folder.path + "/out.sqlite", mode: .readOnly)
        let stored = try store.rows(
            """
            SELECT e.Z_NAME, p.ZNAME, ZQUANTITY, ZSOLD, ZSKU, ZLINK, ZCALORIES, ZSIZE, u.ZNAME, m.ZNAME
            FROM ZPRODUCT p JOIN Z_PRIMARYKEY e ON e.Z_ENT = p.Z_ENT
            LEFT JOIN ZUNIT u ON u.Z_PK = p.ZUNIT LEFT JOIN ZMAKER m ON m.Z_PK = p.ZMAKER
            ORDER BY p.Z_PK
            """
        ) { row in (0..<10).map { row.text(at: $0) ?? "" }.joined(separator: "|") }
        let expected = good.map { row in
            let cells = row.cells
            return [
                row.entity, cells[1], cells[2],
                cells[5] == "yes" ? "1" : "0", cells[8], cells[9], cells[12],
                cells[13].replacing("\"", with: ""), cells[14], cells[15],
            ].joined(separator: "|")
        }
        #expect(stored.count == expected.count)
        #expect(stored == expected)
        #expect(try store.integer("SELECT count(*) FROM ZMAKER") == 7)
        #expect(
            try store.integer("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Product'")
                == Int64(good.count))
    }

    private func expectRejects(_ broken: [BrokenRows.Row], in folder: TestFolder) throws {
        #expect(try files(in: folder.path + "/out.sqlite.rejects") == ["products.csv"])
        let data = try bytes(of: folder.path + "/out.sqlite.rejects/products.csv")
        // Bytes that are not UTF-8 are written as in the input, so that nothing is lost.
        let text = String(decoding: data, as: UTF8.self)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        #expect(lines.first == (BrokenRows.columns + ["reason"]).joined(separator: ","))
        #expect(lines.last == "")
        // Invalid rows have no cells with two lines.
        #expect(lines.count == broken.count + 2)
        for (line, row) in zip(lines.dropFirst(), broken) {
            let kind = try #require(row.kind)
            let reason = row.message(kind)
            let field =
                reason.contains { ",\"".contains($0) }
                ? "\"\(reason.replacing("\"", with: "\"\""))\"" : reason
            let line = Self.plain(line)
            let isWhole = line == row.cells.joined(separator: ",") + "," + field
            #expect(kind.isReadable ? isWhole : line.contains(field), "\(kind.id): \(line)")
        }
    }
}
