import Sources

/// A cell of every row that names an object by a text, as it is.
struct QuickKey {
    let cell: Int
    /// The objects by their keys, which live at least as long.
    let index: Unmanaged<KeyIndex>

    /// The object that a row names; nil where there is none, or the ``ObjectFinder`` must look.
    @inline(__always)
    func object(in record: Record) -> KeyIndex.Object? {
        guard case .text(let bytes) = record[cell], !bytes.isEmpty else { return nil }
        return index._withUnsafeGuaranteedRef { $0.object(forKey: bytes) }
    }
}
