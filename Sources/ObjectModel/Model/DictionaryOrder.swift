/// The order in which Foundation's dictionaries on Apple's platforms give their keys where these are
/// texts: that of the buckets which the hashes of the texts lead to.
///
/// Core Data goes through such dictionaries of properties where it has no better order. That is how
/// archives order the properties of an entity (docs/format.md#dictionary-order), and so the bits of to-many
/// relationships in a persistent history and the suffixes of columns in join tables.
package struct DictionaryOrder: Sendable {
    /// How many buckets a dictionary has, and how many keys it takes before it grows.
    private static let sizes: [(buckets: UInt64, keys: Int)] = [
        (3, 3), (7, 6), (13, 11), (23, 19), (41, 32), (71, 52), (127, 85), (191, 118), (251, 155),
        (383, 237), (631, 390), (1_087, 672), (1_723, 1_065), (2_803, 1_732), (4_523, 2_795),
        (7_351, 4_543), (11_959, 7_391), (19_447, 12_019), (31_231, 19_302),
    ]

    private let buckets: UInt64

    /// - Parameter count: how many keys the dictionary has.
    package init(count: Int) {
        buckets =
            Self.sizes.first { count <= $0.keys }?.buckets ?? Self.sizes[Self.sizes.count - 1].buckets
    }

    /// The names in the order of their buckets; of two that meet in one the first given comes first, as
    /// the second moves on.
    package func sorted(_ names: [String]) -> [String] {
        names.enumerated().map { (bucket: Self.hash($1) % buckets, index: $0, name: $1) }
            .sorted { ($0.bucket, $0.index) < ($1.bucket, $1.index) }.map(\.name)
    }

    /// The hash of a text, of its first, middle and last 32 units of UTF-16 where it is long.
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
