import ObjectModel

/// Reads a fetch request from its text, see ``FetchRequest/init(format:)``.
struct RequestFormatParser {
    /// The clauses in their required order.
    private enum Clause: Int, CaseIterable {
        case select, `where`, groupBy, having, orderBy, limit, offset

        var words: [String] {
            switch self {
            case .select: ["SELECT"]
            case .where: ["WHERE"]
            case .groupBy: ["GROUP", "BY"]
            case .having: ["HAVING"]
            case .orderBy: ["ORDER", "BY"]
            case .limit: ["LIMIT"]
            case .offset: ["OFFSET"]
            }
        }
    }

    let format: String
    private let bytes: [UInt8]
    private let marks: [RequestFormatMarks.Mark]
    private var clauses: [Clause: Range<Int>] = [:]
    private var entityEnd: Int

    init(_ format: String) {
        self.format = format
        bytes = Array(format.utf8)
        marks = RequestFormatMarks(bytes).marks
        entityEnd = bytes.count
        findClauses()
    }

    /// Finds where each clause begins: at its keyword, unless a later clause began earlier, because an attribute may be
    /// called `limit` or `select`.
    private mutating func findClauses() {
        var open: (clause: Clause, start: Int)?
        var index = 1
        while index < marks.count {
            let next = Clause.allCases.first {
                $0.rawValue > (open?.clause.rawValue ?? -1) && begins($0, at: index)
                    && ($0 != .having || clauses[.groupBy] != nil || open?.clause == .groupBy)
            }
            guard let next else {
                index += 1
                continue
            }
            let start = marks[index].range.lowerBound
            if let open {
                clauses[open.clause] = open.start..<start
            } else {
                entityEnd = start
            }
            index += next.words.count
            open = (next, marks[index - 1].range.upperBound)
        }
        if let open { clauses[open.clause] = open.start..<bytes.count }
    }

    private func begins(_ clause: Clause, at index: Int) -> Bool {
        for (offset, word) in clause.words.enumerated() {
            guard marks.indices.contains(index + offset),
                marks[index + offset].kind == .word(word)
            else { return false }
        }
        guard clause == .limit || clause == .offset else { return true }
        guard marks.indices.contains(index + 1), marks[index + 1].kind == .number else {
            return false
        }
        let between = marks[index].range.upperBound..<marks[index + 1].range.lowerBound
        return trimmed(between).isEmpty
    }

    // MARK: Reading

    func request() throws(PredicateFormatError) -> FetchRequest {
        var request = FetchRequest(entityName: try entityName())
        if let range = clauses[.select] { try readColumns(range, into: &request) }
        if let range = clauses[.where] { request.predicate = try predicate(range) }
        if let range = clauses[.groupBy] {
            for part in parts(of: range) { request.propertiesToGroupBy.append(try keyPath(part)) }
        }
        if let range = clauses[.having] { request.havingPredicate = try predicate(range) }
        if let range = clauses[.orderBy] { request.sortDescriptors = try sortDescriptors(range) }
        if let range = clauses[.limit] { request.fetchLimit = try count(range) }
        if let range = clauses[.offset] { request.fetchOffset = try count(range) }
        return request
    }

    private func entityName() throws(PredicateFormatError) -> String {
        let words = trimmed(0..<entityEnd)
        guard let first = marks.first, case .word = first.kind,
            first.range.lowerBound == words.lowerBound
        else {
            // A name with a dot, for example.
            throw error(.expectedName(found: text(words)), at: words.lowerBound)
        }
        guard first.range.upperBound == words.upperBound else {
            if first.kind == .word("SELECT") {
                throw error(.entityComesFirst(entity: nameAfterFrom ?? "Item"), at: words.lowerBound)
            }
            let rest = trimmed(first.range.upperBound..<words.upperBound)
            throw error(.unexpectedText(text(rest)), at: rest.lowerBound)
        }
        return text(words)
    }

    /// The name that follows `FROM`, if the text is written like SQL.
    private var nameAfterFrom: String? {
        guard let from = marks.firstIndex(where: { $0.kind == .word("FROM") }),
            marks.indices.contains(from + 1), case .word = marks[from + 1].kind
        else { return nil }
        return text(marks[from + 1].range)
    }

    private func predicate(_ range: Range<Int>) throws(PredicateFormatError) -> Predicate {
        let range = trimmed(range)
        do {
            return try Predicate(format: text(range))
        } catch { throw moved(error, by: range.lowerBound) }
    }

    private func expression(_ range: Range<Int>) throws(PredicateFormatError) -> Expression {
        do {
            return try Expression(format: text(range))
        } catch { throw moved(error, by: range.lowerBound) }
    }

    private func keyPath(_ range: Range<Int>) throws(PredicateFormatError) -> String {
        let expression = try expression(range)
        guard case .keyPath(let path) = expression else {
            throw error(.expectedName(found: text(range)), at: range.lowerBound)
        }
        return path
    }

