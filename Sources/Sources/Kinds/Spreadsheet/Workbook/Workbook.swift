/// A workbook of Office Open XML (ECMA-376, `.xlsx`): what its parts are, and what its sheets have in
/// common.
final class Workbook {
    /// A sheet with cells.
    struct Sheet {
        let name: String
        let part: String
        let isHidden: Bool
    }

    let path: String
    /// In the order in which they are shown.
    private(set) var sheets: [Sheet] = []
    private(set) var dates = SheetDates()
    /// Whether it asks to be worked out when it is opened: results of formulas may be out of date.
    private(set) var asksForCalculation = false

    private let package: OfficePackage
    private var relationships: [String: PackageRelationships.Target] = [:]
    private var texts: SharedStrings?
    private var styles: StyleTable?

    /// Reads all but the sheets.
    ///
    /// - Throws: ``SeedIssue``.
    init(path: String) throws {
        self.path = path
        package = try OfficePackage(path: path)
        let types = try ContentTypes(package)
        let root = try PackageRelationships.read(of: "", in: package)
        let main = root.values.first { $0.kind == "officeDocument" }?.part ?? types.workbook
        relationships = try PackageRelationships.read(of: main, in: package)
        try readMainPart(try package.neededPart(main))
    }

    private func readMainPart(_ part: PackagePart) throws {
        while try part.nextElement() {
            let attributes = part.attributes
            switch part.name {
            case "workbookPr": dates.isFrom1904 = Self.isTrue(attributes["date1904"])
            case "calcPr": asksForCalculation = Self.isTrue(attributes["fullCalcOnLoad"])
            case "sheet":
                guard let name = attributes["name"], let id = attributes["id"],
                    let target = relationships[id], target.kind == "worksheet"
                else { continue }
                sheets.append(
                    Sheet(
                        name: name, part: target.part,
                        isHidden: attributes["state"].map { $0 != "visible" } ?? false))
            default: break
            }
        }
        guard !sheets.isEmpty else {
            throw SeedIssue(.spreadsheet(.noSheets), at: .init(path: path))
        }
    }

    static func isTrue(_ value: String?) -> Bool { value == "1" || value == "true" || value == "on" }

    /// Opens the sheet that a plan means.
    ///
    /// - Throws: ``SeedIssue``.
    func open(_ selection: SheetSelection) throws -> OpenedSheet {
        let visible = sheets.indices.filter { !sheets[$0].isHidden }
        let chosen = try selection.index(among: sheets.map(\.name), at: path)
        let sheet = sheets[chosen ?? visible.first ?? 0]
        let xml = try package.neededReader(sheet.part)
        var opened = OpenedSheet(
            name: sheet.name,
            reader: WorksheetReader(
                xml, workbook: self, path: path, sheet: sheet.name, texts: try sharedTexts(),
                styles: try styleTable()))
        opened.countsFrom1904 = dates.isFrom1904
        if chosen == nil, visible.count > 1 {
            opened.warnings.append(.firstSheet(sheet.name, count: visible.count))
        }
        if sheet.isHidden { opened.warnings.append(.hiddenSheet) }
        return opened
    }

    private func sharedTexts() throws -> SharedStrings {
        if let texts { return texts }
        let found = SharedStrings(path: path)
        if let name = relationships.values.first(where: { $0.kind == "sharedStrings" })?.part {
            try found.read(try package.neededReader(name), path: path)
        }
        texts = found
        return found
    }

    private func styleTable() throws -> StyleTable {
        if let styles { return styles }
        var found = StyleTable()
        if let name = relationships.values.first(where: { $0.kind == "styles" })?.part {
            found = try StyleTable(try package.neededPart(name))
        }
        styles = found
        return found
    }
}
