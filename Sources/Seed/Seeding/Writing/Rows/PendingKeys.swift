/// The keys of objects whose to-one relationships are resolved when all loads have run. Until then, such a key has
/// the values that name the destinations.
final class PendingKeys {
    /// The identity of comparable keys: those of one index whose destinations are found in the same way.
    struct Name: Hashable {
        let key: KeyRegistry.Name
        let destinations: [KeyRegistry.Name]
    }

    private let index = KeyIndex()
    /// The keys by object, since a row that changes an object may change its key.
    private var keys: [Int64: [UInt8]] = [:]

    /// Returns the object of a key; nil if there is none.
    func object(forKey key: [UInt8]) -> KeyIndex.Object? { key.withUnsafeBytes(index.object) }

    /// Gives an object a key.
    func insert(_ object: KeyIndex.Object, forKey key: [UInt8]) {
        if key.withUnsafeBytes({ index.insert(object, forKey: $0) }) { keys[object.primaryKey] = key }
    }

    /// Gives an object another key.
    ///
    /// - Parameter key: the key; nil for an incomplete one.
    func replace(_ object: KeyIndex.Object, key: [UInt8]?) {
        if let old = keys.removeValue(forKey: object.primaryKey) { old.withUnsafeBytes(index.remove) }
        if let key { insert(object, forKey: key) }
    }
}
