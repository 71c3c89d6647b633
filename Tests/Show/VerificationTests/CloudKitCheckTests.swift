import Foundation
import ObjectModel
import SwiftDataSource
import TestSupport
import Testing

@testable import Verification

@Suite("Models that CloudKit mirrors")
struct CloudKitCheckTests {
    private func outcome(
        _ text: String, swift: Bool = false, configuration: String? = nil
    ) throws -> CheckOutcome {
        let folder = try TestFolder()
        let path = try swift ? folder.write(text, as: "Models.swift") : folder.writeModel(text)
        let file = try ModelFile.read(path: path, choice: .current)
        return CloudKitCheck.outcome(
            file.model, configuration: configuration, values: file.sourceValues,
            isSource: file.origin.kind == .swift)
    }

    private func found(_ outcome: CheckOutcome) -> [String] {
        outcome.examples.map { "\($0.code ?? "-") \($0.entity ?? "").\($0.property ?? "")" }
    }

    private static let sound = """
        <entity name="Item"><attribute name="name" optional="YES" attributeType="String"/>
        <attribute name="count" attributeType="Integer 16" defaultValueString="0"/>
        <attribute name="shown" attributeType="Undefined" optional="YES" transient="YES"/>
        <relationship name="tags" optional="YES" toMany="YES" deletionRule="Cascade"
            destinationEntity="Tag" inverseName="item" inverseEntity="Tag"/></entity>
        <entity name="Tag"><relationship name="item" optional="YES" maxCount="1"
            deletionRule="Nullify" destinationEntity="Item" inverseName="tags" inverseEntity="Item"/>
        </entity>
        """

    @Test("A model that follows all rules passes")
    func passes() throws {
        let outcome = try outcome(Self.sound)
        #expect(found(outcome) == [])
        #expect(outcome.warned == 0)
        #expect(outcome.examined > 0)
    }

    @Test(
        "Each broken rule is found, with its code",
        arguments: [
            (
                #"<attribute name="count" attributeType="Integer 16" defaultValueString="0"/>"#,
                #"<attribute name="count" attributeType="Integer 16"/>"#,
                ["requiredAttribute Item.count"]
            ),
            (
                #"<attribute name="name" optional="YES" attributeType="String"/>"#,
                #"<attribute name="name" optional="YES" attributeType="ObjectID"/>"#,
                ["undefinedType Item.name"]
            ),
            (
                #"<relationship name="tags" optional="YES""#, #"<relationship name="tags""#,
                ["requiredRelationship Item.tags"]
            ),
            (
                #"name="tags" optional="YES" toMany="YES""#,
                #"name="tags" optional="YES" toMany="YES" ordered="YES""#,
                ["orderedRelationship Item.tags"]
            ),
            (#"deletionRule="Cascade""#, #"deletionRule="Deny""#, ["denyDeleteRule Item.tags"]),
            (
                #"inverseName="item" inverseEntity="Tag"/></entity>"#,
                """
                inverseName="item" inverseEntity="Tag"/><uniquenessConstraints>
                <uniquenessConstraint><constraint value="name"/><constraint value="count"/>
                </uniquenessConstraint></uniquenessConstraints></entity>
                """, ["uniquenessConstraint Item.name, count"]
            ),
            (
                #"<entity name="Tag">"#,
                """
                <entity name="Tag"><relationship name="other" optional="YES" maxCount="1"
                deletionRule="Nullify" destinationEntity="Item"/>
                """, ["missingInverse Tag.other"]
            ),
        ])
    func broken(old: String, new: String, codes: [String]) throws {
        let text = Self.sound.replacingOccurrences(of: old, with: new)
        #expect(text != Self.sound)
        #expect(try found(outcome(text)) == codes)
    }

    @Test("A configuration is checked alone, and its relationships must stay within it")
    func configurations() throws {
        let text =
            Self.sound + """
                <entity name="Draft"><attribute name="text" attributeType="String"/></entity>
                <configuration name="Cloud"><memberEntity name="Item"/><memberEntity name="Tag"/>
                </configuration>
                <configuration name="Items"><memberEntity name="Item"/></configuration>
                <configuration name="Local"><memberEntity name="Draft"/></configuration>
                """
        #expect(try found(outcome(text, configuration: "Cloud")) == [])
        #expect(try found(outcome(text, configuration: "Local")) == ["requiredAttribute Draft.text"])
        #expect(
            try found(outcome(text, configuration: "Items"))
                == ["relationshipAcrossConfigurations Item.tags"])
        #expect(
            try found(outcome(text)) == [
                "requiredAttribute Draft.text", "relationshipAcrossConfigurations Item.tags",
            ])
    }

    @Test("Initial values and optionals of SwiftData classes are checked")
    func swiftData() throws {
        let outcome = try outcome(
            """
            import SwiftData
            enum Kind: String, Codable { case small, large }
            @Model final class Item {
                @Attribute(.unique) var code: String = ""
                var id = UUID()
                var made: Date = Date.now
                var name: String
                var kind: Kind = Kind.small
                var other: Kind
                var note: String?
                @Relationship(deleteRule: .deny, inverse: \\Tag.item) var tags: [Tag]? = []
                @Relationship(inverse: \\Tag.owner) var owned: [Tag] = []
                init() {}
            }
            @Model final class Tag {
                var item: Item?
                var owner: Item?
                init() {}
            }
            """, swift: true)
        #expect(
            found(outcome) == [
                "requiredAttribute Item.name", "requiredAttribute Item.other",
                "requiredRelationship Item.owned", "denyDeleteRule Item.tags",
                "uniquenessConstraint Item.code",
            ])
        #expect(outcome.warned == 0)
    }

    @Test("docs/reference/checks.md explains the code of each rule")
    func documented() throws {
        let page = try String(
            contentsOfFile: Corpus.packageRoot + "/docs/reference/checks.md", encoding: .utf8)
        for code in CloudKitRule.allCases.map(\.rawValue) + [
            CloudKitCheck.mirroredCode, CloudKitCheck.removedCode,
        ] {
            #expect(page.contains("  | `\(code)` |"), "\(code)")
        }
    }
}
