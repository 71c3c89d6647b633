import Files
import ObjectModel

/// A build's record of its reject files, by which a later build recognizes them: a hidden file beside the output,
/// `.NAME.rejects`, with the SHA-256 and the name of each file.
///
/// A file that is not in the record, or was edited since, belongs to the user.
struct RejectRecord {
    private static let heading = "zseed rejects 1"
    private static let longest = 16 << 20
    private static let digits = Array("0123456789abcdef".utf8)

    /// The path of the record.
    let path: String
    /// Digests and names.
    private(set) var entries: Set<Entry> = []

    struct Entry: Hashable {
        let digest: String
        let name: String
    }

    /// Reads the record of an output; an empty one if the file does not exist.
    ///
    /// - Parameter output: the path of the store, with links resolved.
    /// - Throws: ``OutputError`` if the file is not a record, `FileError`.
    init(ofOutput output: FilePath) throws {
        let path = output.folder.appending(".\(output.name).rejects").text
        self.path = path
        guard let status = try FileStatus(path: path, followsLinks: false) else { return }
        guard status.isRegularFile else { throw OutputError(.unknownFile, path: path) }
        let bytes = try InputFiles.lookingAtOutput { try FileBytes.first(Self.longest, of: path) }
        let text = String(decoding: bytes, as: UTF8.self)
        var lines = text.split(separator: "\n")
        guard lines.first.map(String.init) == Self.heading else {
            throw OutputError(.unknownFile, path: path)
        }
        lines.removeFirst()
        entries = Set(
            lines.compactMap { line in
                let parts = line.split(separator: " ", maxSplits: 1)
                guard parts.count == 2, parts[0].utf8.count == 64 else { return nil }
                return Entry(digest: String(parts[0]), name: String(parts[1]))
            })
    }

    /// The names of the files of earlier builds.
    var names: [String] { Set(entries.map(\.name)).sorted() }

    /// Returns whether an earlier build wrote this file under this name.
    ///
    /// - Throws: `FileError`.
    func knows(_ name: String, at path: String) throws -> Bool {
        guard try FileStatus(path: path, followsLinks: false)?.isRegularFile == true,
            entries.contains(where: { $0.name == name })
        else { return false }
        return entries.contains(Entry(digest: try Self.digest(ofFile: path), name: name))
    }

    /// Writes the record, or removes one without entries.
    ///
    /// - Throws: `FileError`, ``OutputError``.
    mutating func write(_ entries: Set<Entry>) throws {
        guard entries != self.entries else { return }
        self.entries = entries
        guard !entries.isEmpty else {
            Folder.remove(path)
            return
        }
        let lines = entries.sorted { ($0.name, $0.digest) < ($1.name, $1.digest) }
            .map { "\($0.digest) \($0.name)" }
        try TextOutput.write(
            ([Self.heading] + lines).joined(separator: "\n") + "\n", to: path, isOwn: true)
    }

    /// Returns the SHA-256 of a file, in hexadecimal digits.
    ///
    /// - Throws: `FileError`.
    static func digest(ofFile path: String) throws -> String {
        var digest = ContentDigest()
        try InputFiles.lookingAtOutput { try FileBytes.forEachPiece(of: path) { digest.update($0) } }
        let bytes = digest.finished().flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return String(decoding: bytes, as: UTF8.self)
    }
}
