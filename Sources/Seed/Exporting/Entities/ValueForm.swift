import Files
import Foundation
import ObjectModel
import SQLite
import Seeding
import StoreFormat

/// The form of one attribute's values in files for people, with the keys of a plan that read them again.
struct ValueForm {
    /// The kinds of texts.
    enum Kind: Equatable {
        case plain
        case boolean
        case float
        case date
        case uuid
        case base64
        /// Bytes that are JSON, as SwiftData keeps `Codable` values.
        case json
        /// JSON in a keyed archive, as SwiftData keeps arrays.
        case archivedJSON
        /// Files in a folder beside the CSV file.
        case files
    }

    let attribute: AttributeColumn
    /// The columns of the value, of which the first with a value is used.
    private let columns: [String]
    let kind: Kind
    /// Whether a leading byte marks the place of the bytes (docs/internals/format.md#rows).
    let hasLeadingByte: Bool
    /// The word for an empty text or for no bytes, if an empty cell is NULL.
    let emptyWord: String?
    /// The keys of the plan besides `column`, with their YAML.
    let options: [(key: String, value: String)]

    /// Examines the values in the store and chooses a form.
    ///
    /// - Parameters:
    ///   - rows: the SQL condition for the rows of one entity.
    ///   - folder: the name of the folder for files.
    ///   - elements: the type of the elements of a SwiftData array; nil for other attributes.
    /// - Throws: `DatabaseError`.
    init(
        _ attribute: AttributeColumn, rows: String, of table: String, folder: String,
        elements: SourceValues.Element? = nil, in connection: Connection
    ) throws {
        self.attribute = attribute
        columns = [attribute.column]
        let type = attribute.attribute.type
        let column = attribute.column.sqlIdentifier
        func holds(_ condition: String) throws -> Bool {
            try connection.integer(
                "SELECT EXISTS (SELECT 1 FROM \(table.sqlIdentifier) "
                    + "WHERE \(rows) AND \(condition))"
            ) == 1
        }
        var options: [(key: String, value: String)] = []
        var kind = Kind.plain
        var emptyWord: String?
        /// An empty cell is NULL. An empty text therefore needs a word, unless the column has no NULLs.
        func reportEmpty(_ isEmpty: String) throws {
            guard try holds(isEmpty) else { return }
            guard try holds("\(column) IS NULL") else { return options.append(("default", "\"\"")) }
            emptyWord = try ["(empty)", "(empty text)", "(an empty text)"].first {
                try !holds("\(column) = \($0.sqlLiteral)")
            }
            options.append(("lookup", "{ \(YAMLText.quoted(emptyWord ?? "")): \"\" }"))
            options.append(("unmatched", "keep"))
        }
        switch type {
        case .boolean: kind = .boolean
        case .float: kind = .float
        case .uuid: kind = .uuid
        case .date:
            let range = ISO8601Text.range
            let isOutside = try holds(
                "NOT (\(column) BETWEEN \(range.lowerBound) AND \(range.upperBound))")
            kind = isOutside ? .plain : .date
            if isOutside { options.append(("date", "reference")) }
        case .binaryData, .transformable:
            // A value outside of the store is large.
            let isOutside =
                attribute.attribute.allowsExternalBinaryDataStorage
                ? " OR substr(\(column), 1, 1) = X'02'" : ""
            let isLarge = try holds(
                "(length(\(column)) > \(ExactValueFiles.largestCell)\(isOutside))")
            let values =
                "SELECT \(column) FROM \(table.sqlIdentifier) "
                + "WHERE \(rows) AND \(column) IS NOT NULL"
            let hasLeadingByte = attribute.attribute.allowsExternalBinaryDataStorage
            let list = elements.map {
                CodableList(elements: $0, separator: nil, isArchived: type == .transformable)
            }
            if !isLarge, let list,
                try Self.allBytes(
                    values, hasLeadingByte: hasLeadingByte, in: connection,
                    {
                        list.restores($0)
                    })
            {
                kind = type == .transformable ? .archivedJSON : .json
                break
            }
            let isJSON =
                try !isLarge
                && Self.allBytes(values, hasLeadingByte: hasLeadingByte, in: connection, Self.isJSON)
            kind = isLarge ? .files : isJSON ? .json : .base64
            if type == .transformable { options.append(("archive", "raw")) }
            options.append(("binary", isLarge ? "file" : isJSON ? "text" : "base64"))
            if isLarge { options.append(("folder", YAMLText.scalar(folder))) }
            // Files may be empty and need no word.
            if !isLarge { try reportEmpty("\(column) = \(hasLeadingByte ? "X'01'" : "X''")") }
        case .string:
            try reportEmpty("\(column) = ''")
        default: break
        }
        if type == .double || type == .float, try holds("\(column) IN (9e999, -9e999)") {
            options.append(("allowNonFinite", "true"))
        }
        self.kind = kind
        self.emptyWord = emptyWord
        self.options = options
        hasLeadingByte = attribute.attribute.allowsExternalBinaryDataStorage
    }

