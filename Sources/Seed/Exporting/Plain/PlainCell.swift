import Files
import ObjectModel
import SQLite
import Seeding
import StoreFormat

/// The conversion of one column's values from a store to a plain database.
struct PlainCell {
    /// The forms of values.
    enum Form: Equatable {
        /// Numbers and texts, unchanged.
        case asStored
        /// ISO 8601 text.
        case date
        /// A number as text, which no program rounds.
        case decimal
        /// The text of a UUID's 16 bytes.
        case uuid
        /// Bytes, including those outside of the store.
        case bytes
        /// JSON, as SwiftData keeps `Codable` values.
        case json
        /// JSON in a keyed archive, as SwiftData keeps arrays.
        case archivedJSON
    }

    let form: Form
    /// The SQL of the value, which may be in one of several columns.
    let sql: String
    /// Whether a leading byte marks the place of the bytes (docs/internals/format.md#rows).
    let hasLeadingByte: Bool

    /// The values that could not be exported unchanged.
    struct Faults {
        var missingFiles = 0
        /// An existing file that cannot be read, which prevents the export.
        var unreadableFile: FileError?
        var unreadableTexts = 0
    }

    /// Examines the values in the store and chooses a form.
    ///
    /// - Parameter elements: the type of the elements of a SwiftData array; nil for other attributes.
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

    /// Creates a column whose values are unchanged.
    init(sql: String) {
        (form, self.sql, hasLeadingByte) = (.asStored, sql, false)
    }

    /// Appends the value of a row to a batch.
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

    /// Returns the bytes of a value without the leading byte that marks them as being in the row.
    private func inner(_ stored: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        guard hasLeadingByte, stored.first == 1 else { return stored }
        return UnsafeRawBufferPointer(rebasing: stored.dropFirst())
    }
}
