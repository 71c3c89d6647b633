import Files

/// A kind of sources that are sheets of a file: workbooks, OpenDocument spreadsheets.
package protocol SpreadsheetKind: SourceKind {
    var selection: SheetSelection { get }
    init(path: String, selection: SheetSelection)

    /// The names of the sheets in a file that are not hidden.
    ///
    /// - Throws: ``SeedIssue``.
    static func visibleSheets(of path: String) throws -> [String]
}

extension SpreadsheetKind {
    package static var optionKeys: [String] { ["sheet", "range", "header", "columns"] }
    package static var tellsWhatFilesAre: Bool { true }
    package var rejectExtension: String { "csv" }

    package init?(_ plan: inout SourcePlan) {
        guard let path = plan.path(Self.key), let selection = SheetSelection(&plan) else { return nil }
        self.init(path: plan.resolved(path), selection: selection)
    }

    /// A CSV file may take the place of a sheet: rejected rows that somebody has corrected are one.
    package func reading(_ path: String) -> any SourceKind {
        guard FilePath(path).name.lowercased().hasSuffix(".csv") else {
            return Self(path: path, selection: selection)
        }
        return CSVKind(paths: [path])
    }

    /// Rejected rows are CSV, always with the names of the columns.
    package func createRejects(
        at path: String, for source: any RecordSource, reason: String
    ) throws -> any RejectFile {
        try SpreadsheetRejects(path: path, source: source, reason: reason)
    }

    /// A source for each sheet that is not hidden and not empty.
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
        return names.map { name in
            var selection = SheetSelection()
            selection.sheet = name
            let isOnly = visible.count == 1
            var draft = SourceDraft(
                kind: Self(path: file.path, selection: selection), name: isOnly ? file.stem : name,
                options: isOnly ? [] : [("sheet", YAMLText.scalar(name))])
            if isOnly { draft.kind = Self(path: file.path, selection: SheetSelection()) }
            draft.needsRows = !isOnly
            return draft
        }
    }
}
