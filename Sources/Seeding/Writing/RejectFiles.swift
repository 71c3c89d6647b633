import Foundation

/// The rows that were left out, one CSV file for each source: its columns, and why in `reason`.
///
/// The files are written to a private folder beside the output and come into place with the store.
final class RejectFiles {
    /// Where the files go.
    let folder: String
    private let temporaryFolder: String
    private let sourceNames: [String]
    private let text: @Sendable (SeedIssue) -> String
    private var files: [String: FileHandle] = [:]
    private var isPlaced = false

    /// The paths of the files, once they are in place.
    private(set) var paths: [String] = []

    /// Prepares the files; nothing is written before the first row is left out.
    ///
    /// - Parameters:
    ///   - folder: where the files go.
    ///   - sourceNames: all sources of the plan: their files of an earlier build are removed.
    ///   - text: the words for an issue.
    init(
        folder: String, sourceNames: [String], text: @escaping @Sendable (SeedIssue) -> String
    ) {
        self.folder = folder
        self.sourceNames = sourceNames
        self.text = text
        let parent = (folder as NSString).deletingLastPathComponent
        let name = (folder as NSString).lastPathComponent
        temporaryFolder =
            (parent.isEmpty ? "." : parent)
            + "/.\(name).zseed-\(ProcessInfo.processInfo.processIdentifier)"
    }

    deinit {
        for file in files.values { try? file.close() }
        if !isPlaced { try? FileManager.default.removeItem(atPath: temporaryFolder) }
    }

    /// Adds the current row of a source.
    ///
    /// - Throws: ``SeedIssue`` for an I/O error.
    func add(_ source: any RecordSource, named name: String, issues: [SeedIssue]) throws {
        let reason = issues.map(text).joined(separator: "; ")
        let record = source.record
        var cells = (0..<record.count).map { Self.cell(record[$0]) }
        while cells.count < source.columns.count { cells.append("") }
        do {
            let file = try self.file(named: name, columns: source.columns)
            try file.write(contentsOf: Self.line(cells + [reason]))
        } catch {
            throw SeedIssue(.fileSystem("\(error)"), at: .init(path: folder))
        }
    }

    private func file(named name: String, columns: [String]) throws -> FileHandle {
        if let file = files[name] { return file }
        try FileManager.default.createDirectory(
            atPath: temporaryFolder, withIntermediateDirectories: true)
        let path = temporaryFolder + "/" + Self.fileName(name)
        guard FileManager.default.createFile(atPath: path, contents: nil),
            let file = FileHandle(forWritingAtPath: path)
        else { throw SeedIssue(.fileSystem("cannot create \(path)"), at: .init(path: folder)) }
        files[name] = file
        try file.write(contentsOf: Self.line(columns + ["reason"]))
        return file
    }

    /// Puts the files in place, and removes those of an earlier build.
    ///
    /// - Throws: ``SeedIssue`` for an I/O error.
    func place() throws {
        let manager = FileManager.default
        do {
            for name in sourceNames {
                let path = folder + "/" + Self.fileName(name)
                if manager.fileExists(atPath: path) { try manager.removeItem(atPath: path) }
            }
            for (name, file) in files.sorted(by: { $0.key < $1.key }) {
                try file.synchronize()
                try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
                let path = folder + "/" + Self.fileName(name)
                try manager.moveItem(
                    atPath: temporaryFolder + "/" + Self.fileName(name), toPath: path)
                paths.append(path)
            }
            try? manager.removeItem(atPath: temporaryFolder)
            isPlaced = true
            if files.isEmpty, try manager.fileExists(atPath: folder)
                && manager.contentsOfDirectory(atPath: folder).isEmpty
            {
                try manager.removeItem(atPath: folder)
            }
        } catch {
            throw SeedIssue(.fileSystem("\(error)"), at: .init(path: folder))
        }
    }

    // MARK: Texts

    private static func fileName(_ source: String) -> String {
        source.replacingOccurrences(of: "/", with: "_") + ".csv"
    }

    private static func line(_ cells: [String]) -> Data {
        Data((cells.map(quoted).joined(separator: ",") + "\n").utf8)
    }

    private static func quoted(_ cell: String) -> String {
        guard cell.unicodeScalars.contains(where: { "\",\r\n".unicodeScalars.contains($0) }) else {
            return cell
        }
        return "\"" + cell.replacingOccurrences(of: "\"", with: "\"\"") + "\""
    }

    /// A cell as text; blobs in hexadecimal.
    private static func cell(_ field: Field) -> String {
        guard case .blob(let bytes) = field else {
            return field.isEmpty ? "" : field.display
        }
        let digits = Array("0123456789ABCDEF".utf8)
        return String(
            decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] },
            as: UTF8.self)
    }
}
