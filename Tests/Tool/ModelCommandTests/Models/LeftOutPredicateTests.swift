import CommandSupport
import Foundation
import TestSupport
import Testing

@Suite("Predicates of a model that zseed cannot parse")
struct LeftOutPredicateTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
        let deep = String(repeating: "(", count: 300) + "name == 'a'" + String(repeating: ")", count: 300)
        try folder.write(
            """
            <model type="com.apple.IDECoreDataModeler.DataModel">
            <fetchRequest name="Deep" entity="Item" predicateString="\(deep)"/>
            <fetchRequest name="Good" entity="Item" predicateString="name == 'a'"/>
            <entity name="Item" representedClassName="Item">
            <attribute name="name" optional="YES" attributeType="String"/>
            <fetchedProperty name="alike"><fetchRequest name="alike" entity="Item" predicateString="name =="/>
            </fetchedProperty>
            </entity></model>
            """, as: "M.xcdatamodel/contents")
        #expect(try run(["create", "M.xcdatamodel", "-o", "S.sqlite"]).status == 0)
    }

    private func run(_ arguments: [String]) throws -> ProcessResult {
        try TestSupport.run(Zseed.path, arguments, in: folder.path)
    }

    @Test(
        "Every command that reads the model reports them",
        arguments: [
            ["create", "M.xcdatamodel", "-o", "T.sqlite"], ["hash", "M.xcdatamodel"],
            ["inspect", "M.xcdatamodel"], ["schema", "--model", "M.xcdatamodel"],
            ["compare", "S.sqlite", "M.xcdatamodel"],
            ["verify", "S.sqlite", "--model", "M.xcdatamodel"], ["codegen", "M.xcdatamodel", "-o", "code"],
            ["query", "S.sqlite", "Item", "--model", "M.xcdatamodel"],
            ["export", "S.sqlite", "--model", "M.xcdatamodel", "-o", "rows"],
        ])
    func told(command: [String]) throws {
        let result = try run(command)
        #expect(result.status == 0)
        let lines = result.errors.split(separator: "\n").map(String.init)
        let contents = "M.xcdatamodel/contents: warning: a predicate of "
        #expect(
            lines.filter { $0.hasPrefix(contents + "Deep is left out: Deep: cannot read '((") }.count == 1,
            "\(lines)")
        #expect(
            lines.filter { $0.hasPrefix(contents + "alike is left out: alike: cannot read 'name =='") }
                .count == 1, "\(lines)")
        #expect(!result.errors.contains("Good"))
    }
}
