import Foundation
import TestSupport
import Testing

/// A small seed project: a reference, two inputs and a valid plan.
package final class Shop {
    package let folder: TestFolder
    package var path: String { folder.path }
    package var output: String { path + "/out.sqlite" }

    package static let model = """
        <entity name="Item"><attribute name="name" attributeType="String"/>
        <attribute name="quantity" optional="YES" attributeType="Integer 16"
            defaultValueString="1"/>
        <attribute name="stock" optional="YES" attributeType="Integer 32"/>
        <attribute name="views" optional="YES" attributeType="Integer 64"/>
        <attribute name="price" optional="YES" attributeType="Decimal"/>
        <attribute name="weight" optional="YES" attributeType="Double"/>
        <attribute name="ratio" optional="YES" attributeType="Float"/>
        <attribute name="sold" optional="YES" attributeType="Boolean"/>
        <attribute name="added" optional="YES" attributeType="Date"/>
        <attribute name="code" optional="YES" attributeType="UUID"/>
        <relationship name="unit" optional="YES" maxCount="1" destinationEntity="Unit"
            inverseName="items" inverseEntity="Unit"/>
        <relationship name="place" optional="YES" maxCount="1" destinationEntity="Place"
            inverseName="items" inverseEntity="Place"/>
        <relationship name="label" optional="YES" maxCount="1" destinationEntity="Label"
            inverseName="item" inverseEntity="Label"/></entity>
        <entity name="Label"><attribute name="text" optional="YES" attributeType="String"/>
        <relationship name="item" optional="YES" maxCount="1" destinationEntity="Item"
            inverseName="label" inverseEntity="Item"/></entity>
        <entity name="Place" isAbstract="YES"><attribute name="name" optional="YES"
            attributeType="String"/>
        <relationship name="items" optional="YES" toMany="YES" destinationEntity="Item"
            inverseName="place" inverseEntity="Item"/></entity>
        <entity name="Room" parentEntity="Place"/>
        <entity name="Shelf" parentEntity="Place"/>
        <entity name="Unit"><attribute name="name" attributeType="String"/>
        <attribute name="symbol" optional="YES" attributeType="String"/>
        <relationship name="items" optional="YES" toMany="YES" destinationEntity="Item"
            inverseName="unit" inverseEntity="Item"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="name"/>
        </uniquenessConstraint></uniquenessConstraints></entity>
        """

    package static let items = """
        id,name,qty,stock,views,price,weight,ratio,sold,added,code,unit,room
        1,Apples,3,10,1000,3.90,1.5,0.5,yes,2024-03-09,00112233-4455-6677-8899-AABBCCDDEEFF,kg,Cellar
        2,"Bread, rye",1,5,,4.50,0.75,,no,2024-03-10T08:00:00+02:00,,piece,
        3,Crème fraîche,2,,,,,,,,,kg,Fridge

        """

    package static let labels = """
        text,item
        red,2
        green,1
        none,

        """

    package static let plan = """
        reference: reference.sqlite
        output: out.sqlite
        timeZone: UTC
        sources:
          items: { csv: items.csv }
          labels: { csv: labels.csv }
        entities:
          Label:
            from: labels
            attributes: { text: text }
            relationships:
              item: { keyOf: Item, column: item }
          Item:
            from: items
            key: id
            attributes:
              name: name
              quantity: { column: qty, default: 1 }
              stock: stock
              views: views
              price: price
              weight: weight
              ratio: ratio
              sold: sold
              added: added
              code: code
            relationships:
              unit: { find: Unit.name, column: unit }
              place: { find: Room.name, column: room }

        """

    /// The files of a project, made once for all tests.
    private static let ownFiles = Result {
        let folder = try TestFolder()
        try TestStore.create(at: folder.path + "/reference.sqlite", model: model)
        try folder.write(items, as: "items.csv")
        try folder.write(labels, as: "labels.csv")
        try folder.write(plan, as: "plan.yml")
        return try folder.files()
    }

    /// The files of a project with its output, for tests that only read it.
    private static let builtFiles = Result {
        let shop = try Shop()
        try shop.build().expectSuccess()
        return try shop.folder.files()
    }

    package init() throws { folder = try TestFolder(Self.ownFiles.get()) }

    private init(_ files: [String: Data]) throws { folder = try TestFolder(files) }

    /// Creates a project that has been built.
    package static func built() throws -> Shop { try Shop(builtFiles.get()) }

    /// Creates a project with an old output, and enough rows for a long build.
    package static func large() throws -> Shop {
        let shop = try Shop()
        var text = "id,name,qty,stock,views,price,weight,ratio,sold,added,code,unit,room\n"
        for row in 1...12_000 {
            text +=
                """
                \(row),Item number \(row),3,\(row),,1.50,0.5,,yes,2024-03-09,,kg\(row % 50),Room \
                \(row % 9)

                """
        }
        try shop.folder.write(text, as: "items.csv")
        try shop.folder.write("the old output", as: "out.sqlite")
        return shop
    }

    /// Waits until a running build has created its private file.
    package func waitForPrivateFile(of process: Process) throws {
        while process.isRunning {
            if try files(in: path).contains(where: { $0.hasPrefix(".out.sqlite.zseed-") }) { return }
            usleep(500)
        }
    }

    /// Replaces a piece of text in a file. Throws if the file does not contain it.
    package func edit(_ file: String, _ old: String, _ new: String) throws {
        let full = path + "/" + file
        let text = String(decoding: try bytes(of: full), as: UTF8.self)
        guard let range = text.range(of: old) else { throw MissingText(file: file, text: old) }
        try folder.write(text.replacingCharacters(in: range, with: new), as: file)
    }

    package struct MissingText: Error {
        let file: String
        let text: String
    }

    /// Builds the plan.
    package func build(_ environment: [String: String] = [:]) throws -> ProcessResult {
        try Zseed.run("build", "plan.yml", in: path, environment: environment)
    }
}
