import ObjectModel

/// An entity in a diagram, with its lines, size and position.
struct DiagramBox {
    /// A line of a box.
    struct Line {
        let text: String
        /// The relationship in the line; nil for attributes.
        let relationship: String?
    }

    let name: String
    let isAbstract: Bool
    let lines: [Line]
    let width: Double
    let height: Double
    var x = 0.0
    var y = 0.0

    static let lineHeight = 18.0
    static let headHeight = 28.0
    private static let letterWidth = 7.0
    private static let longest = 36
    private static let mostLines = 14

    /// - Parameter inherited: the names of properties that a superentity has.
    init(_ entity: EntityDescription, without inherited: Set<String>) {
        name = entity.name
        isAbstract = entity.isAbstract
        let attributes = entity.attributes.filter { !$0.isTransient && !inherited.contains($0.name) }.map(
            \.name
        ).sortedInBinaryOrder()
        let typed = attributes.map { name -> Line in
            let attribute = entity.attributes.first { $0.name == name }
            let type = attribute.map { $0.type.xcodeName + ($0.isOptional ? "?" : "") } ?? ""
            return Line(text: Self.shortened("\(name): \(type)"), relationship: nil)
        }
        let relationships = entity.relationships.map(\.name)
            .filter { !inherited.contains($0) }.sortedInBinaryOrder().map { name -> Line in
                let relationship = entity.relationships.first { $0.name == name }
                let arrow = relationship?.isToMany == true ? "⇉" : "→"
                return Line(
                    text: Self.shortened("\(name) \(arrow) \(relationship?.destinationEntityName ?? "?")"),
                    relationship: name)
            }
        var lines = typed
        if lines.count > Self.mostLines {
            let more = lines.count - Self.mostLines + 1
            lines = lines.prefix(Self.mostLines - 1) + [Line(text: "… and \(more) more", relationship: nil)]
        }
        lines += relationships
        self.lines = lines
        let letters = ([Self.shortened(name)] + lines.map(\.text)).map(\.count).max() ?? 0
        width = max(130, Double(letters) * Self.letterWidth + 24)
        height = Self.headHeight + Double(lines.count) * Self.lineHeight + 8
    }

    private static func shortened(_ text: String) -> String {
        text.count > longest ? text.prefix(longest - 1) + "…" : text
    }

    /// Returns the height of a relationship's line in the diagram, or that of the head if it has no line.
    func height(of relationship: String?) -> Double {
        guard let relationship, let index = lines.firstIndex(where: { $0.relationship == relationship })
        else {
            return y + Self.headHeight / 2
        }
        return y + Self.headHeight + Double(index) * Self.lineHeight + Self.lineHeight / 2
    }
}
