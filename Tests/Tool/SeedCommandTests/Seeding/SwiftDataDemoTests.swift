import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

@Suite("The demo for SwiftData")
struct SwiftDataDemoTests {
    @Test("The SwiftData demo is built from source alone and equals the Core Data demo")
    func build() throws {
        let folder = try TestFolder()
        for name in ["GroceryDude.swift", "seed-swiftdata.yml", "items.csv", "legacy.sql"] {
            let data = try Data(contentsOf: URL(fileURLWithPath: Corpus.packageRoot + "/data/" + name))
            try folder.write(data, as: "data/" + name)
        }
        let built = try Zseed.run("build", "data/seed-swiftdata.yml", "-q", in: folder.path)
        #expect(built.status == 0, "\(built.errors)")
        #expect(!built.errors.contains("warning"), "\(built.errors)")
        let verified = try Zseed.run(
            "verify", "--strict", "build/GroceryDude.store", "--model", "data/GroceryDude.swift",
            in: folder.path)
        #expect(verified.status == 0, "\(verified.output)\(verified.errors)")
        let demo = try Zseed.run(
            "build", Corpus.packageRoot + "/data/seed.yml", "-o", "demo.sqlite", "-q", in: folder.path)
        #expect(demo.status == 0, "\(demo.errors)")
        func rows(_ store: String, _ measure: String) throws -> [String] {
            let connection = try Connection(path: folder.path + "/" + store, mode: .readOnly)
            return try connection.rows(
                """
                SELECT i.ZNAME, \(measure), i.ZPRICE, i.ZADDEDON, i.ZQUANTITY, count(p.Z_PK), sum(p.ZPAID),
                  count(r.Z_PK), max(p.ZPURCHASEDON)
                FROM ZITEM i \(measure == "u.ZNAME" ? "LEFT JOIN ZUNIT u ON u.Z_PK = i.ZUNIT" : "")
                LEFT JOIN ZPURCHASE p ON p.ZITEM = i.Z_PK LEFT JOIN ZRECEIPT r ON r.ZPURCHASE = p.Z_PK
                GROUP BY i.Z_PK ORDER BY i.ZNAME
                """
            ) { row in (0..<row.columnCount).map { row.text(at: $0) ?? "-" }.joined(separator: "|") }
        }
        let own = try rows("build/GroceryDude.store", "i.ZMEASURE")
        #expect(own.count > 400)
        #expect(try own == rows("demo.sqlite", "u.ZNAME"))
    }
}
