import Archives
import Files
import XML

/// A file that is an archive of parts, the format of office documents.
final class OfficePackage {
    let path: String
    let archive: ZipArchive

    /// Opens a file, or standard input.
    ///
    /// - Throws: ``SeedIssue``.
    init(path: String) throws {
        self.path = path
        if path != StandardInput.path { try SourceFile.check(path) }
        let file = try FileInput(path: path)
        let head = Array(try PeekingInput(file).peek(CompoundFile.magic.count))
        if head == CompoundFile.magic {
            throw SeedIssue(
                .file(.foreignFormat(try CompoundFile(file).format, isCompressed: false)),
                at: .init(path: path))
        }
        guard head.starts(with: Self.magic) || head.isEmpty else {
            if let found = try ForeignFormat.of(path: path) { throw found.issue(at: path) }
            throw SeedIssue(ArchiveError.notAnArchive, path: path)
        }
        do {
            archive = try ZipArchive(try file.duplicate(), takesOver: true)
        } catch let error as ArchiveError {
            throw SeedIssue(error, path: path)
        }
    }

    /// The first bytes of archives.
    private static let magic = Array("PK".utf8)

    /// Returns the bytes of a member, or nil if it does not exist.
    ///
    /// - Throws: ``SeedIssue``.
    func input(_ name: String) throws -> (any ByteInput)? {
        guard let member = archive.member(name) else { return nil }
        do {
            return MemberInput(try archive.open(member), path: path)
        } catch let error as ArchiveError {
            throw SeedIssue(error, path: path)
        }
    }

    /// Returns the XML of a part, or nil if it does not exist.
    ///
    /// - Throws: ``SeedIssue``.
    func part(_ name: String) throws -> PackagePart? {
        guard let input = try input(name) else { return nil }
        return PackagePart(
            try XMLSource.reader(of: BoundedInput(input, path: path), path: "\(path):\(name)"))
    }

    /// Returns the XML of a required part.
    ///
    /// - Throws: ``SeedIssue``.
    func neededPart(_ name: String) throws -> PackagePart {
        guard let part = try part(name) else { throw missing(name) }
        return part
    }

    /// Returns the XML of a required part of any size: a sheet, or the texts of all sheets.
    ///
    /// - Throws: ``SeedIssue``.
    func neededReader(_ name: String) throws -> XMLReader {
        guard let input = try input(name) else { throw missing(name) }
        return try XMLSource.reader(of: input, path: "\(path):\(name)")
    }

    private func missing(_ name: String) -> SeedIssue {
        SeedIssue(.spreadsheet(.missingPart(name)), at: .init(path: path))
    }
}

/// The bytes of a part with limited size, because all its content is kept in memory.
private final class BoundedInput: ByteInput {
    private let input: any ByteInput
    private let path: String
    private var count = 0

    init(_ input: any ByteInput, path: String) {
        self.input = input
        self.path = path
    }

    var fractionRead: Double? { input.fractionRead }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let read = try input.read(into: buffer)
        count += read
        guard count <= Limits.sheetPartBytes.most else {
            throw SeedIssue(.spreadsheet(.tooMuchText(Limits.sheetPartBytes)), at: .init(path: path))
        }
        return read
    }
}

/// A small part of a package, read element by element, with names without prefixes.
///
/// Namespaces are ignored. Two families of namespaces name the same elements (ECMA-376 parts 1 and 4, "strict" and
/// "transitional"), and prefixes are arbitrary.
final class PackagePart {
    let xml: XMLReader
    private(set) var name = ""
    private(set) var attributes: [String: String] = [:]
    private var waiting: XMLReader.Event?
    /// The number of open elements.
    private(set) var depth = 0

    init(_ xml: XMLReader) { self.xml = xml }

    /// Advances to the next start tag.
    ///
    /// - Returns: whether there is one.
    /// - Throws: ``SeedIssue``.
    func nextElement() throws -> Bool {
        while true {
            let event = try waiting ?? xml.next()
            waiting = nil
            switch event {
            case .startElement:
                depth += 1
                name = String(decoding: Self.local(xml.name), as: UTF8.self)
                attributes = [:]
                while true {
                    let event = try xml.next()
                    guard event == .attribute else {
                        waiting = event
                        return true
                    }
                    attributes[String(decoding: Self.local(xml.name), as: UTF8.self)] =
                        String(decoding: xml.text, as: UTF8.self)
                }
            case .endElement: depth -= 1
            case .end: return false
            case .attribute, .text: break
            }
        }
    }

    /// Returns a name without its prefix.
    static func local(_ name: [UInt8]) -> ArraySlice<UInt8> {
        guard let colon = name.firstIndex(of: UInt8(ascii: ":")) else { return name[...] }
        return name[(colon + 1)...]
    }
}
