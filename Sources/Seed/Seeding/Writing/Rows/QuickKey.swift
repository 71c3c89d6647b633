import Inputs

/// A cell of every row that names an object by its unchanged text.
struct QuickKey {
    let cell: Int
    /// The index of the objects, which must outlive this key.
    let index: Unmanaged<KeyIndex>

    /// Returns the object that a row names; nil if there is none, or if the ``ObjectFinder`` must look it up.
    @inline(__always)
    func object(in record: Record) -> KeyIndex.Object? {
        guard case .text(let bytes) = record[cell], !bytes.isEmpty else { return nil }
        return index._withUnsafeGuaranteedRef { $0.object(forKey: bytes) }
    }
}
