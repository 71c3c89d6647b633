import Files
import StoreFormat

/// A problem with a plan, an input or a value, as data.
///
/// It has no text for users. The command line renders issues in one place.
package struct SeedIssue: Error, Equatable, Sendable {
    /// A location in a file.
    package struct Location: Equatable, Sendable {
        /// The file's path, as the user wrote it.
        package var path: String
        /// The line, starting at 1. Nil if the file has no lines (a database) or the issue concerns the whole file.
        package var line: Int?
        /// The column in characters, starting at 1.
        package var column: Int?
        /// The sheet, if the line and column are those of a spreadsheet.
        package var sheet: String?

        /// The name of a spreadsheet's cell, or the row.
        package var cell: String? {
            guard sheet != nil, let line else { return nil }
            return (column.map(SpreadsheetColumn.letters) ?? "") + String(line)
        }

        /// Creates a location.
        package init(path: String, line: Int? = nil, column: Int? = nil) {
            self.path = path
            self.line = line
            self.column = column
        }
    }

    /// The part that must be corrected.
    package enum Fault: String, Equatable, Sendable {
        /// The rows or a store. The exit code is 1.
        case data
        /// The plan or the command line. The exit code is 2.
        case plan
        /// The machine, for example I/O or a full disk. The exit code is 3.
        case machine
    }

    /// The location of the problem.
    package var location: Location
    /// The reason for the problem.
    package var reason: Reason
    /// The entity concerned.
    package var entity: String?
    /// The attribute or relationship concerned.
    package var property: String?
    /// The name of the input's column.
    package var sourceColumn: String?
    /// The invalid value, as the input has it, shortened to ``longestValue`` characters.
    package var value: String?
    /// The part that must be corrected. It follows from the reason, unless the value is in the plan itself.
    package var fault: Fault
    /// A hint about the cause, if there is one.
    package var hint: Hint?

    /// A hint about the cause of an issue.
    package enum Hint: Equatable, Sendable {
        /// The probable encoding of the file.
        case encoding(TextEncoding)
        /// The probable encoding of a file that must be UTF-8.
        case otherEncoding(TextEncoding)
        /// The probable encoding of an XML file, which must be declared in the file.
        case undeclaredEncoding(TextEncoding)
        /// The probable delimiter of a CSV file, with the columns that it gives.
        case delimiter(String, columns: [String])
        /// The known names, if none of them is similar to the given one.
        case known([String])
        /// The file seems to belong to another key of an input: `csv`, `json`, `xml`.
        case otherKind(String)
        /// A name in a condition that was probably meant as a text.
        case unquotedText(String)
        /// The location of the earlier row.
        case earlierRow(Location)
        /// The property belongs to objects that a relationship creates if it does not find them.
        case createdBy(relationship: String)
        /// The hint to read values under keys as records, if they are not an array.
        case recordsUnderKeys
        /// The first row of a CSV file, from which its columns have their names, may be data.
        case rowAsHeader(source: String)
        /// The input's `columns:` omit this column of an enclosing record.
        case unlistedColumn(String)
    }

    /// The number of characters of a value that an issue keeps.
    package static let longestValue = 80

    /// Creates an issue.
    package init(
        _ reason: Reason, at location: Location, entity: String? = nil, property: String? = nil,
        sourceColumn: String? = nil, value: String? = nil, fault: Fault? = nil,
        hint: Hint? = nil
    ) {
        self.hint = hint
        self.reason = reason
        self.location = location
        self.entity = entity
        self.property = property
        self.sourceColumn = sourceColumn
        self.fault = fault ?? reason.fault
        self.value = value.map { value in
            guard value.count > Self.longestValue else { return value }
            return String(value.prefix(Self.longestValue)) + "…"
        }
    }
}

/// One or more issues that stopped the work.
package struct SeedFailure: Error, Equatable, Sendable {
    /// The issues in the order of their discovery. Never empty.
    package let issues: [SeedIssue]
    /// Whether further issues were dropped at the limit.
    package let isCutShort: Bool

    /// Creates a failure.
    package init(_ issues: [SeedIssue], isCutShort: Bool = false) {
        self.issues = issues
        self.isCutShort = isCutShort
    }
}

extension SeedIssue {
    /// Creates an issue about an output that cannot be written.
    package init(_ error: OutputError, at location: Location? = nil) {
        let reason: Reason =
            switch error.problem {
            case .unusablePath(let words): .output(.unusablePath(words))
            case .isFolder: .file(.isFolder)
            case .isFile: .output(.isFile)
            case .folderNotEmpty: .output(.folderNotEmpty)
            case .notRegularFile: .output(.notRegularFile)
            case .isOpen(let process): .output(.outputOpen(process: process))
            case .inUse(let file): .output(.outputInUse(file))
            case .isInput: .output(.outputIsInput)
            case .unknownFile: .output(.unknownReject)
            }
        self.init(reason, at: location ?? .init(path: error.path))
    }

    /// Creates an issue about a file that the system refuses.
    package init(_ error: FileError) {
        self.init(.file(.fileSystem(error.reason)), at: .init(path: error.path))
    }

    /// Creates an issue about a store that cannot be read.
    package init(_ error: StoreError) {
        let reason: Reason =
            switch error.problem {
            case .missing: .file(.fileNotFound)
            case .isFolder: .file(.isFolder)
            case .unreadable(let words): .file(.fileSystem(words))
            default: .database(.sourceStore(error.problem))
            }
        self.init(reason, at: .init(path: error.path))
    }
}
