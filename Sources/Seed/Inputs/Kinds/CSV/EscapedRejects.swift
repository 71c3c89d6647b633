import Files

/// A file with the rejected rows of an ``EscapedSource``, in the same format.
final class EscapedRejects: RejectFile {
    private let file: FileWriter

    /// - Throws: `FileError`.
    init(path: String, source: any RecordSource, options: CSVOptions, reason: String) throws {
        file = try FileWriter(creating: path)
        guard options.hasHeader else { return }
        try file.write((source.columns + [reason]).joined(separator: "\t").utf8)
        try file.write(Self.lineFeed)
    }

    /// Adds a row. If the row is too long, its extra cells follow the reason, so that the columns fit.
    func add(_ source: any RecordSource, reason: String) throws {
        let record = source.record
        for index in source.columns.indices {
            try write(record[index])
            try file.write(Self.tab)
        }
        try reason.withUTF8Bytes { try write(.text($0)) }
        for index in source.columns.count..<max(source.columns.count, record.count) {
            try file.write(Self.tab)
            try write(record[index])
        }
        try file.write(Self.lineFeed)
    }

    func close() throws { try file.finish() }

    private func write(_ field: Field) throws {
        guard case .text(let bytes) = field else { return try file.write("\\N".utf8) }
        for byte in bytes {
            if let escape = EscapedSource.escapes.first(where: { $0.value == byte }) {
                try file.write(UInt8(ascii: "\\"))
                try file.write(escape.key)
            } else {
                try file.write(byte)
            }
        }
    }

    private static let tab: UInt8 = 0x09
    private static let lineFeed: UInt8 = 0x0A
}
