import Foundation
import Inputs
import ObjectModel

/// Compiles a predicate whose key paths are columns to a ``RowCondition``.
///
/// The other operand decides whether a cell is read as a number, a text, a truth value or a date. Two columns are
/// compared as numbers if both contain numbers, and as texts otherwise.
struct RowConditionCompiler {
    let filter: SourceFilter
    let columns: [String]
    let referenceDates: Set<String>
    /// The columns around the records that the source can give.
    private let around: ParentNames?
    /// The columns that the condition reads.
    private(set) var usedColumns: Set<Int> = []
    /// The elements of lists that the condition reads, as columns after the others.
    private(set) var elements: [String] = []
    let dates: DateConverter?

    typealias Check = RowCondition.Check
    typealias Failure = RowCondition.Failure

    init(_ filter: SourceFilter, of source: any RecordSource) {
        self.filter = filter
        columns = source.columns
        referenceDates = source.referenceDates
        around = source.parentNames
        dates = try? DateConverter(format: .iso8601, zone: filter.timeZone)
    }

    /// Compiles the condition.
    ///
    /// - Throws: ``SeedIssue`` for unknown columns and for parts that rows do not support.
    mutating func condition() throws -> RowCondition {
        RowCondition(holds: try compile(filter.predicate))
    }

    /// Compiles a predicate. The predicate's reader has limited its depth, so the recursion ends.
    private mutating func compile(_ predicate: ObjectModel.Predicate) throws -> Check {
        switch predicate {
        case .truePredicate: return { _ throws(Failure) in true }
        case .falsePredicate: return { _ throws(Failure) in false }
        case .not(let inner):
            let check = try compile(inner)
            return { record throws(Failure) in try !check(record) }
        case .and(let members):
            let checks = try members.map { try compile($0) }
            return { record throws(Failure) in
                for check in checks { guard try check(record) else { return false } }
                return true
            }
        case .or(let members):
            let checks = try members.map { try compile($0) }
            return { record throws(Failure) in
                for check in checks { if try check(record) { return true } }
                return false
            }
        case .comparison(let comparison): return try compile(comparison)
        }
    }

    private mutating func compile(
        _ comparison: ObjectModel.Predicate.Comparison
    ) throws -> Check {
        guard comparison.modifier == .direct else {
            throw unsupported(comparison.modifier == .any ? "ANY" : "ALL")
        }
        guard comparison.options.isSubset(of: [.caseInsensitive, .diacriticInsensitive, .normalized])
        else { throw unsupported("[l]") }
        let (left, right) = (comparison.left, comparison.right)
        switch comparison.comparator {
        case .in:
            guard case .aggregate(let members) = right else {
                return try text(left, .in, right, comparison.options)
            }
            let checks = try members.map { try compare(left, .equalTo, $0, comparison.options) }
            return { record throws(Failure) in
                for check in checks { if try check(record) { return true } }
                return false
            }
        case .between:
            guard case .aggregate(let bounds) = right, bounds.count == 2 else {
                throw unsupported("BETWEEN without two bounds")
            }
            let isAbove = try compare(left, .greaterThanOrEqualTo, bounds[0], comparison.options)
            let isBelow = try compare(left, .lessThanOrEqualTo, bounds[1], comparison.options)
            return { record throws(Failure) in
                guard try isAbove(record) else { return false }
                return try isBelow(record)
            }
        case .equalTo, .notEqualTo, .lessThan, .lessThanOrEqualTo, .greaterThan,
            .greaterThanOrEqualTo:
            return try compare(left, comparison.comparator, right, comparison.options)
        case .matches, .like, .beginsWith, .endsWith, .contains:
            return try text(left, comparison.comparator, right, comparison.options)
        case .customSelector(let name): throw unsupported(name)
        }
    }

    // MARK: Equal, less, greater

    private mutating func compare(
        _ left: ObjectModel.Expression, _ comparator: PredicateOperator,
        _ right: ObjectModel.Expression, _ options: ObjectModel.Predicate.Options
    ) throws -> Check {
        guard let test = comparator.holdsOfOrder else { throw unsupported("\(comparator)") }
        // An empty cell differs from every value, and is neither less nor greater.
        let ofNothing = comparator == .notEqualTo
        let kinds = [try kind(left), try kind(right)]
        if kinds.contains(.nothing) { return try emptiness(left, comparator, right) }
        if kinds.contains(.date) {
            return try Self.comparing(
                date(left), date(right), ofNothing: ofNothing
            ) { test($0 < $1 ? -1 : $0 > $1 ? 1 : 0) }
        }
        if kinds.contains(.number) {
            return try Self.comparing(number(left), number(right), ofNothing: ofNothing) {
                test($0.order($1))
            }
        }
        if kinds.contains(.boolean) {
            guard comparator == .equalTo || comparator == .notEqualTo else {
                throw unsupported("less or greater than a truth value")
            }
            return try Self.comparing(boolean(left), boolean(right), ofNothing: ofNothing) {
                test($0 == $1 ? 0 : 1)
            }
        }
        let isOrdering = comparator != .equalTo && comparator != .notEqualTo
        if kinds == [.cell, .cell], case .keyPath(let one) = left, case .keyPath(let two) = right {
            return cells(try column(one), try column(two), options, isOrdering: isOrdering, test)
        }
        let (one, two) = (try text(left), try text(right))
        let matcher = TextMatcher()
        return { record throws(Failure) in
            let (one, two) = (try one(record), try two(record))
            if isOrdering, one == nil || two == nil { return false }
            return test(Self.order(matcher, one, two, options))
        }
    }