    private func count(_ range: Range<Int>) throws(PredicateFormatError) -> Int {
        let range = trimmed(range)
        guard let count = Int(text(range)) else {
            let digits = bytes[range].prefix { (0x30...0x39).contains($0) }
            let rest = trimmed(range.lowerBound + digits.count..<range.upperBound)
            guard !rest.isEmpty else {
                throw error(.invalidNumber(text(range)), at: range.lowerBound)
            }
            throw error(.unexpectedText(text(rest)), at: rest.lowerBound)
        }
        return count
    }

    // MARK: Columns

    private func readColumns(
        _ range: Range<Int>, into request: inout FetchRequest
    ) throws(PredicateFormatError) {
        var range = range
        if let first = marks.first(where: { range.contains($0.range.lowerBound) }),
            first.kind == .word("DISTINCT"), trimmed(range).lowerBound == first.range.lowerBound,
            trimmed(first.range.upperBound..<range.upperBound).lowerBound < range.upperBound
        {
            request.returnsDistinctResults = true
            range = first.range.upperBound..<range.upperBound
        }
        for part in parts(of: range) { request.propertiesToFetch.append(try column(part)) }
    }

    /// Reads `expression` or `expression AS name`.
    private func column(
        _ range: Range<Int>
    ) throws(PredicateFormatError) -> FetchRequest.FetchedProperty {
        let inside = marks.filter { range.contains($0.range.lowerBound) }
        guard inside.count > 1, inside[inside.count - 2].kind == .word("AS"),
            let name = inside.last, case .word = name.kind,
            name.range.upperBound == range.upperBound
        else {
            let expression = try columnExpression(range)
            guard case .keyPath(let path) = expression else {
                let isCount = expression == Self.objectCount
                return .expression(name: isCount ? "count" : text(range), expression)
            }
            return .keyPath(path)
        }
        let before = trimmed(range.lowerBound..<inside[inside.count - 2].range.lowerBound)
        return .expression(name: text(name.range), try columnExpression(before))
    }

    /// The number of objects in a group, as an expression.
    private static let objectCount = Expression.function(
        name: "count:", arguments: [.evaluatedObject])

    private func columnExpression(_ range: Range<Int>) throws(PredicateFormatError) -> Expression {
        let plain = text(range).lowercased().filter { $0 != " " }
        return ["count(*)", "count:(*)"].contains(plain)
            ? Self.objectCount : try expression(range)
    }

    // MARK: Order

    private func sortDescriptors(
        _ range: Range<Int>
    ) throws(PredicateFormatError) -> [SortDescriptor] {
        var result: [SortDescriptor] = []
        for part in parts(of: range) { result.append(try sortDescriptor(part)) }
        return result
    }

    /// Reads `keyPath`, `keyPath DESC` or `keyPath[cd] ASC`.
    private func sortDescriptor(
        _ range: Range<Int>
    ) throws(PredicateFormatError) -> SortDescriptor {
        var key = range
        var isAscending = true
        if let last = marks.last(where: { range.contains($0.range.lowerBound) }),
            last.range.lowerBound > range.lowerBound, last.range.upperBound == range.upperBound,
            last.kind == .word("DESC") || last.kind == .word("ASC")
        {
            isAscending = last.kind == .word("ASC")
            key = trimmed(range.lowerBound..<last.range.lowerBound)
        }
        var order = TextOrder.binary
        if bytes[key].last == UInt8(ascii: "]"),
            let bracket = bytes[key].lastIndex(of: UInt8(ascii: "["))
        {
            let letters = text(bracket + 1..<key.upperBound - 1)
            let orders: [String: TextOrder] = [
                "c": .caseInsensitive, "cd": .caseAndDiacriticInsensitive,
                "dc": .caseAndDiacriticInsensitive, "l": .localized, "n": .localizedStandard,
            ]
            guard let found = orders[letters.lowercased()] else {
                throw error(.unknownOptions(letters), at: bracket + 1)
            }
            order = found
            key = trimmed(key.lowerBound..<bracket)
        }
        return SortDescriptor(key: try keyPath(key), ascending: isAscending, textOrder: order)
    }

    // MARK: Text

    /// Returns the parts of a range that are separated by commas.
    private func parts(of range: Range<Int>) -> [Range<Int>] {
        var result: [Range<Int>] = []
        var start = range.lowerBound
        for mark in marks where mark.kind == .comma && range.contains(mark.range.lowerBound) {
            result.append(trimmed(start..<mark.range.lowerBound))
            start = mark.range.upperBound
        }
        return result + [trimmed(start..<range.upperBound)]
    }

    private func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    /// Returns a range without the white space at its ends. An empty result is at the start of the range, or at the end
    /// of the text.
    private func trimmed(_ range: Range<Int>) -> Range<Int> {
        func isSpace(_ offset: Int) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(bytes[offset]) }
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, isSpace(start) { start += 1 }
        while end > start, isSpace(end - 1) { end -= 1 }
        return start..<end
    }

    private func moved(_ error: PredicateFormatError, by offset: Int) -> PredicateFormatError {
        self.error(error.reason, at: error.utf8Offset + offset)
    }

    private func error(
        _ reason: PredicateFormatError.Reason, at offset: Int
    ) -> PredicateFormatError {
        PredicateFormatError(reason, format: format, utf8Offset: offset)
    }
}
