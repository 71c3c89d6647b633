/// What a package of Office is, by the types of its parts (ECMA-376 part 2, clause 10).
struct ContentTypes {
    /// The main part of the workbook.
    let workbook: String

    /// Finds the workbook in a package.
    ///
    /// - Throws: ``SeedIssue`` where the package is something else, which is told.
    init(_ package: OfficePackage) throws {
        func refuse(_ format: ForeignFormat) -> SeedIssue {
            SeedIssue(
                .file(.foreignFormat(format, isCompressed: false)), at: .init(path: package.path))
        }
        guard let part = try package.part("[Content_Types].xml") else {
            throw refuse(Self.format(of: package))
        }
        var workbook: String?
        while try part.nextElement() {
            guard let type = part.attributes["ContentType"]?.lowercased() else { continue }
            // A template is a workbook that programs copy.
            let isMain = ["sheet.main+xml", "template.main+xml"].contains {
                type.hasSuffix("spreadsheetml." + $0)
            }
            if isMain, let name = part.attributes["PartName"] {
                workbook = String(name.drop { $0 == "/" })
            }
            if type.contains("ms-excel.sheet.binary") { throw refuse(.binaryWorkbook) }
            if type.contains("ms-excel"), type.contains("macroenabled.main") { throw refuse(.macroWorkbook) }
            if type.hasSuffix("wordprocessingml.document.main+xml") { throw refuse(.wordDocument) }
        }
        guard let workbook else { throw refuse(.zipArchive) }
        self.workbook = workbook
    }

    private static func format(of package: OfficePackage) -> ForeignFormat {
        let names = package.archive.members.map(\.name)
        if names.contains("content.xml"), names.contains("META-INF/manifest.xml") {
            return .openDocumentSpreadsheet
        }
        let isNumbers = names.contains { $0.hasSuffix("Document.iwa") || $0.hasSuffix("Index.zip") }
        return isNumbers ? .numbersDocument : .zipArchive
    }
}
