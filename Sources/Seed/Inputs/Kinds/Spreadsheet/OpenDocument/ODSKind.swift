/// A sheet of an OpenDocument spreadsheet.
package struct ODSKind: SpreadsheetKind {
    package static let key = "ods"

    package let path: String
    package let selection: SheetSelection

    package init(path: String, selection: SheetSelection) {
        self.path = path
        self.selection = selection
    }

    package func open(sharing scripts: ScriptDatabases?) throws -> any RecordSource {
        try SpreadsheetSource(
            path: path, sheet: try OpenDocument(path: path).open(selection), selection: selection)
    }

    package static func recognizes(_ file: CandidateFile) throws -> Bool {
        if file.isNamed("ods", "ots") { return true }
        guard !file.isDatabase else { return false }
        return try ForeignFormat.of(path: file.path)?.format == .openDocumentSpreadsheet
    }

    package static func visibleSheets(of path: String) throws -> [String] {
        try OpenDocument(path: path).sheets().filter { !$0.isHidden }.map(\.name)
    }
}
