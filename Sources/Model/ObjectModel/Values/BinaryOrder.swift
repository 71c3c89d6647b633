extension String {
    /// Returns whether this text precedes another when their UTF-8 bytes are compared. That is the order of names in
    /// version hashes and in columns (docs/internals/format.md#columns, #version-hashes).
    ///
    /// Swift's own `<` compares normalized text, which is another order for some scripts.
    package func precedesInBinaryOrder(_ other: String) -> Bool {
        utf8.lexicographicallyPrecedes(other.utf8)
    }
}

extension Sequence {
    /// Returns the elements sorted by a text of each, in the order of its UTF-8 bytes.
    package func sortedInBinaryOrder(by text: (Element) -> String) -> [Element] {
        sorted { text($0).precedesInBinaryOrder(text($1)) }
    }
}

extension Sequence<String> {
    /// Returns the texts in the order of their UTF-8 bytes.
    package func sortedInBinaryOrder() -> [String] { sortedInBinaryOrder { $0 } }
}
