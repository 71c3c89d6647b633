import Files
import ObjectModel
import XML

/// Follows the elements of `records:` through an XML document, from one record to the next.
final class XMLWalker {
    private let xml: XMLReader
    private let path: String
    private let elements: [[UInt8]]
    private let parents: ParentRecords?
    /// Readers for the values of each level. Nil for a level that is not used.
    private let readers: [XMLRecordReader?]
    /// The number of open elements, from the root, that match the path.
    private var matched = 0
    /// The number of elements of the path so far in each open one.
    private var counts: [Int]
    /// Whether the path to the records was found.
    private var isPathMet = false
    /// The names of elements beside those of the path, for the first step that failed.
    private var missed: (step: Int, names: Set<String>) = (0, [])
    /// Whether reading can continue after the last error.
    private(set) var isInStep = false
    /// Whether records with the tags of the last one are skipped.
    private var skipsAlike: Bool
    /// The tags of the last record, and those of the next one if it is a record.
    private var (shape, nextShape): (RecordShape?, RecordShape?)
    /// The number of records whose tags differ from those of the last one, less those that were skipped.
    private var differing = 0

    /// - Parameter skipsAlike: whether to skip records that have the tags, and therefore the columns, of the last one.
    init(
        xml: XMLReader, path: String, elements: [String], parents: ParentRecords? = nil,
        lists: [String] = [], skipsAlike: Bool = false
    ) {
        self.xml = xml
        self.skipsAlike = skipsAlike
        if skipsAlike { xml.boundary = elements.last.map { Array($0.utf8) } }
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

    /// Advances to the next record.
    ///
    /// - Returns: whether there is one. It is then the open element.
    /// - Throws: ``SeedIssue``, see ``isInStep``.
    func next() throws -> Bool {
        isInStep = false
        while true {
            if skipsAlike, xml.depth == matched, matched == elements.count - 1, try skipAlike() { continue }
            switch try xml.next() {
            case .startElement:
                let isRecord = try begin()
                if isRecord, nextShape != nil { shape = nextShape }
                nextShape = nil
                if isRecord { return true }
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

    /// Skips the next record if it has the tags of the last one, and returns whether it was skipped.
    private func skipAlike() throws -> Bool {
        let isSkipped = try xml.takePlain { bytes in
            let space = bytes.prefix(while: XMLReader.isSpace).count
            let rest = UnsafeRawBufferPointer(rebasing: bytes[space...])
            if let length = shape?.length(in: rest) { return space + length }
            nextShape = RecordShape(of: rest)
            differing += 1
            return nil
        }
        if isSkipped {
            differing -= 1
            if matched > 0 { parents?.levels[matched - 1]?.meetRecords() }
        } else if differing > Self.differingLimit {
            (skipsAlike, xml.boundary) = (false, nil)
        }
        return isSkipped
    }

    /// The number of differing records after which looking for equal ones takes longer than reading them.
    private static let differingLimit = 64

    /// Begins an element, and returns whether it is a record.
    private func begin() throws -> Bool {
        guard xml.depth == matched + 1 else { return false }
        guard elements[matched].elementsEqual(xml.name) else {
            if !isPathMet { note(String(decoding: xml.name, as: UTF8.self)) }
            if matched > 0, let reader = reader(matched - 1) { try reader.readChild() }
            return false
        }
        counts[matched] += 1
        if let parents, parents.needsPositions {
            parents.setPosition(matched, at: counts[matched], key: [])
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
        // A regular file is read again to find its records. The intended path probably has the same last name,
        // whether it is written with slashes as in XML or with dots as in JSON.
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
