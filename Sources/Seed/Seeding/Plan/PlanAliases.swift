import Files
import Yams

/// The number of values that the aliases (`*name`) of a plan expand to. They are counted before expansion, because a
/// few lines of aliases of aliases can expand to more than any memory contains.
struct PlanAliases {
    /// Aliases that expand to more than any plan needs.
    struct Excess: Error {
        let limit: Int
        let mark: Mark?
    }

    /// The limit of values that all aliases together expand to.
    static let mostValues = Limits.aliasedValues.most
    /// The limit of nested values, with aliases expanded.
    static let deepest = Limits.aliasedLevels.most

    /// The size of a value with its contents.
    private struct Size {
        var values: Int
        var depth: Int
    }

    /// The substitute for the `*` of an alias, which turns the alias into a plain text. Plans do not contain this
    /// private-use character.
    static let stand = "\u{F05E}"
    private var sizes: [String: Size] = [:]
    private var expanded = 0

    /// Counts the values that aliases expand to.
    ///
    /// - Throws: ``Excess`` at the alias that exceeds the limit, `YamlError`.
    static func check(_ text: String) throws {
        guard text.utf8.contains(UInt8(ascii: "&")), text.utf8.contains(UInt8(ascii: "*")) else {
            return
        }
        let plain = text.replacing("*", with: stand)
        let parser = try Parser(yaml: plain, resolver: .basic, encoding: .utf8)
        // Nodes know the names of their anchors only while the parser exists.
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
