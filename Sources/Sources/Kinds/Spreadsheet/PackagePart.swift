import Archives
import Files
import XML

/// A file that is an archive of parts, as office programs write them.
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

    /// With what archives begin.
    private static let magic = Array("PK".utf8)

    /// The bytes of a member; nil where there is none.
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

    /// The XML of a part; nil where there is none.
    ///
    /// - Throws: ``SeedIssue``.
    func part(_ name: String) throws -> PackagePart? {
        guard let input = try input(name) else { return nil }
        return PackagePart(
            try XMLSource.reader(of: BoundedInput(input, path: path), path: "\(path):\(name)"))
    }

    /// The XML of a part that must be there.
    ///
    /// - Throws: ``SeedIssue``.
    func neededPart(_ name: String) throws -> PackagePart {
        guard let part = try part(name) else { throw missing(name) }
        return part
    }

    /// The XML of a part that must be there, and may be of any size: a sheet, the texts of all sheets.
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

/// The bytes of a small part: all that is in it is kept.
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

/// A small part of a package, element by element: names without their prefixes, whatever namespaces say.
///
/// Two families of namespaces name the same elements (ECMA-376 parts 1 and 4, "strict" and
/// "transitional"), and prefixes are the writer's choice.
final class PackagePart {
    let xml: XMLReader
    private(set) var name = ""
    private(set) var attributes: [String: String] = [:]
    private var waiting: XMLReader.Event?
    /// How many elements are open.
    private(set) var depth = 0

    init(_ xml: XMLReader) { self.xml = xml }

    /// Goes to the next element that begins.
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

    /// A name without its prefix.
    static func local(_ name: [UInt8]) -> ArraySlice<UInt8> {
        guard let colon = name.firstIndex(of: UInt8(ascii: ":")) else { return name[...] }
        return name[(colon + 1)...]
    }
}
