import Files
import Yams

/// What the aliases (`*name`) of a plan stand for, counted before they are put in their places: a
/// few lines of aliases of aliases stand for more than any memory holds.
struct PlanAliases {
    /// Aliases that stand for more than any plan needs.
    struct Excess: Error {
        let limit: Int
        let mark: Mark?
    }

    /// The most values that all aliases together may stand for.
    static let mostValues = Limits.aliasedValues.most
    /// How deep values may lie in one another, aliases counted with what they stand for.
    static let deepest = Limits.aliasedLevels.most

    /// A value with what is in it.
    private struct Size {
        var values: Int
        var depth: Int
    }

    /// Stands for the `*` of an alias: then it is a text like any other. No plan has this private
    /// character.
    static let stand = "\u{F05E}"
    private var sizes: [String: Size] = [:]
    private var expanded = 0

    /// Counts what aliases stand for.
    ///
    /// - Throws: ``Excess`` at the alias that is one too many, `YamlError`.
    static func check(_ text: String) throws {
        guard text.utf8.contains(UInt8(ascii: "&")), text.utf8.contains(UInt8(ascii: "*")) else {
            return
        }
        let plain = text.replacing("*", with: stand)
        let parser = try Parser(yaml: plain, resolver: .basic, encoding: .utf8)
        // Nodes know the names of their anchors for as long as the parser does.
        try withExtendedLifetime(parser) {
            guard let root = try parser.singleRoot() else { return }
            var aliases = PlanAliases()
            _ = try aliases.size(of: root)
        }
    }

    private mutating func size(of node: Node) throws -> Size {
        var size = Size(values: 1, depth: 1)
        func add(_ part: Size) {
            size.values += part.values
            size.depth = max(size.depth, part.depth + 1)
        }
        switch node {
        case .scalar(let scalar):
            if scalar.string.hasPrefix(Self.stand),
                let target = sizes[String(scalar.string.dropFirst())]
            {
                size = target
                expanded += target.values
                guard expanded <= Self.mostValues else {
                    throw Excess(limit: Self.mostValues, mark: scalar.mark)
                }
            }
        case .mapping(let mapping):
            for (key, value) in mapping {
                add(try self.size(of: key))
                add(try self.size(of: value))
            }
        case .sequence(let sequence):
            for member in sequence { add(try self.size(of: member)) }
        case .alias: break
        }
        guard size.depth <= Self.deepest || sizes.isEmpty else {
            throw Excess(limit: Self.deepest, mark: node.mark)
        }
        if let anchor = node.anchor { sizes[anchor.rawValue] = size }
        return size
    }
}
