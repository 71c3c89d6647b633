extension String {
    /// Whether this text stands before another one when their UTF-8 bytes are compared, which is
    /// the order of names in version hashes and in columns (docs/format.md#columns, #version-hashes).
    ///
    /// Swift's own `<` compares normalised text, which is another order for some scripts.
    package func precedesInBinaryOrder(_ other: String) -> Bool {
        utf8.lexicographicallyPrecedes(other.utf8)
    }
}

extension Sequence {
    /// The elements sorted by a text of each, in the order of its UTF-8 bytes.
    package func sortedInBinaryOrder(by text: (Element) -> String) -> [Element] {
        sorted { text($0).precedesInBinaryOrder(text($1)) }
    }
}

extension Sequence<String> {
    /// The texts in the order of their UTF-8 bytes.
    package func sortedInBinaryOrder() -> [String] { sortedInBinaryOrder { $0 } }
}
