import ObjectModel

extension CSVKind {
    package init?(_ plan: inout SourcePlan) {
        guard let paths = plan.paths(Self.key), let options = Self.options(&plan) else { return nil }
        self.init(paths: paths.map { plan.resolved($0) }, options: options)
    }

    /// Reads the options of a plan. Returns nil if they are invalid, which is reported.
    static func options(_ plan: inout SourcePlan) -> CSVOptions? {
        guard let delimiter = delimiter(plan.keys.text("delimiter"), plan) else { return nil }
        var options = CSVOptions()
        options.delimiter = delimiter
        options.hasHeader = plan.keys.flag("header") ?? true
        options.columns = plan.keys.texts("columns")?.map(\.value)
        options.skippedLines = plan.keys.count("skipLines") ?? 0
        options.comment = plan.keys.text("comment")?.value
        options.keepsBlankRows = plan.keys.choice("blankRows", as: BlankRows.self) == .keep
        options.padsShortRows = plan.keys.choice("shortRows", as: ShortRows.self) == .pad
        options.isLenient = plan.keys.choice("quoting", as: Quoting.self) == .lenient
        options.longRows = plan.keys.choice("longRows", as: CSVOptions.LongRows.self) ?? .error
        options.trims = plan.trims
        guard let encoding = plan.encoding() else { return nil }
        options.encoding = encoding
        if options.hasHeader, options.columns != nil {
            // A header row with other names would silently become a row of data.
            plan.conflict("header: true", "columns")
        }
        return options
    }

    /// The values of `blankRows:`, for rows in which all cells are empty.
    package enum BlankRows: String, CaseIterable { case skip, keep }

    /// The values of `quoting:`, for quotes that RFC 4180 does not allow.
    package enum Quoting: String, CaseIterable, Sendable { case strict, lenient }

    /// The values of `shortRows:`, for rows with fewer cells than columns.
    package enum ShortRows: String, CaseIterable { case error, pad }

    /// Reads a delimiter: a byte, or one of the words `tab` and `detect`.
    private static func delimiter(
        _ text: Located<String>?, _ plan: SourcePlan
    ) -> CSVOptions.Delimiter? {
        guard let text else { return .byte(UInt8(ascii: ",")) }
        if text.value == "tab" { return .byte(0x09) }
        if text.value == "detect" { return .detected }
        guard let byte = text.value.utf8.first, text.value.utf8.count == 1,
            byte < 0x80, ![0x0A, 0x0D, 0x22].contains(byte)
        else {
            plan.report(
                SeedIssue(
                    .plan(.wrongKind(expected: "one character such as `;`, or `tab`, or `detect`")),
                    at: text.location))
            return nil
        }
        return .byte(byte)
    }
}
