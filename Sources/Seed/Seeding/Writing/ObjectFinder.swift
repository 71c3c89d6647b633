import Inputs
import ObjectModel
import SQLite
import StoreFormat

/// Finds the objects that a row names, or creates them if the plan allows it.
///
/// It has one key at a time: ``read(_:)`` takes it from a row, ``object()`` looks it up, and ``resolve(_:)`` creates
/// a missing object. Nothing is written before ``resolve(_:)``.
final class ObjectFinder {
    let target: ResolvedTarget
    /// The number of objects found.
    private(set) var found = 0
    /// The number of objects created.
    var created: Int { creator?.count ?? 0 }

    /// The cell of the first value; nil for a constant.
    let cell: ResolvedLoad.Cell?

    /// The invalid cell after ``read(_:)`` threw, and otherwise the first cell.
    var invalidCell: ResolvedLoad.Cell? {
        target.values.indices.contains(invalidCellIndex) ? target.values[invalidCellIndex].cell : cell
    }

    private var invalidCellIndex = 0
    private let readers: [ValueReader]
    private let missing: RelationshipPlan.MissingPolicy
    /// The objects by their keys.
    let index: KeyIndex
    private let context: BuildContext
    private let encoder: KeyEncoder
    private let creator: ObjectCreator?
    /// The values that name the object.
    private let key: FixedBuffer<BoundValue>
    /// The parts of the key. They are the values, unless relationships are among them.
    private let parts: FixedBuffer<BoundValue>
    private let links: [Link]

    /// A to-one relationship that is part of the key.
    private struct Link {
        let link: KeyLink
        let finder: ObjectFinder
    }

    init(_ target: ResolvedTarget, context: BuildContext) throws {
        self.target = target
        self.context = context
        cell = target.values.first?.cell
        readers = target.values.map(ValueReader.init)
        missing = target.missing
        index = context.registry.index(target.indexName)
        encoder = KeyEncoder(folding: target.folding)
        key = FixedBuffer(repeating: .null, count: max(target.values.count, 1))
        links = try target.links.map { Link(link: $0, finder: try ObjectFinder($0.target, context: context)) }
        parts = links.isEmpty ? key : FixedBuffer(repeating: .null, count: target.parts.count)
        if target.missing == .create, case .properties(let parts) = target.key {
            creator = try ObjectCreator(
                entity: target.destination, keys: parts, links: target.links.map(\.columns),
                values: target.creation, composites: target.composites, ownIndex: target.indexName,
                context: context)
        } else {
            creator = nil
        }
    }

    /// A quick lookup for a key that is a single, unchanged text; nil for other keys.
    var quickKey: QuickKey? {
        guard readers.count == 1, target.folding.isEmpty, links.isEmpty else { return nil }
        let cell = readers[0].quick(isRequired: false)
        guard cell.converter.keepsTexts else { return nil }
        return QuickKey(cell: cell.index, index: Unmanaged.passUnretained(index))
    }

    // MARK: The key

    /// Reads the key from the cells of a row.
    ///
    /// - Returns: whether there is a key. Empty cells name no object. If only some of several cells are empty, they
    ///   name an object without these values.
    /// - Throws: ``ConversionFailure``, also if some of several values are missing and the model requires them.
    func read(_ record: Record?) throws(ConversionFailure) -> Bool {
        var nulls = 0
        invalidCellIndex = 0
        for index in readers.indices {
            let value: BoundValue
            do throws(ConversionFailure) {
                value = try readers[index].value(in: record)
            } catch {
                invalidCellIndex = index
                throw error
            }
            if value.isNull { nulls += 1 }
            key[index] = value
        }
        if nulls == 0 { return true }
        guard nulls < key.count else { return false }
        for index in readers.indices where key[index].isNull && !target.mayBeNull[index] {
            invalidCellIndex = index
            throw ConversionFailure(.value(.missingValue))
        }
        return true
    }

    /// Uses the plan's value for an empty list, if there is one.
    func readFallback() -> Bool {
        guard readers.count == 1, let fallback = readers.first?.fallback, !fallback.isNull else {
            return false
        }
        key[0] = fallback
        return true
    }

    /// Passes the list in a cell of a row to `body`.
    func withList(_ record: Record, at index: Int, _ body: (Field) throws -> Void) throws {
        guard case .cell(_, let converter, _)? = target.values.first else { return }
        try converter.withList(record, at: index, body)
    }

