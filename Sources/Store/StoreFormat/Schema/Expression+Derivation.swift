import ObjectModel

extension Expression {
    /// The relationship of `pages.@count` or `count:(pages)`.
    var countedRelationship: String? {
        let suffix = ".@count"
        switch self {
        case .keyPath(let path) where path.hasSuffix(suffix):
            return String(path.dropLast(suffix.count))
        case .function(name: "count:", let arguments, target: nil):
            guard arguments.count == 1, case .keyPath(let path) = arguments[0] else { return nil }
            return path
        default: return nil
        }
    }
}
