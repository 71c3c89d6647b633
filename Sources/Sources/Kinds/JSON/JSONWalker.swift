import Files
import ObjectModel

/// Follows the keys of `records:` through a JSON document, from one record to the next.
///
/// Arrays on the way are followed element by element. The memory is that of the open objects and
/// arrays on the way, however long the document is.
final class JSONWalker {
    /// A key, or every value of an object or array.
    private enum Step: Equatable {
        case key([UInt8])
        case each
    }

    /// An object or array on the way.
    private struct Container {
        let isArray: Bool
        /// The step that is looked up in an object, or taken with each element of an array.
        let step: Int
        /// Whether the elements are what ``Step/each`` means.
        var givesEach = false
        /// How many elements or members were met.
        var count = 0
        /// Whether the key was met.
        var isMet = false
    }

    private let parser: JSONParser
    private let steps: [Step]
    private let isLineDelimited: Bool
    /// Whether objects alone count as records: for reading objects around records ahead.
    private let wantsObjects: Bool
    private let parents: ParentRecords?
    /// Gathers the values of each level; nil where none is used.
    private let readers: [JSONRecordReader?]

    private var open: [Container] = []
    private var hasBegun = false
    private var openArrays = 0
    /// The keys that lead to the open containers, if anybody asks.
    private var keys: [[UInt8]] = []
    private var key: [UInt8] = []
    private let asksForStandings: Bool
    /// A record that was found before it was asked for.
    private var waiting: JSONParser.Event?

    /// Whether the last key was met.
    private var isPathMet = false
    private var hasEmptyArray = false
    /// The names beside a key that was not there, for the first step that failed.
    private var missed: (step: Int, names: Set<String>)?

    /// Whether reading can go on after the last error.
    private(set) var isInStep = false

    init(
        parser: JSONParser, path: [String], parents: ParentRecords? = nil,
        isLineDelimited: Bool = false, wantsObjects: Bool = false
    ) {
        self.parser = parser
        steps = path.map { $0 == RecordOptions.eachValue ? .each : .key(Array($0.utf8)) }
        self.isLineDelimited = isLineDelimited
        self.wantsObjects = wantsObjects
        self.parents = parents
        asksForStandings = parents?.asksForStandings ?? false
        readers = (parents?.levels ?? []).map { level in
            level.map { JSONRecordReader(parser: parser, assembler: $0.assembler) }
        }
    }

    /// A document begins.
    func restart() {
        open.removeAll(keepingCapacity: true)
        keys.removeAll(keepingCapacity: true)
        key.removeAll(keepingCapacity: true)
        openArrays = 0
        hasBegun = false
        waiting = nil
        parents?.restart()
    }

    /// Goes to the first array of records, so that it is known whether there is one.
    ///
    /// - Throws: ``SeedIssue``.
    func findRecords() throws { waiting = try advance(stopsAtArray: true) }

    /// Goes to the next record.
    ///
    /// - Returns: its first piece; nil behind the last one, where the document ends.
    /// - Throws: ``SeedIssue``; see ``isInStep``.
    func next() throws -> JSONParser.Event? {
        if let waiting {
            self.waiting = nil
            return waiting
        }
        return try advance(stopsAtArray: false)
    }

    private func advance(stopsAtArray: Bool) throws -> JSONParser.Event? {
        isInStep = false
        if !hasBegun {
            hasBegun = true
            let event = try parser.next()
            if let record = try visit(event, step: 0, isElement: isLineDelimited, position: 1) {
                return record
            }
        }
        while let last = open.last {
            if last.isArray {
                if stopsAtArray, last.step == steps.count { return nil }
                if let record = try element(of: last) { return record }
            } else if let record = try member(of: last) {
                return record
            }
        }
        if !isLineDelimited { try checkPath() }
        return nil
    }

    // MARK: Arrays and objects

    @inline(__always)
    private func element(of array: Container) throws -> JSONParser.Event? {
        let event = try parser.next()
        guard event != .endArray else {
            if array.count == 0 { hasEmptyArray = true }
            openArrays -= 1
            close()
            return nil
        }
        open[open.count - 1].count += 1
        if asksForStandings { key = keys.last ?? [] }
        return try visit(
            event, step: array.step, isElement: !array.givesEach, position: array.count + 1)
    }

    private func member(of object: Container) throws -> JSONParser.Event? {
        guard try parser.next() == .name else {
            try end(object)
            return nil
        }
        let last = open.count - 1
        open[last].count += 1
        switch steps[object.step] {
        case .each:
            if asksForStandings { key = parser.text }
            return try visit(
                try parser.next(), step: object.step + 1, isElement: false,
                position: object.count + 1)
        case .key(let wanted):
            guard parser.text.elementsEqual(wanted) else {
                try other(step: object.step)
                return nil
            }
            if asksForStandings { key = parser.text }
            let event = try parser.next()
            guard !object.isMet else {
                let issue = try passed(event, .document(.repeatedRecords(pathText(upTo: object.step))))
                if wantsObjects { return nil }
                throw issue
            }
            open[last].isMet = true
            parents?.levels[object.step]?.meetRecords()
            return try visit(event, step: object.step + 1, isElement: false, position: 1)
        }
    }

    /// A member of an object that does not lead to records.
    private func other(step: Int) throws {
        if !isPathMet { note(String(decoding: parser.text, as: UTF8.self), besides: step) }
        if step < readers.count, let reader = readers[step] {
            try reader.readMember()
        } else {
            try parser.skip(after: try parser.next())
        }
    }

