import Files
import ObjectModel

/// Follows the keys of `records:` through a JSON document, from one record to the next.
///
/// Arrays on the path are followed element by element. The memory is that of the open objects and arrays on the
/// path, regardless of the document's length.
final class JSONWalker {
    /// A key, or every value of an object or array.
    private enum Step: Equatable {
        case key([UInt8])
        case each
    }

    /// An object or array on the path.
    private struct Container {
        let isArray: Bool
        /// The step to find in an object, or to take with each element of an array.
        let step: Int
        /// Whether the elements are the values of ``Step/each``.
        var givesEach = false
        /// The number of elements or members so far.
        var count = 0
        /// Whether the key was found.
        var isMet = false
    }

    private let parser: JSONParser
    private let steps: [Step]
    private let isLineDelimited: Bool
    /// Whether only objects count as records, which is needed to read enclosing objects ahead.
    private let wantsObjects: Bool
    /// Whether a document that is an object is a record.
    private let takesRoot: Bool
    private let parents: ParentRecords?
    /// Readers for the values of each level. Nil for a level that is not used.
    private let readers: [JSONRecordReader?]

    private var open: [Container] = []
    private var hasBegun = false
    private var openArrays = 0
    /// The keys of the open containers, if they are needed.
    private var keys: [[UInt8]] = []
    private var key: [UInt8] = []
    private let needsPositions: Bool
    /// A record that was found before it was requested.
    private var waiting: JSONParser.Event?

    /// Whether the last key was found.
    private var isPathMet = false
    private var hasEmptyArray = false
    /// The existing names beside a missing key, for the first step that failed.
    private var missed: (step: Int, names: Set<String>)?

    /// Whether reading can continue after the last error.
    private(set) var isInStep = false

    init(
        parser: JSONParser, path: [String], parents: ParentRecords? = nil,
        isLineDelimited: Bool = false, wantsObjects: Bool = false, takesRoot: Bool = false
    ) {
        self.takesRoot = takesRoot
        self.parser = parser
        steps = path.map { $0 == RecordOptions.eachValue ? .each : .key(Array($0.utf8)) }
        self.isLineDelimited = isLineDelimited
        self.wantsObjects = wantsObjects
        self.parents = parents
        needsPositions = parents?.needsPositions ?? false
        readers = (parents?.levels ?? []).map { level in
            level.map { JSONRecordReader(parser: parser, assembler: $0.assembler) }
        }
    }

    /// Begins a document.
    func restart() {
        open.removeAll(keepingCapacity: true)
        keys.removeAll(keepingCapacity: true)
        key.removeAll(keepingCapacity: true)
        openArrays = 0
        hasBegun = false
        waiting = nil
        parents?.restart()
    }

    /// Advances to the first array of records, to check that there is one.
    ///
    /// - Throws: ``SeedIssue``.
    func findRecords() throws { waiting = try advance(stopsAtArray: true) }

    /// Advances to the next record.
    ///
    /// - Returns: the first part of the record, or nil after the last one at the end of the document.
    /// - Throws: ``SeedIssue``, see ``isInStep``.
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
        if needsPositions { key = keys.last ?? [] }
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
            if needsPositions { key = parser.text }
            return try visit(
                try parser.next(), step: object.step + 1, isElement: false,
                position: object.count + 1)
        case .key(let wanted):
            guard parser.text.elementsEqual(wanted) else {
                try other(step: object.step)
                return nil
            }
            if needsPositions { key = parser.text }
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

    /// Reads a member of an object that does not lead to records.
    private func other(step: Int) throws {
        if !isPathMet { note(String(decoding: parser.text, as: UTF8.self), besides: step) }
        if step < readers.count, let reader = readers[step] {
            try reader.readMember()
        } else {
            try parser.skip(after: try parser.next())
        }
    }

    /// Ends an object.
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
        if needsPositions, !keys.isEmpty { keys.removeLast() }
    }

    private func begin(_ container: Container) {
        open.append(container)
        if container.isArray { openArrays += 1 }
        if needsPositions { keys.append(key) }
    }

    // MARK: Values

    /// Takes a value on the path.
    ///
    /// - Returns: the first part of a record, if the value is one.
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

    /// Takes a value at the end of the path. It need not be an array if an array is on the path.
    private func records(
        _ event: JSONParser.Event, position: Int
    ) throws -> JSONParser.Event? {
        isPathMet = true
        if event == .beginArray {
            begin(Container(isArray: true, step: steps.count))
            return nil
        }
        guard
            isLineDelimited || wantsObjects || openArrays > 0 || steps.contains(.each)
                || takesRoot && event == .beginObject
        else {
            var issue = SeedIssue(
                .document(.recordsAreNoArray), at: parser.position.location(in: parser.scanner.path))
            if event == .beginObject { issue.hint = .recordsUnderKeys }
            throw issue
        }
        return event == .null ? nil : try record(event, position: position)
    }

    @inline(__always)
    private func record(_ event: JSONParser.Event, position: Int) throws -> JSONParser.Event? {
        if needsPositions { parents?.setPosition(steps.count, at: position, key: key) }
        guard !wantsObjects || event == .beginObject else {
            try parser.skip(after: event)
            return nil
        }
        return event
    }

    /// Takes a value between the root and the records.
    private func follow(
        _ event: JSONParser.Event, step: Int, isElement: Bool, position: Int
    ) throws -> JSONParser.Event? {
        switch event {
        case .beginObject:
            if needsPositions { parents?.setPosition(step, at: position, key: key) }
            begin(Container(isArray: false, step: step))
            parents?.levels[step]?.begin(at: parser.position)
        case .beginArray where !isElement:
            begin(Container(isArray: true, step: step))
        case .beginArray where steps[step] == .each:
            if needsPositions { parents?.setPosition(step, at: position, key: key) }
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

    /// Returns an error about a value, after skipping the value so that reading can continue.
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

    /// Records a name that exists beside a missing key, or only that the key is missing.
    private func note(_ name: String?, besides step: Int) {
        if missed.map({ $0.step < step }) ?? true { missed = (step, []) }
        guard let name, missed?.step == step, missed?.names.count ?? 0 < 64 else { return }
        missed?.names.insert(name)
    }

    /// Checks at the end that the path exists.
    ///
    /// - Throws: ``SeedIssue`` if a key was not found.
    func checkPath() throws {
        guard !steps.isEmpty, !isPathMet, !hasEmptyArray, hasBegun, !wantsObjects else { return }
        // A regular file is read again to find its records. The intended path probably has the same last key,
        // whether it is written with dots as in JSON or with slashes as in XML.
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
