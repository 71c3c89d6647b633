import Foundation
import Inputs
import SQLite
import Seeding
import StoreFormat

/// Writes the rows of one table in the form of ``ExactCell``.
final class ExactCellWriter {
    /// The number of rows written.
    private(set) var rows = 0

    private let writer: CSVWriter
    private let names: [String]
    private let affinities: [ColumnAffinity]
    private let files: ExactValueFiles.Writer

    init(writer: CSVWriter, columns: [ColumnInfo], files: ExactValueFiles.Writer) {
        self.writer = writer
        names = columns.map(\.name)
        affinities = columns.map { ColumnAffinity(declaredType: $0.declaredType) }
        self.files = files
    }

    /// Writes the current row of a statement.
    ///
    /// - Throws: ``SeedIssue``.
    func write(_ row: Statement) throws {
        rows += 1
        for index in affinities.indices {
            let affinity = affinities[index]
            switch row.storageClass(at: index) {
            case .null: writer.emptyField()
            case .integer where affinity != .text: writer.field(row.integer(at: index))
            case .integer: try writer.field(ExactCell.text(row.integer(at: index), in: affinity))
            case .real where affinity != .text:
                writer.field(row.real(at: index), showsFraction: true)
            case .real: try writer.field(ExactCell.text(row.real(at: index), in: affinity))
            case .text: try write(text: row.bytes(at: index), affinity, index)
            case .blob: try row.withBlob(at: index) { try write(blob: $0 ?? Self.nothing, index) }
            }
        }
        try writer.endRow()
    }

    private static var nothing: UnsafeRawBufferPointer { .init(start: nil, count: 0) }

    private func write(
        text bytes: UnsafeRawBufferPointer, _ affinity: ColumnAffinity, _ column: Int
    ) throws {
        guard bytes.count <= ExactValueFiles.largestCell else {
            return try writeFile(bytes, column, .textFile, extension: "txt")
        }
        switch ExactCell.marker(ofText: bytes, in: affinity) {
        case nil: try writer.field(bytes)
        case .encodedText?:
            try writer.field(
                Data(bytes).base64EncodedString(), prefix: ExactCell.Marker.encodedText.rawValue)
        case let marker?: try writer.field(bytes, prefix: marker.rawValue)
        }
    }

    private func write(blob bytes: UnsafeRawBufferPointer, _ column: Int) throws {
        guard bytes.count <= ExactValueFiles.largestCell else {
            return try writeFile(bytes, column, .blobFile, extension: "bin")
        }
        try writer.field(ExactCell.text(blob: bytes))
    }

    private func writeFile(
        _ bytes: UnsafeRawBufferPointer, _ column: Int, _ marker: ExactCell.Marker,
        extension suffix: String
    ) throws {
        let name = try files.write(bytes, column: names[column], row: rows, extension: suffix)
        try writer.field(name, prefix: marker.rawValue)
    }
}
