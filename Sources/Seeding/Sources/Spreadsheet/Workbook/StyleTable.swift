/// Which styles of a workbook's cells show days and times.
struct StyleTable {
    /// By the number of the style that cells name.
    private(set) var styles: [DateStyle?] = []

    /// None: numbers are numbers.
    init() {}

    /// Reads `styles.xml`.
    ///
    /// - Throws: ``SeedIssue``.
    init(_ part: PackagePart) throws {
        var formats: [Int: DateStyle?] = [:]
        var isInCells = false
        while try part.nextElement() {
            switch part.name {
            case "numFmt":
                // Formats within `dxfs` are those of conditions.
                guard let number = part.attributes["numFmtId"].flatMap({ Int($0) }), part.depth == 3 else {
                    continue
                }
                formats[number] = .some(NumberFormat.style(of: part.attributes["formatCode"] ?? ""))
            case "cellXfs": isInCells = true
            case "xf" where isInCells && part.depth == 3:
                let number = part.attributes["numFmtId"].flatMap { Int($0) } ?? 0
                styles.append(formats[number] ?? NumberFormat.style(ofBuiltIn: number))
            case _ where part.depth == 2: isInCells = false
            default: break
            }
        }
    }

    /// How a style shows numbers; nil as such.
    @inline(__always)
    func style(_ number: Int) -> DateStyle? {
        styles.indices.contains(number) ? styles[number] : nil
    }
}