    /// Creates the form of an enumeration without raw values: the name of the chosen case. Returns nil if there are
    /// rows with other values.
    ///
    /// - Throws: `DatabaseError`.
    init?(
        enumeration: CompositeLayout, rows: String, of table: String, in connection: Connection
    ) throws {
        guard let cases = enumeration.plainCases, let first = enumeration.columns.first else { return nil }
        let columns = zip(enumeration.columns, cases).map { ($0.column.sqlIdentifier, $1.sqlLiteral) }
        let others = columns.map { "(\($0) IS NOT NULL AND \($0) IS NOT \($1))" }
        let count = columns.map { "(\($0.0) IS NOT NULL)" }.joined(separator: " + ")
        let isStrange = try connection.integer(
            "SELECT EXISTS (SELECT 1 FROM \(table.sqlIdentifier) "
                + "WHERE \(rows) AND (\(count) > 1 OR \(others.joined(separator: " OR "))))")
        guard isStrange == 0 else { return nil }
        attribute = AttributeColumn(
            path: enumeration.path, column: first.column, sqlType: first.sqlType,
            attribute: first.attribute)
        self.columns = enumeration.columns.map(\.column)
        kind = .plain
        hasLeadingByte = false
        emptyWord = nil
        options = []
    }

    /// An error that ends the examination of values.
    private struct OtherValue: Error {}

    /// Returns whether there are values, and all of them are bytes that pass a test.
    private static func allBytes(
        _ query: String, hasLeadingByte: Bool, in connection: Connection,
        _ isSuch: ([UInt8]) -> Bool
    ) throws -> Bool {
        var count = 0
        do {
            try connection.forEachRow(query) { row in
                guard row.storageClass(at: 0) == .blob, var bytes = row.blob(at: 0) else {
                    throw OtherValue()
                }
                if hasLeadingByte, bytes.first == 1 { bytes.removeFirst() }
                guard isSuch(bytes) else { throw OtherValue() }
                count += 1
            }
        } catch is OtherValue {
            return false
        }
        return count > 0
    }

    /// Returns whether bytes are an object, an array or a text of JSON that stays the same byte for byte when it is
    /// read as text.
    private static func isJSON(_ bytes: [UInt8]) -> Bool {
        let starts: [UInt8] = [0x7B, 0x5B, 0x22]
        let isText =
            bytes.first.map(starts.contains) ?? false && !bytes.contains(0)
            && bytes.withUnsafeBytes { UTF8Validation.firstInvalidOffset(in: $0) == nil }
        guard isText else { return false }
        return (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
    }

    /// Returns the SQL of the value in a row, which may be in one of several columns.
    func sql(of alias: String) -> String {
        let names = columns.map { alias + "." + $0.sqlIdentifier }.joined(separator: ", ")
        return columns.count > 1 ? "coalesce(\(names))" : names
    }

    /// The value of the attribute's key in a plan.
    var plan: String {
        let column = YAMLText.scalar(attribute.path)
        guard !options.isEmpty else { return column }
        let all = [("column", column)] + options.map { ($0.key, $0.value) }
        return "{ " + all.map { "\($0.0): \($0.1)" }.joined(separator: ", ") + " }"
    }

    /// Returns the bytes of a column's value in a file outside of the store; nil if they are in the store.
    ///
    /// - Throws: `ExternalDataFiles.Failure` if the file is missing.
    func externalBytes(_ row: Statement, at index: Int, in files: ExternalDataFiles) throws -> [UInt8]? {
        guard hasLeadingByte, row.storageClass(at: index) == .blob,
            let stored = row.blob(at: index), stored.first == 2
        else { return nil }
        var bytes: [UInt8] = []
        let result: Result<Void, ExternalDataFiles.Failure> = stored.withUnsafeBytes { stored in
            do throws(ExternalDataFiles.Failure) {
                try files.withValue(of: stored) { bytes = Array($0) }
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try result.get()
        return bytes
    }

    /// Returns the text of a column's value, without files; empty for NULL.
    func text(_ row: Statement, at index: Int) -> String {
        switch row.storageClass(at: index) {
        case .null: return ""
        case .integer: return Self.text(row.integer(at: index), kind)
        case .real: return Self.text(row.real(at: index), kind)
        case .text:
            let text = row.text(at: index) ?? ""
            return text.isEmpty ? emptyWord ?? "" : text
        case .blob: return row.withBlob(at: index) { text(blob: bytes($0)) }
        }
    }

    /// Returns the bytes of a value without the leading byte that marks their place.
    func bytes(_ blob: UnsafeRawBufferPointer?) -> UnsafeRawBufferPointer {
        guard let blob, !blob.isEmpty else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        guard hasLeadingByte, blob.first == 1 else { return blob }
        return UnsafeRawBufferPointer(rebasing: blob.dropFirst())
    }

    private func text(blob: UnsafeRawBufferPointer) -> String {
        if blob.isEmpty { return emptyWord ?? "" }
        if kind == .archivedJSON, let json = CodableList.json(archive: Array(blob)) {
            return String(decoding: json, as: UTF8.self)
        }
        if kind == .json { return String(decoding: blob, as: UTF8.self) }
        guard kind == .uuid, blob.count == 16 else { return Data(blob).base64EncodedString() }
        return BytesText.uuid(blob)
    }

    private static func text(_ integer: Int64, _ kind: Kind) -> String {
        switch (kind, integer) {
        case (.boolean, 0): "false"
        case (.boolean, 1): "true"
        case (.date, _):
            ISO8601Text.text(referenceSeconds: Double(integer)) ?? String(integer)
        default: String(integer)
        }
    }

    private static func text(_ real: Double, _ kind: Kind) -> String {
        if kind == .date, let text = ISO8601Text.text(referenceSeconds: real) { return text }
        return NumberText.text(real, as: kind == .float ? .float : nil)
    }
}
