/// A workbook of Office Open XML (ECMA-376, `.xlsx`): its parts, and the data that its sheets share.
final class Workbook {
    /// A sheet with cells.
    struct Sheet {
        let name: String
        let part: String
        let isHidden: Bool
    }

    let path: String
    /// The sheets in display order.
    private(set) var sheets: [Sheet] = []
    private(set) var dates = SheetDates()
    /// Whether the workbook requests recalculation when it is opened, so that the results of formulas may be
    /// outdated.
    private(set) var asksForCalculation = false

    private let package: OfficePackage
    private var relationships: [String: PackageRelationships.Target] = [:]
    private var texts: SharedStrings?
    private var styles: StyleTable?

    /// Reads everything except the sheets.
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

    /// Opens the sheet that a plan selects.
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

/// The content types of an Office package, which show its format (ECMA-376 part 2, clause 10).
struct ContentTypes {
    /// The main part of the workbook.
    let workbook: String

    /// Finds the workbook in a package.
    ///
    /// - Throws: ``SeedIssue`` with the format of the package if it is not a workbook.
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
            // A template is a workbook that is meant to be copied.
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

/// The relationships of a package's parts (ECMA-376 part 2, clause 9).
enum PackageRelationships {
    /// Another part.
    struct Target {
        /// The last word of the relationship's type, which is the same in both families of namespaces.
        let kind: String
        let part: String
    }

    /// Returns the targets within the package by relationship identifier.
    ///
    /// - Parameter part: the part, or an empty text for the package itself.
    /// - Throws: ``SeedIssue``.
    static func read(of part: String, in package: OfficePackage) throws -> [String: Target] {
        let slash = part.lastIndex(of: "/")
        let folder = slash.map { String(part[...$0]) } ?? ""
        let name = slash.map { String(part[part.index(after: $0)...]) } ?? part
        guard let found = try package.part("\(folder)_rels/\(name).rels") else { return [:] }
        var targets: [String: Target] = [:]
        while try found.nextElement() {
            let attributes = found.attributes
            guard found.name == "Relationship", let id = attributes["Id"], let type = attributes["Type"],
                let target = attributes["Target"], attributes["TargetMode"] != "External"
            else { continue }
            let kind = type.split(separator: "/").last.map(String.init) ?? ""
            targets[id] = Target(kind: kind, part: resolve(target, in: folder))
        }
        return targets
    }

    /// Returns the name of a target part, which is relative to a folder or to the root. It is a name in the
    /// archive, never a file path.
    private static func resolve(_ target: String, in folder: String) -> String {
        var words = target.hasPrefix("/") ? [] : folder.split(separator: "/").map(String.init)
        for word in target.split(separator: "/") {
            switch word {
            case ".": break
            case "..": _ = words.popLast()
            default: words.append(String(word))
            }
        }
        return words.joined(separator: "/")
    }
}
