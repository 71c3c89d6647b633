import Files
import ObjectModel
import SQLite
import StoreFormat

/// The objects of an entity of a Core Data store as rows, including those of its subentities, by primary key.
///
/// The store is opened read-only, including its `-wal`. Values have their stored form (docs/internals/format.md#rows):
/// dates as seconds since 2001, UUIDs and binary data as bytes. The contents of external files are read.
package final class StoreSource: RecordSource {
    package let columns: [String]
    package let referenceDates: Set<String>
    package let record = Record()

    private let path: String
    /// Retained because the statement needs it.
    private let store: ReferenceStore
    private let statement: Statement
    private let selection: StoreSelection
    private let external: ExternalDataFiles
    private var rowNumber = 0
    private var usedColumns: Set<Int>?

    /// Opens a store and prepares to read.
    ///
    /// - Parameters:
    ///   - modelPath: the model of the store, if the store does not contain it.
    ///   - columns: the columns to read, or nil for all, see ``StoreSelection``.
    /// - Throws: ``SeedIssue``.
    package init(
        path: String, entity: String, modelPath: String? = nil, columns: [String]? = nil
    ) throws {
        self.path = path
        external = ExternalDataFiles(storePath: path)
        do {
            store = try ReferenceStore(
                path: path, modelPath: modelPath, keepsStill: true)
            guard let layout = store.layout.entity(named: entity) else {
                let names = store.layout.entities.map(\.name)
                throw SeedIssue(
                    .plan(
                        .unknownName(
                            entity, kind: .entity, nearest: NearestName.of(entity, in: names))),
                    at: .init(path: path))
            }
            selection = try StoreSelection(
                of: layout, in: store.layout, wanted: columns, path: path)
            statement = try store.connection.prepare(selection.sql)
        } catch let error as StoreError {
            throw SeedIssue(error)
        } catch let error as ModelError {
            throw SeedIssue(
                .database(.unreadableModel(error.problem)),
                at: .init(
                    path: error.path ?? modelPath ?? path, line: error.line, column: error.column))
        } catch let error as DatabaseError {
            throw Self.issue(error, path: path)
        }
        self.columns = selection.columns.map(\.name)
        referenceDates = Set(selection.columns.filter { $0.kind == .date }.map(\.name))
    }

    /// Advances to the next row, see ``RecordSource/next()``.
    package func next() throws -> Bool {
        record.removeAll()
        do {
            guard try statement.step() else {
                try SourceFile.checkUnchanged(store.connection, path: path)
                return false
            }
        } catch let error as DatabaseError {
            throw Self.issue(error, path: path)
        }
        rowNumber += 1
        for (index, column) in selection.columns.enumerated() {
            switch statement.storageClass(at: index) {
            case .null: record.appendNull()
            case .integer: record.append(statement.integer(at: index))
            case .real: record.append(statement.real(at: index))
            case .text: try appendText(at: index)
            case .blob: try appendBlob(at: index, column.kind)
            }
        }
        return true
    }

    private func appendText(at index: Int) throws {
        try statement.withText(at: index) { bytes in
            let bytes = bytes ?? .init(start: nil, count: 0)
            if UTF8Validation.firstInvalidOffset(in: bytes) != nil {
                return try appendUnreadable(.file(.invalidUTF8), at: index)
            }
            if bytes.contains(0) { return try appendUnreadable(.value(.nulCharacter), at: index) }
            record.append(text: bytes)
        }
    }

    private func appendBlob(at index: Int, _ kind: StoreSelection.Column.Kind) throws {
        try statement.withBlob(at: index) { bytes in
            let bytes = bytes ?? .init(start: nil, count: 0)
            guard kind == .externalBinary else { return record.append(blob: bytes) }
            do throws(ExternalDataFiles.Failure) {
                try external.withValue(of: bytes) { record.append(blob: $0) }
            } catch {
                try appendUnreadable(Self.reason(error), at: index)
            }
        }
    }

    private static func reason(_ failure: ExternalDataFiles.Failure) -> SeedIssue.Reason {
        switch failure {
        case .malformed: .database(.badExternalData)
        case .missing(let path): .database(.missingExternalData(path))
        case .unreadable(let error): .file(.fileSystem("\(error.path): \(error.reason)"))
        }
    }

    /// Handles an unreadable value, which is an error, or NULL if the column is not used.
    private func appendUnreadable(_ reason: SeedIssue.Reason, at index: Int) throws {
        guard usedColumns?.contains(index) ?? true else { return record.appendNull() }
        throw SeedIssue(reason, at: location(ofColumn: index), sourceColumn: columns[index])
    }

    /// Leaves the values of other columns unexamined.
    package func use(_ columns: Set<Int>) { usedColumns = columns }

    /// Returns the row's number, starting at 1, in place of a line.
    package func location(ofColumn index: Int?) -> SeedIssue.Location {
        .init(path: path, line: rowNumber, column: index.map { $0 + 1 })
    }

    // MARK: Errors

    private static func issue(_ error: DatabaseError, path: String) -> SeedIssue {
        SeedIssue(
            error.isMachineFault
                ? .file(.fileSystem(error.message)) : .database(.sourceDatabase(error.message)),
            at: .init(path: error.subject(path)))
    }
}
