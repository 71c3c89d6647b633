import CommandSupport
import Foundation
import TestSupport
import Testing

@Suite("zseed compare")
struct CompareTests {
    private static let old = """
        <entity name="Item" representedClassName="Item"><attribute name="name"
        attributeType="String"/><attribute name="quantity" optional="YES" attributeType="Float"/>
        <attribute name="scratch" optional="YES" transient="YES" attributeType="String"/></entity>
        <entity name="Photo"><attribute name="data" optional="YES" attributeType="Binary"/></entity>
        """
    private static let new = """
        <entity name="Item" representedClassName="Item">
        <attribute name="name" attributeType="String"
        defaultValueString="New"/><attribute name="quantity" optional="YES" attributeType="Double"/>
        </entity><entity name="Unit"><attribute name="name" optional="YES" attributeType="String"/>
        </entity>
        """

    @Test("The verdict is followed by its reasons and then by harmless differences")
    func differences() throws {
        let folder = try TestFolder()
        try folder.writeModel(Self.old, as: "Old.xcdatamodel")
        try folder.writeModel(Self.new, as: "New.xcdatamodel")
        let result = try Zseed.run("compare", "Old.xcdatamodel", "New.xcdatamodel", in: folder.path)
        #expect(
            result.output == """
                will not open: the version hashes of Item differ; New.xcdatamodel lacks Photo; \
                Old.xcdatamodel lacks Unit

                Because:
                  Item.quantity: Float in Old.xcdatamodel, Double in New.xcdatamodel
                  entity Photo is missing from New.xcdatamodel
                  entity Unit is missing from Old.xcdatamodel

                Other differences, which do not prevent opening:
                  Item.name: default value none in Old.xcdatamodel, "New" in New.xcdatamodel
                  attribute Item.scratch is missing from New.xcdatamodel

                """)
        #expect(result.errors == "")
        #expect(result.status == 1)
    }

    @Test("A store and a model are named as such, in either order")
    func names() throws {
        let folder = try TestFolder()
        try folder.writeModel(Self.new, as: "New.xcdatamodel")
        try TestStore.create(at: folder.path + "/old.sqlite", model: Self.old)
        let one = try Zseed.run("compare", "old.sqlite", "New.xcdatamodel", in: folder.path)
        #expect(one.lines.contains("  Item.quantity: Float in the store, Double in the model"))
        let other = try Zseed.run("compare", "New.xcdatamodel", "old.sqlite", in: folder.path)
        #expect(other.lines.contains("  Item.quantity: Double in the model, Float in the store"))
        #expect([one.status, other.status] == [1, 1])
    }

    @Test("Two models or two stores are named by the part in which their paths differ")
    func paths() throws {
        let folder = try TestFolder()
        try folder.writeModel(Self.old, as: "1.0/App.xcdatamodel")
        try folder.writeModel(Self.new, as: "2.0/App.xcdatamodel")
        let result = try Zseed.run(
            "compare", "1.0/App.xcdatamodel", folder.path + "/2.0/App.xcdatamodel", in: folder.path)
        #expect(
            result.lines.contains(
                "  Item.quantity: Float in 1.0/App.xcdatamodel, Double in 2.0/App.xcdatamodel"))
    }

    @Test(
        "Every real file equals itself",
        .enabled(if: Corpus.isPresent, Corpus.absence), arguments: ModelSource.all)
    func itself(source: ModelSource) throws {
        let result = try Zseed.run(["compare", source.path, source.path])
        #expect(result.lines.count == 1)
        #expect(result.output.hasPrefix("will open: the version hash"))
        #expect(result.errors == "")
        #expect(result.status == 0)
    }

    @Test(
        "Every real store opens with its own model",
        .enabled(if: Corpus.isPresent, Corpus.absence), arguments: ModelSource.pairs)
    func pairs(source: ModelSource) throws {
        let result = try Zseed.run(["compare", source.entry.store, source.path])
        #expect(result.output.hasPrefix("will open: "))
        #expect(!result.lines.contains("Because:"))
        #expect(result.status == 0)
        let warning =
            "\(source.entry.store): warning: the store contains no model: only the version hashes in its "
            + "metadata are compared\n"
        #expect(result.errors == (try source.entry.facts().model_cache ? "" : warning))
    }

    @Test(
        "A later model is compared with a store of an older one",
        .enabled(if: Corpus.isPresent, Corpus.absence),
        arguments: ModelSource.all.filter { $0.entry.name == "cartkit" && $0.kind != .store })
    func later(source: ModelSource) throws {
        let result = try Zseed.run(["compare", source.entry.store, source.path])
        #expect(
            result.output == """
                will not open: the version hashes of CDCart, CDCartItem, CDCartItemModifier differ

                Because:
                  attribute CDCart.promotionKindsJSON is missing from the store
                  attribute CDCart.sessionId is missing from the store
                  CDCartItem.modifiers: inverse none in the store, item in the model
                  CDCartItemModifier.item: inverse none in the store, modifiers in the model

                """)
        #expect(result.status == 1)
    }

    @Test(
        "A store without a model cache still has a verdict",
        .enabled(if: Corpus.isPresent, Corpus.absence), arguments: ModelSource.storesWithoutModel)
    func withoutModel(entry: Corpus.Entry) throws {
        let folder = try TestFolder()
        try folder.writeModel(Self.old, as: "Old.xcdatamodel")
        let result = try Zseed.run("compare", entry.store, "Old.xcdatamodel", in: folder.path)
        #expect(result.lines.count == 1)
        #expect(result.output.hasPrefix("will not open: the model lacks "))
        #expect(result.output.hasSuffix("; the store lacks Item, Photo\n"))
        #expect(result.status == 1)
    }

    /// Creates a Core Data model of two entities, and an app with slightly different classes.
    private func folderWithApp() throws -> TestFolder {
        let folder = try TestFolder()
        try folder.writeModel(
            """
            <entity name="Item" representedClassName="Item"><attribute name="name" attributeType="String"/>
            <attribute name="quantity" optional="YES" attributeType="Float"/>
            <attribute name="photo" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
            <relationship name="unit" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Unit"
            inverseName="items" inverseEntity="Unit"/>
            <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint>
            </uniquenessConstraints></entity>
            <entity name="Unit" representedClassName="Unit"><attribute name="name" optional="YES"
            attributeType="String"/><relationship name="items" optional="YES" toMany="YES" ordered="YES"
            deletionRule="Nullify" destinationEntity="Item" inverseName="unit" inverseEntity="Item"/></entity>
            <entity name="Photo" representedClassName="Photo"><attribute name="data" optional="YES"
            attributeType="Binary"/></entity>
            """, as: "Model.xcdatamodel")
        try folder.write(
            """
            import SwiftData
            @Model final class Item {
                var name: String
                var quantity: Double?
                var extra: Int = 0
                var photo: Data?
                var unit: Unit?
            }
            @Model final class Unit { var name: String?; @Relationship(inverse: \\Item.unit) var items: [Item]? }
            @Model final class Old { var x: Int = 0 }
            """, as: "App/Models.swift")
        return folder
    }

    @Test("For Swift source, declarations that make it equal are printed, or that there are none")
    func declarations() throws {
        let folder = try folderWithApp()
        for sides in [["Model.xcdatamodel", "App"], ["App", "Model.xcdatamodel"]] {
            let result = try Zseed.run(["compare"] + sides, in: folder.path)
            let told = result.output.range(of: "\nWith these declarations").map {
                String(result.output[$0.lowerBound...])
            }
            #expect(
                told == """

                    With these declarations, the entities are equal to those of Model.xcdatamodel:
                      entity Item, uniqueness constraints:
                          @Attribute(.unique)
                          var name: String
                      Item.extra: leave it out, or mark it @Transient
                      Item.photo:
                          @Attribute(.externalStorage)
                          var photo: Data?
                      Item.quantity:
                          var quantity: Float?
                      entity Old: leave it out of the app's models
                      entity Photo:
                          @Model
                          final class Photo {
                              var data: Data?

                              init() {
                              }
                          }

                    No SwiftData declaration can make these equal:
                      Unit.items: not ordered in SwiftData, ordered in Model.xcdatamodel

                    """, "\(result.output)")
            #expect(result.status == 1)
        }
    }

    @Test("An app with the printed declarations opens the store")
    func followed() throws {
        let folder = try folderWithApp()
        let path = folder.path + "/Model.xcdatamodel/contents"
        let xml = try String(contentsOfFile: path, encoding: .utf8).replacing("ordered=\"YES\"", with: "")
        try folder.write(xml, as: "Model.xcdatamodel/contents")
        try folder.write(
            """
            import SwiftData
            @Model final class Item {
                @Attribute(.unique)
                var name: String
                var quantity: Float?
                @Transient var extra: Int = 0
                @Attribute(.externalStorage)
                var photo: Data?
                var unit: Unit?
            }
            @Model final class Unit { var name: String?; @Relationship(inverse: \\Item.unit) var items: [Item]? }
            @Model
            final class Photo {
                var data: Data?
                init() {}
            }
            """, as: "App/Models.swift")
        let result = try Zseed.run("compare", "Model.xcdatamodel", "App", in: folder.path)
        #expect(result.lines.first == "will open: the version hashes of all 3 entities are equal")
        #expect(!result.output.contains("With these declarations"))
        #expect(result.status == 0)
    }
}
