/// The keys of a table's rows with their entities, for looking up the destinations of relationships. It takes two bytes
/// for each key if keys are dense, and ten bytes for each row otherwise.
@usableFromInline package struct TargetIndex: Sendable {
    /// The result of looking up a key.
    @usableFromInline package enum Entry: Equatable, Sendable {
        /// There is no such row.
        case missing
        /// The row has this `Z_ENT`; nil if that is not the number of an entity.
        case entity(Int?)
    }

    /// The maximum number of keys per row for which keys count as dense.
    private static let spread: Int64 = 4
    @usableFromInline static let noRow = UInt16.max
    @usableFromInline static let oddEntity = UInt16.max - 1

    /// The numbers of the entities: by key if keys are dense, otherwise by row.
    @usableFromInline private(set) var numbers: [UInt16]
    /// The keys in ascending order; empty if they are dense.
    @usableFromInline private(set) var keys: [Int64] = []
    @usableFromInline let isDense: Bool

    /// Creates an index for a number of keys between two bounds.
    init(count: Int64, least: Int64, greatest: Int64) {
        let (limit, overflow) = count.multipliedReportingOverflow(by: Self.spread)
        isDense = !overflow && least >= 0 && greatest <= max(limit, 4096)
        numbers =
            isDense
            ? Array(repeating: Self.noRow, count: Int(clamping: greatest) + 1) : []
    }

    /// Adds a row. Rows must be added in the order of their keys.
    mutating func append(_ key: Int64, entityNumber: Int64?) {
        let number =
            entityNumber.flatMap { UInt16(exactly: $0) }
            .flatMap { $0 < Self.oddEntity ? $0 : nil } ?? Self.oddEntity
        guard isDense else {
            keys.append(key)
            numbers.append(number)
            return
        }
        guard let index = Int(exactly: key), numbers.indices.contains(index) else { return }
        numbers[index] = number
    }

    /// Looks up a key. It is inlinable because checks in other modules call it for each row.
    @inlinable package subscript(key: Int64) -> Entry {
        guard let index = index(of: key) else { return .missing }
        switch numbers[index] {
        case Self.noRow: return .missing
        case Self.oddEntity: return .entity(nil)
        case let number: return .entity(Int(number))
        }
    }

    @inlinable func index(of key: Int64) -> Int? {
        guard !isDense else {
            return key >= 0 && key < Int64(numbers.count) ? Int(key) : nil
        }
        var low = 0
        var high = keys.count
        while low < high {
            let middle = (low + high) / 2
            if keys[middle] < key { low = middle + 1 } else { high = middle }
        }
        return low < keys.count && keys[low] == key ? low : nil
    }
}