    /// The end of an object.
    private func end(_ object: Container) throws {
        close()
        if !object.isMet, !isPathMet, steps[object.step] != .each { note(nil, besides: object.step) }
        if let parents, let issue = parents.levels[object.step]?.lateIssue {
            isInStep = true
            throw issue
        }
    }

    private func close() {
        open.removeLast()
        if asksForStandings, !keys.isEmpty { keys.removeLast() }
    }

    private func begin(_ container: Container) {
        open.append(container)
        if container.isArray { openArrays += 1 }
        if asksForStandings { keys.append(key) }
    }

    // MARK: Values

    /// Takes a value on the way.
    ///
    /// - Returns: the first piece of a record, if it is one.
    @inline(__always)
    private func visit(
        _ event: JSONParser.Event, step: Int, isElement: Bool, position: Int
    ) throws -> JSONParser.Event? {
        guard step == steps.count else {
            return try follow(event, step: step, isElement: isElement, position: position)
        }
        guard isElement else { return try records(event, position: position) }
        return try record(event, position: position)
    }

    /// A value where the records are, which need not be an array below one.
    private func records(
        _ event: JSONParser.Event, position: Int
    ) throws -> JSONParser.Event? {
        isPathMet = true
        if event == .beginArray {
            begin(Container(isArray: true, step: steps.count))
            return nil
        }
        guard isLineDelimited || wantsObjects || openArrays > 0 || steps.contains(.each) else {
            var issue = SeedIssue(
                .document(.recordsAreNoArray), at: parser.position.location(in: parser.scanner.path))
            if event == .beginObject { issue.hint = .recordsUnderKeys }
            throw issue
        }
        return event == .null ? nil : try record(event, position: position)
    }

    @inline(__always)
    private func record(_ event: JSONParser.Event, position: Int) throws -> JSONParser.Event? {
        if asksForStandings { parents?.stand(steps.count, at: position, key: key) }
        guard !wantsObjects || event == .beginObject else {
            try parser.skip(after: event)
            return nil
        }
        return event
    }

    /// A value between the root and the records.
    private func follow(
        _ event: JSONParser.Event, step: Int, isElement: Bool, position: Int
    ) throws -> JSONParser.Event? {
        switch event {
        case .beginObject:
            if asksForStandings { parents?.stand(step, at: position, key: key) }
            begin(Container(isArray: false, step: step))
            parents?.levels[step]?.begin(at: parser.position)
        case .beginArray where !isElement:
            begin(Container(isArray: true, step: step))
        case .beginArray where steps[step] == .each:
            if asksForStandings { parents?.stand(step, at: position, key: key) }
            begin(Container(isArray: true, step: step + 1, givesEach: true))
            parents?.levels[step]?.beginArray(at: parser.position)
        case .null: break
        default:
            guard isElement, !wantsObjects else {
                try parser.skip(after: event)
                return nil
            }
            throw try passed(event, .document(.parentIsNoObject(pathText(upTo: step))))
        }
        return nil
    }

    // MARK: Errors

    /// An error of a value, which is gone over so that reading can go on.
    private func passed(
        _ event: JSONParser.Event, _ reason: SeedIssue.Reason
    ) throws -> SeedIssue {
        let issue = SeedIssue(reason, at: parser.position.location(in: parser.scanner.path))
        try parser.skip(after: event)
        isInStep = true
        return issue
    }

    private func pathText(upTo step: Int) -> String {
        steps.prefix(step + 1).map { step in
            if case .key(let key) = step { String(decoding: key, as: UTF8.self) } else { "*" }
        }.joined(separator: ".")
    }

    /// Notes a name that is there while the key is looked for, or that it was not there.
    private func note(_ name: String?, besides step: Int) {
        if missed.map({ $0.step < step }) ?? true { missed = (step, []) }
        guard let name, missed?.step == step, missed?.names.count ?? 0 < 64 else { return }
        missed?.names.insert(name)
    }

    /// Checks, at the end, that the keys have led somewhere.
    ///
    /// - Throws: ``SeedIssue`` where a key was nowhere.
    func checkPath() throws {
        guard !steps.isEmpty, !isPathMet, !hasEmptyArray, hasBegun, !wantsObjects else { return }
        // A file that can be read once more tells where records are; the one that is meant has the last key, in
        // JSON's own form or with the strokes of XML.
        let path = parser.scanner.path
        let isFile = try FileStatus(path: path)?.isRegularFile == true
        let ways = isFile ? try RecordPaths.json(path, isLineDelimited: false).paths : []
        let last = pathText(upTo: steps.count).split { ".\u{2F}".contains($0) }.last.map(String.init)
        let meant = ways.filter { $0.last == last }
        var nearest = meant.count == 1 ? meant[0].joined(separator: ".") : nil
        if nearest == nil, let missed, case .key(let key) = steps[missed.step], key.count > 2 {
            nearest = NearestName.of(String(decoding: key, as: UTF8.self), in: missed.names)
        }
        throw SeedIssue(
            .document(.noSuchRecords(pathText(upTo: steps.count), nearest: nearest)),
            at: parser.position.location(in: path),
            hint: nearest == nil ? .known(ways.map { $0.joined(separator: ".") }) : nil)
    }
}
