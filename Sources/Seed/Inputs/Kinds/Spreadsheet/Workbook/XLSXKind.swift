/// A sheet of an Office Open XML workbook.
package struct XLSXKind: SpreadsheetKind {
    package static let key = "xlsx"

    package let path: String
    package let selection: SheetSelection

    package init(path: String, selection: SheetSelection) {
        self.path = path
        self.selection = selection
    }

    package func open(sharing scripts: ScriptDatabases?) throws -> any RecordSource {
        let workbook = try scripts?.shared(path) { try Workbook(path: path) } ?? Workbook(path: path)
        return try SpreadsheetSource(
            path: path, sheet: try workbook.open(selection), selection: selection)
    }

    /// Recognizes a workbook by its name or its contents. Unsupported formats are distinguished when the workbook
    /// is opened.
    package static func recognizes(_ file: CandidateFile) throws -> Bool {
        if file.isNamed("xlsx", "xlsm", "xltx", "xltm", "xlsb") { return true }
        guard !file.isDatabase else { return false }
        return try ForeignFormat.of(path: file.path)?.format == .excelWorkbook
    }

    package static func visibleSheets(of path: String) throws -> [String] {
        try Workbook(path: path).sheets.filter { !$0.isHidden }.map(\.name)
    }
}
