import Files
import Foundation
import StoreFormat
import TestSupport
import Testing

@testable import Inputs
@testable import Seeding

/// Builds that leave the check of unique keys to the store's indexes, compared with builds that keep the keys.
@Suite("Keys that unique indexes check")
struct IndexedKeysTests {
    private static let model = """
        <entity name="Item"><attribute name="name" optional="YES" attributeType="String"/>
        <attribute name="code" optional="YES" attributeType="Integer 32"/>
        <attribute name="day" optional="YES" attributeType="Date"/>
        <attribute name="data" optional="YES" attributeType="Binary"/>
        <relationship name="unit" optional="YES" maxCount="1" destinationEntity="Unit"
            inverseName="items" inverseEntity="Unit"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint>
        <uniquenessConstraint><constraint value="day"/><constraint value="code"/></uniquenessConstraint>
        <uniquenessConstraint><constraint value="data"/></uniquenessConstraint></uniquenessConstraints></entity>
        <entity name="Unit"><attribute name="name" attributeType="String"/>
        <attribute name="code" optional="YES" attributeType="Integer 32"/>
        <relationship name="items" optional="YES" toMany="YES"
            destinationEntity="Item" inverseName="unit" inverseEntity="Item"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint>
        <uniquenessConstraint><constraint value="code"/></uniquenessConstraint></uniquenessConstraints></entity>
        """

    /// Writes a model, a plan and its inputs.
    private static func folder(items: String, extra: String = "", item: String = "") throws -> TestFolder {
        let folder = try TestFolder()
        try TestStore.create(at: folder.path + "/r.sqlite", model: model)
        try folder.write("name,code\ng,1\nkg,2\n", as: "units.csv")
        try folder.write("name,code,day,unit\n" + items, as: "items.csv")
        try folder.write(
            """
            reference: r.sqlite
            output: o.sqlite
            \(extra)
            sources: { items: { csv: items.csv }, units: { csv: units.csv } }
            entities:
              Unit: { from: units, attributes: { name: name, code: code } }
              Item:
                from: items
                \(item)
                attributes: { name: name, code: code, day: { column: day, timeZone: UTC } }
                relationships: { unit: { find: Unit.name, column: unit, missing: error } }
            """, as: "plan.yml")
        return folder
    }

    /// Builds a store in a folder, and returns its bytes or its issues.
    private static func build(
        in folder: TestFolder, usesIndexedKeys: Bool
    ) throws -> (bytes: Data, issues: [SeedIssue], isCutShort: Bool) {
        var options = SeedBuilder.Options()
        options.usesIndexedKeys = usesIndexedKeys
        do {
            let plan = try PlanReader.read(path: folder.path + "/plan.yml")
            let finished = try SeedBuilder(plan: plan, options: options).build()
            try finished.place()
            let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/o.sqlite"))
            return (bytes, finished.report.issues + finished.report.warnings, false)
        } catch let failure as SeedFailure {
            return (Data(), failure.issues, failure.isCutShort)
        }
    }

    /// Returns the columns of the keys that a build does not keep.
    private static func keys(in folder: TestFolder) throws -> Set<[String]> {
        let plan = try PlanReader.read(path: folder.path + "/plan.yml")
        let reference = try ReferenceStore(path: folder.path + "/r.sqlite")
        let resolver = PlanResolver(plan: plan, reference: reference)
        return try Set(
            IndexedKeys(of: plan, resolver.loads(), resolver.junctions(), in: reference).names.map(\.columns))
    }

    @Test("No row searches for these keys, and the store has them as they are compared")
    func names() throws {
        let plain = try Self.folder(items: "a,1,2024-01-01,g\n")
        #expect(try Self.keys(in: plain) == [["ZNAME"], ["ZDAY", "ZCODE"], ["ZCODE"]])
        for (extra, item) in [("rows: keep", ""), ("onError: skip", "")] {
            #expect(try Self.keys(in: Self.folder(items: "", extra: extra, item: item)).isEmpty)
        }
        let matching = try Self.folder(items: "", item: "conflict: merge")
        #expect(try Self.keys(in: matching) == [["ZCODE"]])
    }

    @Test(
        "A build without these keys gives the same store and the same issues",
        arguments: [
            ("", 0), ("x,,,g\nx,,,kg\nname 7,,,\n", 2), ("y,3,2024-03-01,g\nz,3,2024-03-01,g\n", 1),
            ("y,3,,g\nz,3,,g\n", 0), ("y,three,,g\nname 9,,,g\n", 2), ("y,4,,pound\nname 1,5,,g\n", 2),
            (String(repeating: "name 3,,,g\n", count: 30), 20),
        ])
    func sameResult(rows: String, issues: Int) throws {
        let usual = (0..<200).map { "name \($0),\($0),2024-01-\($0 % 9 + 10),g\n" }
        let folder = try Self.folder(items: usual.joined() + rows)
        let indexed = try Self.build(in: folder, usesIndexedKeys: true)
        let kept = try Self.build(in: folder, usesIndexedKeys: false)
        #expect(indexed.issues == kept.issues && indexed.isCutShort == kept.isCutShort)
        #expect(kept.issues.count == issues)
        #expect(indexed.bytes == kept.bytes && indexed.bytes.isEmpty == (issues > 0))
    }
}
