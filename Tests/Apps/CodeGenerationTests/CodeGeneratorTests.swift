import CodeGeneration
import Foundation
import ObjectModel
import TestSupport
import Testing

@Suite("Generated code")
struct CodeGeneratorTests {
    /// A model with names that are also keywords, types and members, and with properties of every kind.
    private static let hard = """
        <entity name="Type" representedClassName="App.Data" isAbstract="YES">
        <attribute name="class" attributeType="String" defaultValueString="a &quot;b&quot;"/>
        <attribute name="self" optional="YES" attributeType="Date"/>
        <attribute name="entity" optional="YES" attributeType="UUID"/>
        <attribute name="isDeleted" optional="YES" attributeType="Boolean"/>
        <attribute name="value" optional="YES" attributeType="Integer 16"/></entity>
        <entity name="String" representedClassName=".Date" parentEntity="Type">
        <attribute name="bytes" optional="YES" attributeType="Binary"
            allowsExternalBinaryDataStorage="YES"/>
        <attribute name="link" attributeType="URI"/>
        <attribute name="color" optional="YES" attributeType="Transformable"
            customClassName="UIColor" valueTransformerName="ColorTransformer"/>
        <attribute name="anything" optional="YES" transient="YES" attributeType="Undefined"/>
        <attribute name="price" optional="YES" attributeType="Decimal" defaultValueString="1.5"/>
        <attribute name="ratio" attributeType="Float" usesScalarValueType="NO"
            defaultValueString="0.5"/>
        <attribute name="init" attributeType="Double" elementID="start" versionHashModifier="2"/>
        <relationship name="in" optional="YES" maxCount="1" destinationEntity="Set"
            inverseName="for" inverseEntity="Set"/>
        <uniquenessConstraints><uniquenessConstraint>
        <constraint value="link"/></uniquenessConstraint>
        <uniquenessConstraint><constraint value="price"/>
        <constraint value="ratio"/></uniquenessConstraint>
        </uniquenessConstraints>
        <fetchIndex name="byPrice">
        <fetchIndexElement property="price" type="Binary" order="ascending"/>
        <fetchIndexElement property="ratio" type="Binary" order="ascending"/></fetchIndex></entity>
        <entity name="Set" representedClassName="ManagedObject" codeGenerationType="category">
        <relationship name="for" optional="YES" toMany="YES" minCount="1" maxCount="9" ordered="YES"
            deletionRule="Cascade" destinationEntity="String" inverseName="in"
            inverseEntity="String"/>
        <relationship name="others" optional="YES" toMany="YES" destinationEntity="Set"
            inverseName="others" inverseEntity="Set"/>
        <fetchedProperty name="cheap">
        <fetchRequest name="x" entity="String"
            predicateString="price &lt; 2"/></fetchedProperty></entity>
        <entity name="Optional"/>
        """

    private func files(
        _ flavor: CodeGenerator.Flavor, style: CodeGenerator.Style = .asModel,
        model: String = hard
    ) throws -> [GeneratedFile] { try generator(flavor, style: style, model: model).files() }

    private func generator(
        _ flavor: CodeGenerator.Flavor, style: CodeGenerator.Style = .asModel,
        model: String = hard
    ) throws -> CodeGenerator {
        let folder = try TestFolder()
        let file = try ModelFile.read(path: folder.writeModel(model))
        return try CodeGenerator(
            model: file.model, name: "Model", flavor: flavor, style: style,
            traits: file.codeGenerationTraits())
    }

    private func text(_ name: String, _ files: [GeneratedFile]) throws -> String {
        try #require(files.first { $0.name == name }, "\(files.map(\.name))").text
    }

    /// Compiles files, and returns the compiler's messages.
    private func compiled(_ files: [GeneratedFile], _ arguments: [String]) throws -> String {
        try compiled(files.map { ($0.name, $0.text) }, arguments)
    }

