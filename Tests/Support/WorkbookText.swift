/// A workbook created from the XML of its parts.
package struct WorkbookText {
    /// The sheets in their order: names, and the XML within `worksheet`.
    package var sheets: [(name: String, xml: String)]
    /// The XML within `sst`; nil for no shared texts.
    package var texts: String?
    /// The XML within `styleSheet`; nil for no styles.
    package var styles: String?
    /// The XML before `sheets` in the workbook.
    package var properties = ""
    /// Attributes of the sheets' elements in the workbook, by their names: `state="hidden"`.
    package var states: [String: String] = [:]
    /// Additional members, which replace members with the same names.
    package var members: [ZipText.Member] = []
    /// The type of the main part.
    package var type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
    /// The common beginning of all namespaces.
    package var namespace = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    package var relationships = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

    /// Creates a workbook with one sheet, `Items`.
    ///
    /// - Parameter rows: the XML within `sheetData`.
    package init(rows: String, texts: String? = nil, styles: String? = nil) {
        sheets = [("Items", "<sheetData>\(rows)</sheetData>")]
        self.texts = texts
        self.styles = styles
    }

    package static let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"

    /// The archive.
    package var zip: ZipText {
        let head = Self.declaration
        var targets = ""
        var parts: [ZipText.Member] = []
        for (index, sheet) in sheets.enumerated() {
            targets +=
                "<Relationship Id=\"s\(index)\" Type=\"\(relationships)/worksheet\" "
                + "Target=\"worksheets/sheet\(index + 1).xml\"/>"
            parts.append(
                .init(
                    "xl/worksheets/sheet\(index + 1).xml",
                    head + "<worksheet xmlns=\"\(namespace)\">\(sheet.xml)</worksheet>", isDeflated: true))
        }
        for (name, root, xml) in [("sharedStrings", "sst", texts), ("styles", "styleSheet", styles)] {
            guard let xml else { continue }
            targets +=
                "<Relationship Id=\"\(name)\" Type=\"\(relationships)/\(name)\" Target=\"/xl/\(name).xml\"/>"
            parts.append(
                .init("xl/\(name).xml", head + "<\(root) xmlns=\"\(namespace)\">\(xml)</\(root)>"))
        }
        let listed = sheets.enumerated().map { index, sheet in
            let name = sheet.name.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
                .replacing("\"", with: "&quot;")
            return
                "<sheet name=\"\(name)\" sheetId=\"\(index + 1)\" \(states[sheet.name] ?? "") r:id=\"s\(index)\"/>"
        }
        let all: [ZipText.Member] =
            [
                .init(
                    "[Content_Types].xml",
                    head + "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">"
                        + "<Override PartName=\"/xl/workbook.xml\" ContentType=\"\(type)\"/></Types>"),
                .init(
                    "_rels/.rels",
                    head + "<Relationships><Relationship Id=\"w\" Type=\"\(relationships)/officeDocument\" "
                        + "Target=\"xl/workbook.xml\"/></Relationships>"),
                .init(
                    "xl/workbook.xml",
                    head + "<workbook xmlns=\"\(namespace)\" xmlns:r=\"\(relationships)\">\(properties)"
                        + "<sheets>\(listed.joined())</sheets></workbook>"),
                .init("xl/_rels/workbook.xml.rels", head + "<Relationships>\(targets)</Relationships>"),
            ] + parts
        let replaced = Set(members.map(\.name))
        return ZipText(all.filter { !replaced.contains($0.name) } + members)
    }

    /// Returns a row of cells with texts.
    package static func row(_ number: Int, _ texts: [String]) -> String {
        "<row r=\"\(number)\">" + texts.map { "<c t=\"inlineStr\"><is><t>\($0)</t></is></c>" }.joined()
            + "</row>"
    }
}
