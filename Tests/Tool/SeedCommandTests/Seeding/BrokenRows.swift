import Foundation
import TestSupport
import Testing

/// A generated file of products in which one row of a hundred is invalid, in each of the possible ways in turn.
struct BrokenRows {
    /// One way in which a row can be invalid.
    struct Kind: Sendable, CustomTestStringConvertible {
        let id: String
        /// The cells that differ from those of a valid row, by column.
        var cells: [String: String] = [:]
        /// Changes the text of the row.
        var edit: @Sendable (Data) -> Data = { $0 }
        /// The column with the issue; nil for the whole row.
        var column: String?
        /// The distance of the issue from the beginning of that cell.
        var offset = 0
        /// The message; `ENTITY` is replaced by the entity that the row has chosen.
        let message: String
        /// Whether the cells of the row can be read.
        var isReadable = true

        var testDescription: String { id }
    }

    static let columns = [
        "kind", "name", "qty", "price", "weight", "sold", "added", "code", "sku", "link", "seal",
        "photo", "calories", "size", "unit", "maker", "label",
    ]

    /// A row of the file.
    struct Row {
        let cells: [String]
        let kind: Kind?
        let line: Int
        /// The position of the issue, in characters.
        let column: Int?
        var entity: String { cells[0] == "food" ? "Food" : "Tool" }
        func message(_ kind: Kind) -> String { kind.message.replacing("ENTITY", with: entity) }
    }

    private(set) var text = Data()
    private(set) var rows: [Row] = []

    var good: [Row] { rows.filter { $0.kind == nil } }
    var broken: [Row] { rows.filter { $0.kind != nil } }

    init(rows count: Int, each distance: Int, kinds: [Kind]) {
        text = Data((Self.columns.joined(separator: ",") + "\n").utf8)
        var random = SeededGenerator(seed: 20)
        var line = 2
        for number in 0..<count {
            let isBroken = number % distance == distance / 3
            let kind = isBroken ? kinds[number / distance % kinds.count] : nil
            var cells = Self.goodCells(number, &random)
            for (index, column) in Self.columns.enumerated() {
                if let cell = kind?.cells[column] { cells[index] = cell }
            }
            // An object that only invalid rows refer to must not be created.
            if isBroken, kind?.cells["maker"] == nil { cells[15] = "broken maker \(number)" }
            let plain = Data(cells.joined(separator: ",").utf8)
            var place: Int?
            if let column = kind?.column, let index = Self.columns.firstIndex(of: column) {
                place = cells[..<index].reduce(1) { $0 + $1.count + 1 } + (kind?.offset ?? 0)
            }
            rows.append(Row(cells: cells, kind: kind, line: line, column: place))
            text += kind.map { $0.edit(plain) } ?? plain
            text.append(0x0A)
            line += 1 + cells.joined().filter { $0 == "\n" }.count
        }
    }

    private static func goodCells(_ number: Int, _ random: inout SeededGenerator) -> [String] {
        let isFood = Bool.random(using: &random)
        // Some cells have two lines, or multibyte characters before the issue.
        let note = number % 50 == 0 ? "\"long\nname\"" : number % 3 == 0 ? "größe 🌱" : ""
        return [
            isFood ? "food" : "tool", "p\(number)",
            String(Int.random(in: 0...1000, using: &random)), "\(number % 90).25", "0.5",
            number % 2 == 0 ? "yes" : "no", "2024-03-0\(1 + number % 9)", "",
            "ABC-\(number)", "https://example.com/\(number)", "AAEC", "",
            isFood ? String(number) : "", note, ["kg", "piece"][number % 2], "maker \(number % 7)",
            // Only one product can have the label.
            number == 1 ? "red" : "",
        ]
    }

    static let model = """
        <entity name="Food" parentEntity="Product">
        <attribute name="calories" optional="YES" attributeType="Integer 32"/></entity>
        <entity name="Label"><attribute name="text" optional="YES" attributeType="String"/>
        <relationship name="product" optional="YES" maxCount="1" destinationEntity="Product"
            inverseName="label" inverseEntity="Product"/></entity>
        <entity name="Maker"><attribute name="name" optional="YES" attributeType="String"/></entity>
        <entity name="Product" isAbstract="YES">
        <attribute name="name" attributeType="String" minValueString="2" maxValueString="20"/>
        <attribute name="quantity" optional="YES" attributeType="Integer 16" maxValueString="1000"/>
        <attribute name="price" optional="YES" attributeType="Decimal"/>
        <attribute name="weight" optional="YES" attributeType="Double"/>
        <attribute name="sold" optional="YES" attributeType="Boolean"/>
        <attribute name="added" optional="YES" attributeType="Date"/>
        <attribute name="code" optional="YES" attributeType="UUID"/>
        <attribute name="sku" optional="YES" attributeType="String"
            regularExpressionString="[A-Z]{3}-[0-9]+"/>
        <attribute name="link" optional="YES" attributeType="URI"/>
        <attribute name="seal" optional="YES" attributeType="Binary"/>
        <attribute name="photo" optional="YES" attributeType="Binary"/>
        <attribute name="size" optional="YES" attributeType="String"/>
        <relationship name="unit" optional="YES" maxCount="1" destinationEntity="Unit"/>
        <relationship name="maker" optional="YES" maxCount="1" destinationEntity="Maker"/>
        <relationship name="label" optional="YES" maxCount="1" destinationEntity="Label"
            inverseName="product" inverseEntity="Label"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="name"/>
        </uniquenessConstraint></uniquenessConstraints></entity>
        <entity name="Tool" parentEntity="Product"/>
        <entity name="Unit"><attribute name="name" attributeType="String"/></entity>
        """

    static let plan = """
        reference: Model.xcdatamodel
        output: out.sqlite
        timeZone: UTC
        onError: skip
        sources:
          units: { csv: units.csv }
          labels: { csv: labels.csv }
          products: { csv: products.csv }
        entities:
          Unit: { from: units, attributes: { name: name } }
          Label: { from: labels, attributes: { text: text } }
          Product:
            from: products
            discriminator: { column: kind, entities: { food: Food, tool: Tool } }
            attributes:
              name: name
              quantity: qty
              price: price
              weight: weight
              sold: sold
              added: added
              code: code
              sku: sku
              link: link
              seal: { column: seal, binary: base64 }
              photo: { column: photo, binary: file, folder: photos }
              calories: calories
              size: size
            relationships:
              unit: { find: Unit.name, column: unit, missing: error }
              maker: { find: Maker.name, column: maker }
              label: { find: Label.text, column: label, missing: error }

        """
}