    private func compiled(
        _ files: [(name: String, text: String)], _ arguments: [String]
    ) throws -> String {
        let folder = try TestFolder()
        for file in files { try folder.write(file.text, as: file.name) }
        // Compiles all files at once. Otherwise the compiler starts hundreds of times.
        let result = try run(
            "swiftc",
            arguments + ["-wmo", "-swift-version", "6", "-warnings-as-errors"] + files.map(\.name),
            in: folder.path)
        return result.status == 0 ? "" : result.output + result.errors
    }

    /// The compiler's arguments for the modules that this test was built with.
    static let typecheck: [String] = {
        let maps = ["CSQLite", "CSpawn", "CZlib", "CLibMD", "CExpat"].flatMap {
            ["-Xcc", "-fmodule-map-file=\(Corpus.packageRoot)/Sources/System/\($0)/module.modulemap"]
        }
        return ["-typecheck", "-parse-as-library", "-I", Built.folder + "/Modules"] + maps
    }()

    @Test("Code compiles for the object layer, whatever the names in the model")
    func objectLayerCompiles() throws {
        for style in [CodeGenerator.Style.asModel, .scalars, .objects] {
            #expect(try compiled(files(.objectLayer, style: style), Self.typecheck) == "")
        }
    }

    @Test(
        "Code of real models compiles for the object layer",
        .enabled(if: Corpus.isPresent, Corpus.absence),
        arguments: ["cartkit", "moody-5", "cocktails-swiftdata", "wire-2-101", "photos-13"])
    func corpusCompiles(name: String) throws {
        let file = try ModelFile.read(path: Corpus.entry(name).store)
        let generator = try CodeGenerator(
            model: file.model, name: name, flavor: .objectLayer)
        #expect(try compiled(generator.files(), Self.typecheck) == "")
    }

    @Test(
        "Code for Core Data and SwiftData, which Linux lacks, parses",
        arguments: [CodeGenerator.Flavor.coreData, .swiftData])
    func otherFlavorsAreSwift(flavor: CodeGenerator.Flavor) throws {
        let complaints = try compiled(files(flavor), ["-parse"])
        #expect(complaints == "")
    }

    @Test("Numbers are scalars or objects as in the model, or as requested")
    func styles() throws {
        let own = try text("Date.swift", files(.objectLayer))
        #expect(own.contains("var ratio: Float {"), "not optional in the model")
        #expect(own.contains("requiredValue(forKey: \"ratio\""))
        let base = try text("Data.swift", files(.objectLayer))
        #expect(base.contains("public var value: Int16 {"))
        let objects = try text("Data.swift", files(.objectLayer, style: .objects))
        #expect(objects.contains("public var value: Int16? {"))
        let numbers = try text("Date+CoreDataProperties.swift", files(.coreData))
        #expect(numbers.contains("@NSManaged public var ratio: NSNumber?"))
        #expect(numbers.contains("@NSManaged public var `init`: Double"))
    }

    @Test("Core Data: the class, its properties, and the accessors of to-many relationships")
    func coreData() throws {
        let files = try files(.coreData)
        #expect(
            try text("Date+CoreDataClass.swift", files).hasSuffix(
                "@objc(Date)\npublic class Date: Data {}\n"))
        #expect(!files.contains { $0.name == "ManagedObject+CoreDataClass.swift" }, "a category")
        let properties = try text("ManagedObject+CoreDataProperties.swift", files)
        for line in [
            "@nonobjc public class func fetchRequest() -> NSFetchRequest<ManagedObject> {",
            "NSFetchRequest<ManagedObject>(entityName: \"Set\")",
            "@NSManaged public var `for`: NSOrderedSet?",
            "@NSManaged public var others: NSSet?",
            "@NSManaged public var cheap: [Date]?",
            "@objc(insertObject:inForAtIndex:)",
            "@NSManaged public func insertIntoFor(_ value: Date, at idx: Int)",
            "@objc(replaceForAtIndexes:withFor:)",
            "@objc(addOthersObject:)",
            "@NSManaged public func removeFromOthers(_ values: NSSet)",
            "extension ManagedObject: Identifiable {}",
        ] { #expect(properties.contains(line), "\(line)\n\(properties)") }
        let own = try text("Date+CoreDataProperties.swift", files)
        for line in [
            "@NSManaged public var color: UIColor?",
            "@NSManaged public var price: NSDecimalNumber?",
            "@NSManaged public var link: URL?", "@NSManaged public var `in`: ManagedObject?",
        ] { #expect(own.contains(line), "\(line)\n\(own)") }
        #expect(!own.contains("Identifiable"), "its superclass is")
        #expect(
            try generator(.coreData).notes() == [.generatedByXcode(entities: ["Set"])])
    }

