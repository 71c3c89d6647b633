import Yams

extension PlanReader {
    /// The keys that say what kind a source is, each with the options it knows.
    private static let sourceKinds: [(key: String, options: [String])] = [
        (
            "csv",
            [
                "delimiter", "header", "columns", "skipLines", "comment", "encoding", "blankRows",
                "shortRows", "longRows",
            ]
        ),
        ("sqlite", ["table", "query"]),
        ("xml", ["records", "columns", "lists", "separator"]),
        ("json", ["records", "columns", "separator"]),
        ("ndjson", ["records", "columns", "separator"]),
        ("plist", ["records", "columns", "separator"]),
        ("store", ["entity", "model", "columns"]),
    ]

    /// One source: its kind, its options, its time zone.
    ///
    /// - Parameter planZone: the plan's time zone.
    func source(
        _ name: Located<String>, _ node: Node, _ planZone: Located<String>?
    ) -> SourceDefinition? {
        var reader = mapping(node, expecting: "a source such as `{ csv: items.csv }`")
        let zone = reader.text("timeZone").flatMap(checkedZone)
        let locale = reader.text("locale").flatMap(checkedLocale)
        var cleaning = SourceCleaning()
        cleaning.trims = reader.flag("trim") ?? false
        cleaning.nullWords = reader.words("null")
        let (comma, thousands) = numberForm(&reader)
        var filter = filter(&reader)
        filter?.timeZone = (zone ?? planZone).flatMap { ZoneOffsets.zone(named: $0.value) }
        filter?.numbers = NumberForm(
            usesDecimalComma: comma?.value ?? false, thousands: thousands?.value)
        for kind in Self.sourceKinds {
            _ = reader.node(kind.key)
            for option in kind.options { _ = reader.node(option) }
        }
        defer { reader.finish() }
        let given = Self.sourceKinds.filter { reader.has($0.key) }
        guard let kind = given.first else {
            if reader.isMapping {
                let names = Self.sourceKinds.map(\.key)
                let words = names.dropLast().joined(separator: "`, `") + "` or `" + (names.last ?? "")
                report(SeedIssue(.plan(.missingKey(words)), at: reader.location))
            }
            return nil
        }
        guard given.count == 1 else {
            conflict(given[0].key, given[1].key, in: reader)
            return nil
        }
        refuse(Self.foreignOptions(of: kind.options), besides: kind.key, in: reader)
        guard let found = sourceKind(&reader) else { return nil }
        var source = SourceDefinition(name: name, kind: found, timeZone: zone, locale: locale)
        if case .csv(let paths, var options) = found {
            options.trims = cleaning.trims
            source.kind = .csv(paths: paths, options: options)
        }
        source.cleaning = cleaning
        source.usesDecimalComma = comma?.value
        source.thousands = thousands?.value
        source.filter = filter
        return source
    }

    /// `where:`, a predicate over columns.
    private func filter(_ reader: inout MappingReader) -> SourceFilter? {
        guard let text = reader.text("where") else { return nil }
        do {
            return try SourceFilter(text.value, at: text.location)
        } catch let issue as SeedIssue {
            report(issue)
        } catch {
            report(SeedIssue(.plan(.badPredicate("\(error)")), at: text.location))
        }
        return nil
    }

    private static func foreignOptions(of options: [String]) -> [String] {
        var seen = Set(options)
        return sourceKinds.flatMap(\.options).filter { seen.insert($0).inserted }
    }

    private func sourceKind(_ reader: inout MappingReader) -> SourceDefinition.Kind? {
        if let paths = reader.texts("csv") { return csv(paths, &reader) }
        if let path = reader.text("sqlite") {
            guard let selection = selection(&reader), isFile(path) else { return nil }
            return .sqlite(path: resolved(path).value, selection: selection)
        }
        if let path = reader.text("store") { return store(path, &reader) }
        if let path = reader.text("xml") {
            guard let options = recordOptions(&reader, pathSeparator: "/") else { return nil }
            guard !options.records.isEmpty else {
                report(SeedIssue(.plan(.missingKey("records")), at: reader.location))
                return nil
            }
            return .xml(path: resolved(path).value, options: options)
        }
        let (json, lines, list) = (reader.text("json"), reader.text("ndjson"), reader.text("plist"))
        guard let path = json ?? lines ?? list else {
            reportMissingPath(reader)
            return nil
        }
        guard let options = recordOptions(&reader, pathSeparator: ".") else { return nil }
        let file = resolved(path).value
        if json != nil { return .json(path: file, options: options) }
        if lines != nil { return .ndjson(path: file, options: options) }
        return .propertyList(path: file, options: options)
    }

    /// `csv:` without a path; a value of another kind was reported where it was read.
    private func reportMissingPath(_ reader: MappingReader) {
        for kind in Self.sourceKinds where reader.has(kind.key) && reader.isNull(kind.key) {
            report(SeedIssue(.plan(.wrongKind(expected: "a path")), at: reader.keyLocation(kind.key)))
        }
    }

