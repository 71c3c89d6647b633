import Inputs
import SQLite
import StoreFormat

/// Fills one to-many relationship of a load's objects from a list cell.
final class ListWriter {
    let name: String
    let finder: ObjectFinder
    let membership: MembershipWriter
    /// Whether the objects may be loaded later.
    let isDeferred: Bool
    /// The cell with the list; nil for a constant.
    var cell: ResolvedLoad.Cell? { finder.cell }

    private let separator: [UInt8]
    /// Whether some cell has listed several objects.
    private var hasSeveral = false
    /// The first cell with one element and a character that commonly separates elements, and that character.
    private(set) var unsplit: (text: String, sign: String)?

    init(
        _ list: ResolvedToMany, owner: EntityLayout, isDeferred: Bool, context: BuildContext
    ) throws {
        name = list.membership.name
        self.isDeferred = isDeferred
        separator = list.separator
        finder = try ObjectFinder(list.target, context: context)
        membership = try MembershipWriter(
            list.membership, owner: owner, destination: list.target.destination, context: context)
    }

    /// Checks that the list of a row can be written.
    ///
    /// - Parameters:
    ///   - owner: the object that has the relationship; nil for a new one.
    ///   - isMerging: whether the objects are added to the present ones.
    /// - Returns: the failures of single elements.
    /// - Throws: ``ConversionFailure`` for the whole list, `DatabaseError`.
    func check(
        _ record: Record, for owner: KeyIndex.Object?, isMerging: Bool
    ) throws -> [ConversionFailure] {
        var keys: Set<[Value]> = []
        var failures: [ConversionFailure] = []
        var members: MembershipWriter.MemberKeys = [:]
        let maximum = membership.membership.maximumCount
        try forEachKey(in: record) {
            if maximum > 0 { keys.insert(finder.keptKey) }
            if isDeferred { return }
            do {
                guard let object = try finder.check(record) else { return }
                try membership.check(object, for: owner, besides: &members)
            } catch let failure as ConversionFailure {
                if !failures.contains(failure) { failures.append(failure) }
            }
        }
        guard maximum == 0 || keys.count <= maximum else {
            throw ConversionFailure(
                .object(.relationshipCount(found: keys.count, minimum: 0, maximum: maximum)))
        }
        return failures
    }

    /// Writes the list of a row, in its order.
    ///
    /// - Throws: ``ConversionFailure``, `DatabaseError`.
    func write(_ record: Record, of owner: KeyIndex.Object) throws {
        try forEachKey(in: record) {
            if let object = try finder.resolve(record) { try membership.add(object, to: owner) }
        }
    }

    /// Passes the keys of a row's list to `body`, in a form that may be kept.
    ///
    /// - Throws: ``ConversionFailure``.
    func keys(in record: Record, _ body: ([Value]) -> Void) throws {
        try forEachKey(in: record) { body(finder.keptKey) }
    }

    private func forEachKey(in record: Record, _ body: () throws -> Void) throws {
        guard let cell else {
            // A constant names one object, the same for all rows.
            if try finder.read(record) { try body() }
            return
        }
        var count = 0
        try finder.withList(record, at: cell.index) { list in
            try ListElements(field: list, separator: separator).forEach { element in
                guard try finder.read(element: element) else { return }
                count += 1
                try body()
            }
            if !hasSeveral, unsplit == nil, count == 1 { noteUnsplit(list) }
        }
        if count > 1 { hasSeveral = true }
        if count == 0, finder.readFallback() { try body() }
    }
}

extension ListWriter {
    private func noteUnsplit(_ list: Field) {
        guard case .text(let bytes) = list, bytes.first != UInt8(ascii: "["),
            let sign = ["|", ";", ",", "\n"].first(where: { bytes.contains($0.utf8.first ?? 0) })
        else { return }
        // The cell also contains the separator, so the source does list several objects.
        if bytes.firstRange(of: separator) != nil { return hasSeveral = true }
        unsplit = (String(decoding: bytes.prefix(60), as: UTF8.self), sign)
    }

    /// A warning if no cell lists several objects although one seems to.
    var separatorWarning: SeedIssue.Reason? {
        guard !hasSeveral, let unsplit else { return nil }
        return .table(
            .unsplitList(
                separator: String(decoding: separator, as: UTF8.self), text: unsplit.text, sign: unsplit.sign)
        )
    }
}

/// The position in an ordered relationship that a source gives.
enum OrderPosition {
    /// Reads the position in a cell.
    ///
    /// - Throws: ``ConversionFailure`` if the cell is empty or not a number.
    static func read(_ field: Field) throws(ConversionFailure) -> BoundValue {
        guard !field.isEmpty else { throw ConversionFailure(.value(.missingValue)) }
        switch CellNumber(field) {
        case .integer(let integer): return .integer(integer)
        case .real(let real) where real.isFinite: return .real(real)
        default: throw ConversionFailure(.value(.notA(.number)))
        }
    }
}
