import Files
import StoreFormat

/// Something wrong with a plan, a source or a value, as data.
///
/// Nothing here is text for people: the command line renders issues, in one place.
package struct SeedIssue: Error, Equatable, Sendable {
    /// Where in which file.
    package struct Location: Equatable, Sendable {
        /// The file, as the user named it.
        package var path: String
        /// The line, counted from 1; nil where the file has no lines (a database) or all of it is
        /// meant.
        package var line: Int?
        /// The column, counted in characters from 1.
        package var column: Int?
        /// The sheet of a spreadsheet whose row and column these are.
        package var sheet: String?

        /// Of a spreadsheet: the cell as spreadsheets name it, or the row.
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

    /// Who has to act.
    package enum Fault: String, Equatable, Sendable {
        /// The rows or a store: exit code 1.
        case data
        /// The plan or the command line: exit code 2.
        case plan
        /// The machine: I/O, disk full: exit code 3.
        case machine
    }

    /// Where it is.
    package var location: Location
    /// What is wrong.
    package var reason: Reason
    /// The entity concerned.
    package var entity: String?
    /// The attribute or relationship concerned.
    package var property: String?
    /// The name of the source's column.
    package var sourceColumn: String?
    /// The value at fault, as the source has it, shortened to ``longestValue`` characters.
    package var value: String?
    /// Who has to act; follows from the reason unless a value stands in the plan itself.
    package var fault: Fault
    /// What helps to find the mistake, where something does.
    package var hint: Hint?

    /// What helps to find a mistake.
    package enum Hint: Equatable, Sendable {
        /// The encoding that the file seems to be written in.
        case encoding(TextEncoding)
        /// The same of a file that has to be UTF-8.
        case otherEncoding(TextEncoding)
        /// The same of an XML file, which says how it is written.
        case undeclaredEncoding(TextEncoding)
        /// What seems to stand between the fields of a CSV file, whose columns were found to be
        /// these.
        case delimiter(String, columns: [String])
        /// The names that there are, where none is like the one that was looked for.
        case known([String])
        /// The file seems to be one that another key of a source reads: `csv`, `json`, `xml`.
        case otherKind(String)
        /// A name in a condition that seems to be meant as a text.
        case unquotedText(String)
        /// Where the row is that came first.
        case earlierRow(Location)
        /// The property is one of objects that a relationship creates where it finds none.
        case createdBy(relationship: String)
        /// What takes values under keys that are no array.
        case recordsUnderKeys
        /// The source's `columns:` leave out this column around its records.
        case unlistedColumn(String)
    }

    /// The most characters of a value that an issue keeps.
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
    /// The issues, in the order in which they were met; never empty.
    package let issues: [SeedIssue]
    /// Whether more would have followed, had the limit not been reached.
    package let isCutShort: Bool

    /// Creates a failure.
    package init(_ issues: [SeedIssue], isCutShort: Bool = false) {
        self.issues = issues
        self.isCutShort = isCutShort
    }
}

extension SeedIssue {
    /// An output that cannot be written, as an issue.
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

    /// A file that the system refuses, as an issue.
    package init(_ error: FileError) {
        self.init(.file(.fileSystem(error.reason)), at: .init(path: error.path))
    }

    /// A store that cannot be read, as an issue.
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