    @Test("SwiftData: attributes, relationships, constraints and indexes")
    func swiftData() throws {
        let files = try files(.swiftData)
        let own = try text("String.swift", files)
        for line in [
            "public final class String: `Type` {",
            "#Unique<String>([\\.price, \\.ratio])", "#Index<String>([\\.price, \\.ratio])",
            "@Attribute(.unique)\n    public var link: URL",
            "@Attribute(.externalStorage)\n    public var bytes: Data? = nil",
            "@Attribute(.transformable(by: \"ColorTransformer\"))",
            """
            @Attribute(originalName: "start", hashModifier: "2")
                public var initValue: Double
            """,
            "@Transient\n    public var anything: Data? = nil",
            "public var price: Decimal? = Decimal(string: \"1.5\") ?? 0",
            "public var `in`: Set? = nil",
            "super.init(",
        ] { #expect(own.contains(line), "\(line)\n\(own)") }
        let base = try text("Type.swift", files)
        #expect(base.contains("public class `Type` {"))
        #expect(base.contains("public var `class`: Swift.String = \"a \\\"b\\\"\""))
        let set = try text("Set.swift", files)
        #expect(
            set.contains(
                "@Relationship(deleteRule: .cascade, minimumModelCount: 1, maximumModelCount: 9, "
                    + "inverse: \\String.`in`)\n    public var `for`: [String] = []"), "\(set)")
        #expect(
            try generator(.swiftData).notes().contains(
                .unordered(entity: "Set", relationship: "for")))
    }

    @Test("Two entities of one class are refused")
    func sharedClass() {
        let model = """
            <entity name="A" representedClassName="X"/>
            <entity name="B" representedClassName="App.X"/>
            """
        #expect(throws: CodeGenerationError.sharedClass(name: "X", entities: ["A", "B"])) {
            try generator(.coreData, model: model)
        }
    }

    @Test("An entity with its superentity's class shares that class, in every flavour")
    func inheritedClass() throws {
        let model = """
            <entity name="Thing" representedClassName="Item" isAbstract="YES">
            <attribute name="name" attributeType="String"/></entity>
            <entity name="Tool" parentEntity="Thing" representedClassName="App.Item">
            <attribute name="weight" optional="YES" attributeType="Double"/>
            <relationship name="box" optional="YES" maxCount="1" destinationEntity="Box"
                inverseName="tools" inverseEntity="Box"/></entity>
            <entity name="Box" representedClassName="Box">
            <relationship name="tools" optional="YES" toMany="YES" destinationEntity="Tool"
                inverseName="box" inverseEntity="Tool"/></entity>
            """
        let files = try files(.objectLayer, model: model)
        #expect(files.map(\.name) == ["Box.swift", "Item.swift", "SeedStore.swift"])
        let item = files[1].text
        #expect(item.contains("/// An object of the abstract entity Thing or the entity Tool."))
        // New objects cannot be of the abstract entity, and all objects are tools.
        #expect(item.contains("class var entityName: String { \"Tool\" }"))
        for member in ["var name: String", "var weight: Double", "var box: Box?"] {
            #expect(item.components(separatedBy: member).count == 2, "\(item)")
        }
        #expect(files[0].text.contains("public var tools: [Item]"))
        #expect(files[2].text.contains("\"Thing\": Item.self,\n        \"Tool\": Item.self,"))
        #expect(try compiled(files.map { ($0.name, $0.text) }, Self.typecheck) == "")
        let coreData = try self.files(.coreData, model: model)
        #expect(
            coreData.map(\.name) == [
                "Box+CoreDataClass.swift", "Box+CoreDataProperties.swift",
                "Item+CoreDataClass.swift", "Item+CoreDataProperties.swift", "SeedStore.swift",
            ])
        #expect(coreData[2].text.contains("public class Item: NSManagedObject {}"))
        #expect(coreData[3].text.contains("NSFetchRequest<Item>(entityName: \"Tool\")"))
        #expect(coreData[3].text.contains("var name: String?\n    @NSManaged public var weight"))
        #expect(try self.files(.swiftData, model: model).count == 4)
    }

    @Test(
        "A request names the topmost entity of a class, unless only a subentity is concrete",
        arguments: [
            (true, #"<entity name="B" parentEntity="A" representedClassName="X"/>"#, "B"),
            (false, #"<entity name="B" parentEntity="A" representedClassName="X"/>"#, "A"),
            (
                true,
                """
                <entity name="B" parentEntity="A" representedClassName="X"/>
                <entity name="C" parentEntity="A" representedClassName="X"/>
                """, "A"
            ),
            (
                true,
                """
                <entity name="B" parentEntity="A" representedClassName="X"/>
                <entity name="C" parentEntity="B" representedClassName="Y"/>
                """, "A"
            ),
        ])
    func requestedEntity(isAbstract: Bool, rest: String, expected: String) throws {
        let top = """
            <entity name="A" representedClassName="X" isAbstract="\(isAbstract ? "YES" : "NO")"/>
            """
        let files = try files(.objectLayer, model: top + rest)
        let file = try #require(files.first { $0.name == "X.swift" })
        #expect(file.text.contains("class var entityName: String { \"\(expected)\" }"))
    }

    @Test("Texts of a model become escaped literals")
    func hostile() throws {
        let entity = EntityDescription(
            name: "A {}\nimport Evil //", managedObjectClassName: "",
            ownProperties: [
                .attribute(
                    AttributeDescription(
                        PropertyTraits(name: "x\"; evil(); \\(y)\u{2028}"), type: .string,
                        defaultValue: .string("\"\\(evil())\n\u{202E}")))
            ])
        let model = try ManagedObjectModel(entities: [entity])
        for flavor in CodeGenerator.Flavor.allCases {
            let files = try CodeGenerator(model: model, name: "M\nimport Evil", flavor: flavor)
                .files()
            for file in files {
                #expect(!file.text.contains("\nimport Evil"), "\(file.text)")
                #expect(!file.name.contains("/") && !file.name.contains(" "))
            }
            let arguments = flavor == .objectLayer ? Self.typecheck : ["-parse"]
            #expect(try compiled(files, arguments) == "")
        }
    }

    @Test(
        "Every real model gives the same code each time, in every flavour",
        .enabled(if: Corpus.isPresent, Corpus.absence), arguments: Corpus.realEnds)
    func corpus(_ entry: Corpus.Entry) throws {
        guard try entry.facts().model_cache else { return }
        let model = try ModelFile.read(path: entry.store).model
        var others: [(name: String, text: String)] = []
        for flavor in CodeGenerator.Flavor.allCases {
            let generator = try CodeGenerator(model: model, name: entry.name, flavor: flavor)
            let files = generator.files()
            #expect(files == generator.files())
            #expect(Set(files.map(\.name)).count == files.count)
            #expect(files.allSatisfy { $0.text.hasPrefix(GeneratedFile.marker) })
            guard flavor != .objectLayer else { continue }
            others += files.map { ("\(flavor)\($0.name)", $0.text) }
        }
        #expect(try compiled(others, ["-parse"]) == "")
    }
}
