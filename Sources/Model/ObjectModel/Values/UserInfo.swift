/// The user info of an entity or a property: keys and values, sorted by key in binary order.
public struct UserInfo: Equatable, Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// One key with its value.
    public struct Entry: Equatable, Hashable, Sendable {
        public let key: String
        public let value: PropertyValue

        /// Creates an entry.
        public init(key: String, value: PropertyValue) {
            self.key = key
            self.value = value
        }
    }

    /// The entries, sorted by key in binary order. Each key occurs once.
    public let entries: [Entry]

    /// Creates user info. Of two entries with the same key, the last is used.
    public init(_ entries: some Sequence<Entry> = []) {
        var latest: [String: Entry] = [:]
        for entry in entries { latest[entry.key] = entry }
        self.entries = latest.values.sortedInBinaryOrder { $0.key }
    }

    /// Creates user info from texts.
    public init(dictionaryLiteral elements: (String, String)...) {
        self.init(elements.map { Entry(key: $0.0, value: .string($0.1)) })
    }

    /// Whether there are no entries.
    public var isEmpty: Bool { entries.isEmpty }

    /// Returns the value of a key.
    public func value(forKey key: String) -> PropertyValue? {
        entries.first { $0.key == key }?.value
    }

    /// The text of a key; nil if it is missing or not a text.
    public subscript(key: String) -> String? { value(forKey: key)?.stringValue }
}
