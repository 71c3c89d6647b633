import Files
import Foundation
import ObjectModel
import SQLite
import Seeding
import StoreFormat

/// What becomes of the values of one column on their way from a store into a plain database.
struct PlainCell {
    /// The forms of values.
    enum Form: Equatable {
        /// Numbers and texts, as they are stored.
        case asStored
        /// ISO 8601 text.
        case date
        /// A number as text, so that nobody rounds it.
        case decimal
        /// The text of sixteen bytes.
        case uuid
        /// Bytes, those outside of the store included.
        case bytes
        /// JSON, as SwiftData keeps `Codable` values.
        case json
        /// JSON in a keyed archive, as SwiftData keeps arrays.
        case archivedJSON
    }

    let form: Form
    /// The SQL of the column, or of what several columns hold together.
    let sql: String
    /// Whether a leading byte tells where the bytes are (docs/format.md#rows).
    let hasLeadingByte: Bool

    /// What could not be taken along as it should.
    struct Faults {
        var missingFiles = 0
        /// A file that is there and cannot be read: nothing is exported.
        var unreadableFile: FileError?
        var unreadableTexts = 0
    }

    /// Looks at the values that there are and chooses.
    ///
    /// - Parameter elements: what the elements of an array of SwiftData's are; nil for all others.
    /// - Throws: `DatabaseError`.
    init(
        _ attribute: AttributeColumn, of table: String, elements: SourceValues.Element?,
        in connection: Connection
    ) throws {
        sql = attribute.column.sqlIdentifier
        hasLeadingByte = attribute.attribute.allowsExternalBinaryDataStorage
        switch attribute.attribute.type {
        case .decimal: form = .decimal
        case .uuid: form = .uuid
        case .date, .binaryData, .transformable:
            let found = try ValueForm(
                attribute, rows: "1", of: table, folder: "", elements: elements, in: connection)
            form =
                switch found.kind {
                case .date: .date
                case .json: .json
                case .archivedJSON: .archivedJSON
                case .base64, .files: .bytes
                default: .asStored
                }
        default: form = .asStored
        }
    }

    /// A column whose values stay as they are.
    init(sql: String) {
        (form, self.sql, hasLeadingByte) = (.asStored, sql, false)
    }

    /// Adds the value of a row to a batch.
    func append(
        _ row: Statement, at index: Int, to batch: RowBatch, as parameter: Int, external: ExternalDataFiles,
        faults: inout Faults
    ) {
        switch row.storageClass(at: index) {
        case .null: batch.appendNull(at: parameter)
        case .integer:
            let value = row.integer(at: index)
            switch form {
            case .date: append(date: Double(value), to: batch, as: parameter)
            case .decimal: append(String(value), to: batch, as: parameter)
            default: batch.append(value, at: parameter)
            }
        case .real:
            let value = row.real(at: index)
            switch form {
            case .date: append(date: value, to: batch, as: parameter)
            case .decimal: append(NumberText.decimal(value), to: batch, as: parameter)
            default: batch.append(value, at: parameter)
            }
        case .text:
            row.withText(at: index) { bytes in
                let bytes = bytes ?? Self.nothing
                if !Self.isReadable(bytes) { faults.unreadableTexts += 1 }
                batch.append(text: bytes, at: parameter)
            }
        case .blob:
            row.withBlob(at: index) { stored in
                append(stored ?? Self.nothing, to: batch, as: parameter, external, &faults)
            }
        }
    }

    private static var nothing: UnsafeRawBufferPointer { .init(start: nil, count: 0) }

    private static func isReadable(_ bytes: UnsafeRawBufferPointer) -> Bool {
        UTF8Validation.firstInvalidOffset(in: bytes) == nil && !bytes.contains(0)
    }

    private func append(_ text: String, to batch: RowBatch, as parameter: Int) {
        var text = text
        text.withUTF8 { batch.append(text: UnsafeRawBufferPointer($0), at: parameter) }
    }

    private func append(date seconds: Double, to batch: RowBatch, as parameter: Int) {
        guard let text = ISO8601Text.text(referenceSeconds: seconds) else {
            return batch.append(seconds, at: parameter)
        }
        append(text, to: batch, as: parameter)
    }

    private func append(
        _ stored: UnsafeRawBufferPointer, to batch: RowBatch, as parameter: Int,
        _ external: ExternalDataFiles,
        _ faults: inout Faults
    ) {
        switch form {
        case .uuid where stored.count == 16:
            var text = TextBytes(capacity: 64)
            text.append(uuid: stored)
            batch.append(text: text.bytes, at: parameter)
        case .json: batch.append(text: inner(stored), at: parameter)
        case .archivedJSON:
            guard let json = CodableList.json(archive: Array(stored)) else {
                return batch.append(blob: stored, at: parameter)
            }
            json.withUnsafeBytes { batch.append(text: $0, at: parameter) }
        case .bytes where hasLeadingByte && stored.first == 2:
            do throws(ExternalDataFiles.Failure) {
                try external.withValue(of: stored) { batch.append(blob: $0, at: parameter) }
            } catch {
                faults.missingFiles += 1
                faults.unreadableFile = faults.unreadableFile ?? error.fault
                batch.appendNull(at: parameter)
            }
        case .bytes: batch.append(blob: inner(stored), at: parameter)
        default: batch.append(blob: stored, at: parameter)
        }
    }

    /// The bytes of a value without the one that tells that they are here.
    private func inner(_ stored: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        guard hasLeadingByte, stored.first == 1 else { return stored }
        return UnsafeRawBufferPointer(rebasing: stored.dropFirst())
    }
}