    /// Reads the key from one element of a list.
    func read(element: Field) throws(ConversionFailure) -> Bool {
        guard case .cell(_, let converter, _)? = target.values.first else { return false }
        key[0] = try converter.convert(element)
        return !key[0].isNull
    }

    /// Uses a key that was kept.
    func take(_ values: [Value]) {
        for (index, value) in values.enumerated() where index < key.count {
            key[index] = BoundValue(value)
        }
    }

    /// The key in a form that may be kept.
    var keptKey: [Value] { key.values.map(Value.init) }

    // MARK: Objects

    /// Counts an object that ``check(_:)`` found.
    @inline(__always)
    func countFound() { found += 1 }

    /// Returns the object of the key; nil if there is none.
    func object() -> KeyIndex.Object? {
        guard links.isEmpty || takeParts() == nil else { return nil }
        if let object = encoder.withKey(parts, { index.object(forKey: $0) }) { return object }
        // Keys of loads are texts in any column. Those of attributes have a type.
        guard case .load = target.key, case .some(let other) = key[0].withKeyBytes(KeyNumber.other)
        else { return nil }
        return other.withUTF8Bytes { index.object(forKey: $0) }
    }

    /// Returns the object of the key if it is already known. Otherwise checks that ``resolve(_:)`` will not fail.
    ///
    /// - Parameter record: the row, whose cells have the other values of a created object.
    /// - Throws: ``ConversionFailure`` if a required object is missing; ``RefusedDestination`` if it may be among the
    ///   refused rows.
    func check(_ record: Record?) throws -> KeyIndex.Object? {
        if let object = object() { return object }
        switch missing {
        case .null: return nil
        case .error: throw try refusal()
        case .create:
            if let missing = takeParts() { throw try missing.refusal() }
            try creator?.check(key: parts, record: record)
        }
        return nil
    }

    /// Returns the object of the key. It is found, or created if the plan allows it. Returns nil if the plan allows a
    /// missing object.
    ///
    /// - Parameter location: the row's place; nil for the current row.
    /// - Throws: ``ConversionFailure`` or ``RefusedDestination`` if a required object is missing, `DatabaseError`.
    func resolve(
        _ record: Record?, at location: SeedIssue.Location? = nil
    ) throws -> KeyIndex.Object? {
        if let object = object() {
            found += 1
            return object
        }
        switch missing {
        case .null: return nil
        case .error: throw try refusal()
        case .create:
            let location = location ?? context.source?.line(ofColumn: cell?.index)
            if let missing = takeParts() { throw try missing.refusal() }
            let destinations = links.map { $0.finder.object() }
            return try creator?.create(key: parts, destinations, record: record, at: location)
        }
    }

    /// Computes the parts of the key from its values.
    ///
    /// - Returns: the finder of a relationship whose destination is missing, with incomplete parts; nil if the parts
    ///   are complete.
    private func takeParts() -> ObjectFinder? {
        guard !links.isEmpty else { return nil }
        var first = 0
        var next = 0
        for part in parts.indices {
            guard next < links.count, links[next].link.part == part else {
                parts[part] = key[first]
                first += 1
                continue
            }
            let (values, finder) = (links[next].link.values, links[next].finder)
            next += 1
            first = values.upperBound
            parts[part] = .null
            guard !values.allSatisfy({ key[$0].isNull }) else { continue }
            for (index, value) in values.enumerated() { finder.key[index] = key[value] }
            guard let object = finder.object() else { return finder }
            parts[part] = .integer(object.primaryKey)
        }
        return nil
    }

    /// Passes bytes that are the same for equal values of the key to `body`.
    func withValues<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try encoder.withKey(key, body)
    }

    /// Passes the primary key of each created object, and the place where it was created, to `body`.
    func forEachCreated(_ body: (Int64, SeedIssue.Location) -> Void) {
        creator?.forEachCreated(body)
    }

    private func refusal() throws -> ConversionFailure {
        if index.isIncomplete { throw RefusedDestination() }
        return ConversionFailure(missingTarget)
    }

    /// The values of the key as messages show them.
    var displayedKey: String {
        let types = target.valueTypes
        return key.values.enumerated().map { part, value in
            value.isNull
                ? "" : Value(value).display(as: types.indices.contains(part) ? types[part] : nil)
        }.joined(separator: ", ")
    }

    private var missingTarget: SeedIssue.Reason {
        .object(
            .noSuchTarget(
                entity: target.destination.name,
                key: displayedKey))
    }
}

/// An error for a link whose destination may be a refused row, which is already reported.
struct RefusedDestination: Error {}