    private static func comparing<Value>(
        _ left: @escaping RowCondition.Reader<Value>, _ right: @escaping RowCondition.Reader<Value>,
        ofNothing: Bool, _ test: @escaping (Value, Value) -> Bool
    ) -> Check {
        { record throws(Failure) in
            guard let one = try left(record), let two = try right(record) else { return ofNothing }
            return test(one, two)
        }
    }

    /// Compiles `qty == nil` and `nil != qty`.
    private mutating func emptiness(
        _ left: ObjectModel.Expression, _ comparator: PredicateOperator,
        _ right: ObjectModel.Expression
    ) throws -> Check {
        guard comparator == .equalTo || comparator == .notEqualTo else {
            throw unsupported("less or greater than nothing")
        }
        let wanted = comparator == .equalTo
        switch (left, right) {
        case (.keyPath(let name), .constant(.null)), (.constant(.null), .keyPath(let name)):
            let index = try column(name)
            return { record throws(Failure) in record[index].isEmpty == wanted }
        case (.constant(let one), .constant(let two)):
            let isEqual = one == two
            return { _ throws(Failure) in isEqual == wanted }
        default: throw unsupported("anything but a column compared with nothing")
        }
    }

    /// Compares two columns: as numbers if both contain numbers, as texts otherwise.
    private func cells(
        _ one: Int, _ two: Int, _ options: ObjectModel.Predicate.Options, isOrdering: Bool,
        _ test: @escaping (Int) -> Bool
    ) -> Check {
        let matcher = TextMatcher()
        let numbers = filter.numbers
        return { record throws(Failure) in
            let (left, right) = (record[one], record[two])
            if left.isEmpty || right.isEmpty {
                return !isOrdering && test(left.isEmpty && right.isEmpty ? 0 : 1)
            }
            let (number, other) = (Self.number(left, numbers), Self.number(right, numbers))
            if let number, let other { return test(number.order(other)) }
            // There is no order between a number and a text.
            if isOrdering, number != nil { throw Failure(column: two, reason: .value(.notA(.number))) }
            if isOrdering, other != nil { throw Failure(column: one, reason: .value(.notA(.number))) }
            return test(Self.order(matcher, try Self.text(left, one), try Self.text(right, two), options))
        }
    }

    // MARK: What expressions are

    enum Kind: Equatable { case cell, number, text, boolean, date, nothing }

    mutating func kind(_ expression: ObjectModel.Expression) throws -> Kind {
        switch expression {
        case .keyPath(let name):
            _ = try column(name)
            return referenceDates.contains(name) ? .date : .cell
        case .constant(.null): return .nothing
        case .constant(.bool): return .boolean
        case .constant(.integer), .constant(.double), .constant(.decimal): return .number
        case .constant(.date): return .date
        case .constant(.string), .constant(.uuid), .constant(.uri): return .text
        case .function("castObject:toType:", let parts, nil):
            guard parts.count == 2, parts[1] == .constant(.string("NSDate")) else {
                throw unsupported(expression.format)
            }
            return .date
        case .function(let name, _, nil) where Self.arithmetic[name] != nil: return .number
        case .function(let name, _, nil) where Self.rounding[name] != nil: return .number
        case .function("length:", _, nil): return .number
        case .function(let name, _, nil) where Self.lettering[name] != nil: return .text
        default: throw unsupported(expression.format)
        }
    }

    /// Returns the index of a column.
    mutating func column(_ name: String) throws -> Int {
        let columns = columns + elements
        let found = columns.indices.filter { columns[$0] == name }
        if let index = found.first, found.count == 1 {
            usedColumns.insert(index)
            return index
        }
        if found.isEmpty, let around, around.offersElement(name) {
            elements.append(name)
            return columns.count
        }
        if found.isEmpty, around?.lists[name] != nil {
            let words =
                "`\(name)` contains lists of objects or of lists, but a condition compares single values: "
                + "use the position of one, as in `\(name).0`, followed by the key for an object's value"
            throw SeedIssue(.plan(.badPredicate(words)), at: filter.location)
        }
        let nearest = NearestName.of(name, in: columns)
        throw SeedIssue(
            found.isEmpty
                ? .plan(.unknownName(name, kind: .column, nearest: nearest))
                : .table(.duplicateColumn(name)), at: filter.location, fault: .plan,
            hint: found.isEmpty && nearest == nil ? .unquotedText(name) : nil)
    }

    func unsupported(_ words: String) -> SeedIssue {
        SeedIssue(.plan(.badPredicate("`\(words)` cannot be used for rows")), at: filter.location)
    }
}
