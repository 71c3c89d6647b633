/// An OpenDocument spreadsheet (OASIS ODF 1.3 part 3, `.ods`). All its sheets are in one part, which is read as a
/// stream.
final class OpenDocument {
    /// A sheet of the spreadsheet.
    struct Sheet {
        let name: String
        let isHidden: Bool
    }

    private let path: String
    private let package: OfficePackage

    /// - Throws: ``SeedIssue``.
    init(path: String) throws {
        self.path = path
        package = try OfficePackage(path: path)
        func refuse(_ format: ForeignFormat) -> SeedIssue {
            SeedIssue(.file(.foreignFormat(format, isCompressed: false)), at: .init(path: path))
        }
        if package.archive.member("[Content_Types].xml") != nil { throw refuse(.excelWorkbook) }
        guard package.archive.member("content.xml") != nil else { throw refuse(.zipArchive) }
        guard let manifest = try package.part("META-INF/manifest.xml") else { return }
        while try manifest.nextElement() {
            // An encrypted part has this element (part 2, 3.4.1).
            if manifest.name == "encryption-data" { throw refuse(.encryptedWorkbook) }
        }
    }

    /// Returns all sheets.
    ///
    /// - Throws: ``SeedIssue``.
    func sheets() throws -> [Sheet] {
        let reader = try reader()
        var sheets: [Sheet] = []
        while let sheet = try reader.nextSheet() { sheets.append(sheet) }
        guard !sheets.isEmpty else { throw SeedIssue(.spreadsheet(.noSheets), at: .init(path: path)) }
        return sheets
    }

    /// Opens the sheet that a plan selects.
    ///
    /// - Throws: ``SeedIssue``.
    func open(_ selection: SheetSelection) throws -> OpenedSheet {
        let sheets = try sheets()
        let visible = sheets.indices.filter { !sheets[$0].isHidden }
        let chosen = try selection.index(among: sheets.map(\.name), at: path)
        let index = chosen ?? visible.first ?? 0
        let reader = try reader()
        for _ in 0...index { _ = try reader.nextSheet() }
        var opened = OpenedSheet(name: sheets[index].name, reader: reader)
        reader.sheet = sheets[index].name
        if chosen == nil, visible.count > 1 {
            opened.warnings.append(.firstSheet(opened.name, count: visible.count))
        }
        if sheets[index].isHidden { opened.warnings.append(.hiddenSheet) }
        return opened
    }

    private func reader() throws -> OpenDocumentReader {
        OpenDocumentReader(try package.neededReader("content.xml"), path: path)
    }
}
