/// The indices of names in a list, the first one where a name comes twice.
///
/// A few names are compared one after the other: that takes less time than hashing one.
struct NameIndices: Sendable {
    private static let few = 8

    private let names: [String]
    /// Empty where there are few names.
    private let indices: [String: Int]

    init(_ names: [String]) {
        self.names = names
        indices =
            names.count <= Self.few
            ? [:]
            : Dictionary(keepingFirst: names.enumerated().map { ($1, $0) })
    }

    /// The index of a name; nil where it is not in the list.
    subscript(name: String) -> Int? {
        names.count <= Self.few ? names.firstIndex(of: name) : indices[name]
    }
}
