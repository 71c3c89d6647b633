import Foundation
import SQLite
import Seeding
import StoreFormat

/// Writes the rows of one table as ``ExactCell`` describes them.
final class ExactCellWriter {
    /// How many rows were written.
    private(set) var rows = 0

    private let writer: CSVWriter
    private let columns: [(name: String, affinity: ColumnAffinity)]
    private let files: ExactValueFiles.Writer

    init(writer: CSVWriter, columns: [ColumnInfo], files: ExactValueFiles.Writer) {
        self.writer = writer
        self.columns = columns.map { ($0.name, ColumnAffinity(declaredType: $0.declaredType)) }
        self.files = files
    }

    /// Writes the row that a statement is at.
    ///
    /// - Throws: ``SeedIssue``.
    func write(_ row: Statement) throws {
        rows += 1
        for (index, column) in columns.enumerated() {
            switch row.storageClass(at: index) {
            case .null: try writer.field("")
            case .integer:
                try writer.field(ExactCell.text(row.integer(at: index), in: column.affinity))
            case .real: try writer.field(ExactCell.text(row.real(at: index), in: column.affinity))
            case .text: try row.withText(at: index) { try write(text: $0 ?? Self.nothing, column) }
            case .blob: try row.withBlob(at: index) { try write(blob: $0 ?? Self.nothing, column) }
            }
        }
        try writer.endRow()
    }

    private static var nothing: UnsafeRawBufferPointer { .init(start: nil, count: 0) }

    private func write(
        text bytes: UnsafeRawBufferPointer, _ column: (name: String, affinity: ColumnAffinity)
    ) throws {
        guard bytes.count <= ExactValueFiles.largestCell else {
            return try writeFile(bytes, column.name, .textFile, extension: "txt")
        }
        switch ExactCell.marker(ofText: bytes, in: column.affinity) {
        case nil: try writer.field(bytes)
        case .encodedText?:
            try writer.field(
                Data(bytes).base64EncodedString(), prefix: ExactCell.Marker.encodedText.rawValue)
        case let marker?: try writer.field(bytes, prefix: marker.rawValue)
        }
    }

    private func write(
        blob bytes: UnsafeRawBufferPointer, _ column: (name: String, affinity: ColumnAffinity)
    ) throws {
        guard bytes.count <= ExactValueFiles.largestCell else {
            return try writeFile(bytes, column.name, .blobFile, extension: "bin")
        }
        try writer.field(ExactCell.text(blob: bytes))
    }

    private func writeFile(
        _ bytes: UnsafeRawBufferPointer, _ column: String, _ marker: ExactCell.Marker,
        extension suffix: String
    ) throws {
        let name = try files.write(bytes, column: column, row: rows, extension: suffix)
        try writer.field(name, prefix: marker.rawValue)
    }
}