    private func store(
        _ path: Located<String>, _ reader: inout MappingReader
    ) -> SourceDefinition.Kind? {
        guard let entity = reader.requiredText("entity"), isFile(path) else { return nil }
        return .store(
            path: resolved(path).value, entity: entity.value,
            model: reader.text("model").map { resolved($0).value },
            columns: reader.texts("columns")?.map(\.value))
    }

    /// A database is no stream: it cannot come through standard input.
    private func isFile(_ path: Located<String>) -> Bool {
        guard path.value == StandardInput.path else { return true }
        report(
            SeedIssue(
                .plan(.wrongKind(expected: "a file: SQLite cannot read from standard input")),
                at: path.location))
        return false
    }

    // MARK: CSV

    private func csv(
        _ paths: [Located<String>], _ reader: inout MappingReader
    ) -> SourceDefinition.Kind? {
        guard let delimiter = delimiter(reader.text("delimiter")) else { return nil }
        var options = CSVOptions()
        options.delimiter = delimiter
        options.hasHeader = reader.flag("header") ?? true
        options.columns = reader.texts("columns")?.map(\.value)
        options.skippedLines = reader.count("skipLines") ?? 0
        options.comment = reader.text("comment")?.value
        options.keepsBlankRows = reader.choice("blankRows", as: BlankRows.self) == .keep
        options.padsShortRows = reader.choice("shortRows", as: ShortRows.self) == .pad
        options.longRows = reader.choice("longRows", as: CSVOptions.LongRows.self) ?? .error
        if let name = reader.text("encoding") {
            guard let encoding = encoding(name) else { return nil }
            options.encoding = encoding
        }
        if options.hasHeader, options.columns != nil {
            // A header row of other names would silently become a row of data.
            conflict("header: true", "columns", in: reader)
        }
        return .csv(paths: paths.map { resolved($0).value }, options: options)
    }

    /// What a plan says of rows of empty cells.
    private enum BlankRows: String, CaseIterable { case skip, keep }

    /// What a plan says of rows with fewer cells than columns.
    private enum ShortRows: String, CaseIterable { case error, pad }

    /// One byte, or the words `tab` and `detect`.
    private func delimiter(_ text: Located<String>?) -> CSVOptions.Delimiter? {
        guard let text else { return .byte(UInt8(ascii: ",")) }
        if text.value == "tab" { return .byte(0x09) }
        if text.value == "detect" { return .detected }
        guard let byte = text.value.utf8.first, text.value.utf8.count == 1,
            byte < 0x80, ![0x0A, 0x0D, 0x22].contains(byte)
        else {
            report(
                SeedIssue(
                    .plan(.wrongKind(expected: "one character such as `;`, or `tab`, or `detect`")),
                    at: text.location))
            return nil
        }
        return .byte(byte)
    }

    private func encoding(_ name: Located<String>) -> TextEncoding? {
        if let encoding = TextEncoding(named: name.value) { return encoding }
        let nearest = NearestName.of(name.value, in: TextEncoding.allCases.map(\.rawValue))
        report(
            SeedIssue(
                .plan(.unknownChoice(name.value, kind: "encoding", nearest: nearest)), at: name.location))
        return nil
    }

    // MARK: SQLite

    private func selection(_ reader: inout MappingReader) -> SQLiteSource.Selection? {
        switch (reader.text("table"), reader.text("query")) {
        case (let table?, nil): return .table(table.value)
        case (nil, let query?): return .query(query.value)
        case (_?, _?): conflict("table", "query", in: reader)
        case (nil, nil):
            if !reader.has("table"), !reader.has("query") {
                report(SeedIssue(.plan(.missingKey("table` or `query")), at: reader.location))
            }
        }
        return nil
    }

    // MARK: Records

    /// The options of sources with named values.
    private func recordOptions(
        _ reader: inout MappingReader, pathSeparator: Character
    ) -> RecordOptions? {
        var options = RecordOptions()
        let columns = reader.texts("columns")
        options.columns = columns?.map(\.value)
        options.lists = reader.texts("lists")?.map(\.value) ?? []
        if let separator = reader.text("separator") {
            guard !separator.value.isEmpty else {
                report(SeedIssue(.plan(.wrongKind(expected: "a text")), at: separator.location))
                return nil
            }
            options.separator = separator.value
        }
        guard let path = reader.text("records") else {
            checkHeights(columns ?? [], levelCount: 0)
            return options
        }
        let parts = path.value.split(separator: pathSeparator, omittingEmptySubsequences: false)
        guard !parts.contains(where: \.isEmpty) else {
            report(
                SeedIssue(
                    .plan(.wrongKind(expected: "names with `\(pathSeparator)` between them")),
                    at: path.location))
            return nil
        }
        options.records = parts.map(String.init)
        // The root of an XML file is a record or around records; JSON's is around what it holds.
        checkHeights(columns ?? [], levelCount: parts.count - (pathSeparator == "/" ? 1 : 0))
        return options
    }

    /// Reports columns of parents that no record has.
    private func checkHeights(_ columns: [Located<String>], levelCount: Int) {
        for column in columns {
            guard let height = ParentColumn(column.value)?.height, height > levelCount else {
                continue
            }
            report(
                SeedIssue(
                    .document(.beyondRoot(column.value, levelCount: levelCount)), at: column.location))
        }
    }
}
