/// The order in which Foundation's dictionaries on Apple's platforms return text keys: that of the buckets to which
/// the texts' hashes are assigned.
///
/// Core Data enumerates such dictionaries of properties if it has no better order. This determines the order of an
/// entity's properties in archives (docs/internals/format.md#dictionary-order). It therefore also determines the bits
/// of to-many relationships in a persistent history and the suffixes of columns in join tables.
package struct DictionaryOrder: Sendable {
    /// The number of buckets of a dictionary, and the number of keys at which it grows.
    private static let sizes: [(buckets: UInt64, keys: Int)] = [
        (3, 3), (7, 6), (13, 11), (23, 19), (41, 32), (71, 52), (127, 85), (191, 118), (251, 155),
        (383, 237), (631, 390), (1_087, 672), (1_723, 1_065), (2_803, 1_732), (4_523, 2_795),
        (7_351, 4_543), (11_959, 7_391), (19_447, 12_019), (31_231, 19_302),
    ]

    private let buckets: UInt64

    /// - Parameter count: the number of keys in the dictionary.
    package init(count: Int) {
        buckets =
            Self.sizes.first { count <= $0.keys }?.buckets ?? Self.sizes[Self.sizes.count - 1].buckets
    }

    /// Returns the names in the order of their buckets. If two have the same bucket, the first given comes first,
    /// since the second moves to the next bucket.
    package func sorted(_ names: [String]) -> [String] {
        names.enumerated().map { (bucket: Self.hash($1) % buckets, index: $0, name: $1) }
            .sorted { ($0.bucket, $0.index) < ($1.bucket, $1.index) }.map(\.name)
    }

    /// Returns the hash of a text, which uses only the first, middle and last 32 UTF-16 units of a long text.
    static func hash(_ text: String) -> UInt64 {
        let all = Array(text.utf16)
        var units = all[...]
        if all.count > 96 {
            let middle = all.count / 2 - 16
            units = (all[..<32] + all[middle..<middle + 32] + all[(all.count - 32)...])[...]
        }
        var result = UInt64(all.count)
        while units.count >= 4 {
            let part = units.prefix(4).map(UInt64.init)
            result =
                result &* 67_503_105 &+ part[0] &* 16_974_593 &+ part[1] &* 66_049 &+ part[2] &* 257
                &+ part[3]
            units = units.dropFirst(4)
        }
        for unit in units { result = result &* 257 &+ UInt64(unit) }
        return result &+ (result << UInt64(all.count & 31))
    }
}
