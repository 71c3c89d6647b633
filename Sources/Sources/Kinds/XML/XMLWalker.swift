import Files
import ObjectModel
import XML

/// Follows the elements of `records:` through an XML document, from one record to the next.
final class XMLWalker {
    private let xml: XMLReader
    private let path: String
    private let elements: [[UInt8]]
    private let parents: ParentRecords?
    /// Gathers the values of each level; nil where none is used.
    private let readers: [XMLRecordReader?]
    /// How many of the open elements, from the root, are those of the path.
    private var matched = 0
    /// How many elements of the path each open one has had.
    private var counts: [Int]
    /// Whether the way to the records was met.
    private var isPathMet = false
    /// The names of elements beside those of the path, for the first step that failed.
    private var missed: (step: Int, names: Set<String>) = (0, [])
    /// Whether reading can go on after the last error.
    private(set) var isInStep = false

    init(
        xml: XMLReader, path: String, elements: [String], parents: ParentRecords? = nil,
        lists: [String] = []
    ) {
        self.xml = xml
        self.path = path
        self.elements = elements.map { Array($0.utf8) }
        self.parents = parents
        counts = Array(repeating: 0, count: elements.count)
        let levels = parents?.levels ?? []
        readers = levels.enumerated().map { index, level in
            level.map { level in
                let prefix = ParentColumn.name(of: "", height: levels.count - index)
                return XMLRecordReader(
                    xml: xml, assembler: level.assembler, path: path,
                    lists: lists.filter { $0.hasPrefix(prefix) }.map {
                        String($0.dropFirst(prefix.count))
                    }, marksAttributes: true)
            }
        }
    }

    /// Goes to the next record.
    ///
    /// - Returns: whether there is one; it has begun then.
    /// - Throws: ``SeedIssue``; see ``isInStep``.
    func next() throws -> Bool {
        isInStep = false
        while true {
            switch try xml.next() {
            case .startElement:
                if try begin() { return true }
            case .endElement:
                guard matched > xml.depth else { continue }
                matched = xml.depth
                if let issue = parents?.levels[matched].flatMap(\.lateIssue) {
                    isInStep = true
                    throw issue
                }
            case .attribute:
                guard xml.depth == matched, matched > 0 else { continue }
                reader(matched - 1)?.takeAttribute()
            case .text: continue
            case .end:
                guard isPathMet else { throw try noSuchRecords() }
                return false
            }
        }
    }

    /// An element begins; whether it is a record.
    private func begin() throws -> Bool {
        guard xml.depth == matched + 1 else { return false }
        guard elements[matched].elementsEqual(xml.name) else {
            if !isPathMet { note(String(decoding: xml.name, as: UTF8.self)) }
            if matched > 0, let reader = reader(matched - 1) { try reader.readChild() }
            return false
        }
        counts[matched] += 1
        if let parents, parents.asksForStandings {
            parents.stand(matched, at: counts[matched], key: [])
        }
        if matched > 0 { parents?.levels[matched - 1]?.meetRecords() }
        guard xml.depth < elements.count else {
            isPathMet = true
            return true
        }
        parents?.levels[matched]?.begin(at: xml.position)
        matched += 1
        counts[matched] = 0
        isPathMet = isPathMet || matched == elements.count - 1
        return false
    }

    private func reader(_ level: Int) -> XMLRecordReader? {
        level < readers.count ? readers[level] : nil
    }

    private func note(_ name: String) {
        if matched > missed.step { missed = (matched, []) }
        guard matched == missed.step, missed.names.count < 64 else { return }
        missed.names.insert(name)
    }

    private func noSuchRecords() throws -> SeedIssue {
        let names = elements.map { String(decoding: $0, as: UTF8.self) }
        // A file that can be read once more tells where records are; the one that is meant has the last name, in
        // XML's own form or with the dots of JSON.
        let isFile = try FileStatus(path: path)?.isRegularFile == true
        let ways = isFile ? try RecordPaths.xml(path).paths : []
        let last = names.last?.split(separator: ".").last.map(String.init)
        let meant = ways.filter { $0.last == last }
        let wanted = names[missed.step]
        let nearest =
            meant.count == 1
            ? meant[0].joined(separator: "/")
            : wanted.count > 2 ? NearestName.of(wanted, in: missed.names) : nil
        return SeedIssue(
            .document(.noSuchRecords(names.joined(separator: "/"), nearest: nearest)), at: .init(path: path),
            hint: nearest == nil ? .known(ways.map { $0.joined(separator: "/") }) : nil)
    }
}
