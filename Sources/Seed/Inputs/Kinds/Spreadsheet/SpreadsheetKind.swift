import Files
import ObjectModel

/// A kind of input that is a sheet in a file: workbooks and OpenDocument spreadsheets.
package protocol SpreadsheetKind: SourceKind {
    var selection: SheetSelection { get }
    init(path: String, selection: SheetSelection)

    /// Returns the names of the visible sheets in a file.
    ///
    /// - Throws: ``SeedIssue``.
    static func visibleSheets(of path: String) throws -> [String]
}

extension SpreadsheetKind {
    package static var optionKeys: [String] {
        ["sheet", "range", "header", "columns", "formulas", "transpose"]
    }
    package static var opensOnlyItsOwnFormat: Bool { true }
    package var rejectExtension: String { "csv" }
    package var mayEndWithTotal: Bool { true }

    package init?(_ plan: inout SourcePlan) {
        guard let path = plan.path(Self.key), let selection = SheetSelection(&plan) else { return nil }
        self.init(path: plan.resolved(path), selection: selection)
    }

    /// Returns the kind for another file. It may be a CSV file with corrected rejects in place of a sheet.
    package func reading(_ path: String) -> any SourceKind {
        guard FilePath(path).name.lowercased().hasSuffix(".csv") else {
            return Self(path: path, selection: selection)
        }
        return CSVKind(paths: [path])
    }

    /// Creates a CSV file for rejected rows, always with a header.
    package func createRejects(
        at path: String, for source: any RecordSource, reason: String
    ) throws -> any RejectFile {
        try SpreadsheetRejects(path: path, source: source, reason: reason)
    }

    /// Returns a draft for each sheet that is visible and not empty.
    package static func drafts(of file: CandidateFile) throws -> [SourceDraft] {
        let shared = ScriptDatabases()
        let visible = try visibleSheets(of: file.path)
        let filled = try visible.filter { name in
            var selection = SheetSelection()
            selection.sheet = name
            do {
                _ = try Self(path: file.path, selection: selection).open(sharing: shared)
                return true
            } catch let issue as SeedIssue where issue.reason == .table(.missingHeader) {
                return false
            }
        }
        let names = filled.isEmpty ? visible : filled
        return try names.map { name in
            var selection = SheetSelection()
            let isOnly = visible.count == 1
            if !isOnly { selection.sheet = name }
            var words: [(key: String, value: String)] = isOnly ? [] : [("sheet", YAMLText.scalar(name))]
            let head = try head(of: file.path, selection, names: file.names)
            var earlier: (kind: any SourceKind, options: [(key: String, value: String)])?
            if let head {
                if let start = head.start {
                    selection.range = start.range
                    earlier = (Self(path: file.path, selection: selection), words + [("range", start.text)])
                }
                selection.range = head.range
                words.append(("range", head.text))
                if let names = head.names {
                    selection.hasHeader = false
                    selection.columns = names
                    words.append(("header", "false"))
                    let list = names.map { YAMLText.quoted($0) }.joined(separator: ", ")
                    words.append(("columns", "[\(list)]"))
                }
            }
            var draft = SourceDraft(
                kind: Self(path: file.path, selection: selection), name: isOnly ? file.stem : name,
                options: words)
            draft.needsRows = !isOnly
            draft.earlier = earlier
            return draft
        }
    }

    /// Returns the range in which the table of a sheet begins, if that is not its first row.
    private static func head(
        of path: String, _ selection: SheetSelection, names: Set<String>
    ) throws -> (
        range: CellRange, text: String, names: [String]?, start: (range: CellRange, text: String)?
    )? {
        var selection = selection
        selection.hasHeader = false
        // All columns, even if the first row has fewer.
        var range = CellRange()
        range.lastColumn = 256
        selection.range = range
        let source = try Self(path: path, selection: selection).open(sharing: nil)
        var rows: [[String]] = []
        var numbers: [Int] = []
        while rows.count < TableHead.rows {
            do {
                guard try source.next() else { break }
            } catch let issue as SeedIssue where issue.fault != .machine {
                continue
            }
            let record = source.record
            let end = (0..<record.count).last { !record[$0].isEmpty } ?? -1
            rows.append((0..<end + 1).map { record[$0].isEmpty ? "" : record[$0].display.trimmed })
            numbers.append(source.location(ofColumn: nil).line ?? 0)
        }
        guard let head = TableHead(rows, names: names) else { return nil }
        let cells = head.names ?? rows[head.header]
        let first = cells.firstIndex { !$0.isEmpty } ?? 0
        let row = head.names == nil ? numbers[head.header] : numbers[head.header] + 1
        let text = SpreadsheetColumn.letters(first + 1) + String(row)
        guard let range = CellRange(text) else { return nil }
        let start = TableHead.start(of: rows, above: head.header).flatMap { row in
            let first = rows[row...].compactMap { $0.firstIndex { !$0.isEmpty } }.min() ?? 0
            let text = SpreadsheetColumn.letters(first + 1) + String(numbers[row])
            return CellRange(text).map { ($0, text) }
        }
        return (range, text, head.names.map { Array($0[first...]) }, start)
    }

    package func withoutHeader() -> any SourceKind {
        var selection = selection
        selection.hasHeader = false
        // All columns, even if the first row has fewer.
        selection.range = selection.range ?? CellRange()
        return Self(path: path, selection: selection)
    }

    package func taking(nullWords: [String]) -> any SourceKind {
        var selection = selection
        selection.nullWords += nullWords
        return Self(path: path, selection: selection)
    }
}

/// A CSV file with the rejected rows of a sheet. Numbers have the fewest digits that preserve their value.
final class SpreadsheetRejects: RejectFile {
    private let writer: CSVWriter
    private let columnCount: Int

    /// - Throws: `FileError`.
    init(path: String, source: any RecordSource, reason: String) throws {
        writer = try CSVWriter(path: path)
        columnCount = source.columns.count
        try writer.row(source.columns + [reason])
    }

    func add(_ source: any RecordSource, reason: String) throws {
        for index in 0..<columnCount {
            let field = source.record[index]
            switch field {
            case .text(let bytes): try writer.field(bytes)
            case .null: try writer.field("")
            case .integer, .real, .blob: try writer.field(field.display)
            }
        }
        try writer.field(reason)
        try writer.endRow()
    }

    func close() throws { try writer.close() }
}
