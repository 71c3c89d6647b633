/// The cell styles of a workbook that affect the reading of numbers.
struct StyleTable {
    /// The date styles by style number.
    private(set) var styles: [DateStyle?] = []
    /// The digits of formats such as `0000`, by style number.
    private var digits: [Int?] = []
    /// The formats that show more than digits, by style number.
    private var shapes: [NumberShape?] = []

    /// The styles with struck-out text.
    private(set) var struck: Set<Int> = []

    /// Creates an empty table, with which numbers are plain numbers.
    init() {}

    /// Reads `styles.xml`.
    ///
    /// - Throws: ``SeedIssue``.
    init(_ part: PackagePart) throws {
        var formats: [Int: DateStyle?] = [:]
        var patterns: [Int: Int] = [:]
        var shapes = NumberShape.builtIn
        var isInCells = false
        var (fonts, struckFonts) = (-1, Set<Int>())
        while try part.nextElement() {
            switch part.name {
            case "numFmt":
                // Formats within `dxfs` belong to conditional formatting.
                guard let number = part.attributes["numFmtId"].flatMap({ Int($0) }), part.depth == 3 else {
                    continue
                }
                let code = part.attributes["formatCode"] ?? ""
                let style = NumberFormat.style(of: code)
                formats[number] = .some(style)
                shapes[number] =
                    switch style {
                    case nil: NumberShape(code: code)
                    case .time where NumberFormat.isClock(code): NumberShape(clock: code)
                    default: nil
                    }
                patterns[number] = NumberFormat.digits(of: code) ?? shapes[number].map(\.digits)
            case "font" where part.depth == 3: fonts += 1
            case "strike" where part.depth == 4 && part.attributes["val"].map(Workbook.isTrue) != false:
                struckFonts.insert(fonts)
            case "cellXfs": isInCells = true
            case "xf" where isInCells && part.depth == 3:
                let number = part.attributes["numFmtId"].flatMap { Int($0) } ?? 0
                if let font = part.attributes["fontId"].flatMap({ Int($0) }), struckFonts.contains(font) {
                    struck.insert(styles.count)
                }
                styles.append(formats[number] ?? NumberFormat.style(ofBuiltIn: number))
                digits.append(patterns[number])
                self.shapes.append(shapes[number])
            case _ where part.depth == 2: isInCells = false
            default: break
            }
        }
    }

    /// Returns the minimum number of digits with which a style shows whole numbers, as in `0007`, or nil for plain
    /// numbers.
    @inline(__always)
    func digits(_ number: Int) -> Int? { digits.indices.contains(number) ? digits[number] : nil }

    /// Returns the format of a style that shows more than digits, or nil for plain numbers.
    @inline(__always)
    func shape(_ number: Int) -> NumberShape? { shapes.indices.contains(number) ? shapes[number] : nil }

    /// Returns the date style of a style, or nil for numbers.
    @inline(__always)
    func style(_ number: Int) -> DateStyle? {
        styles.indices.contains(number) ? styles[number] : nil
    }
}
