import Yams

extension PlanReader {
    /// The keys that say what kind a source is, each with the options it knows.
    private static let sourceKinds: [(key: String, options: [String])] = [
        ("csv", ["delimiter", "header", "columns", "skipLines", "comment", "encoding"]),
        ("sqlite", ["table", "query"]),
        ("xml", ["records", "columns", "lists", "separator"]),
        ("json", ["records", "columns", "separator"]),
        ("ndjson", ["columns", "separator"]),
        ("plist", ["records", "columns", "separator"]),
        ("store", ["entity", "model", "columns"]),
    ]

    /// One source: its kind, its options, its time zone.
    func source(_ name: Located<String>, _ node: Node) -> SourceDefinition? {
        var reader = mapping(node, expecting: "a source such as `{ csv: items.csv }`")
        let zone = reader.text("timeZone").flatMap(checkedZone)
        for kind in Self.sourceKinds {
            _ = reader.node(kind.key)
            for option in kind.options { _ = reader.node(option) }
        }
        defer { reader.finish() }
        let given = Self.sourceKinds.filter { reader.has($0.key) }
        guard let kind = given.first else {
            if node.mapping != nil {
                let names = Self.sourceKinds.map(\.key)
                let words = names.dropLast().joined(separator: "`, `") + "` or `" + (names.last ?? "")
                report(SeedIssue(.missingKey(words), at: reader.location))
            }
            return nil
        }
        guard given.count == 1 else {
            conflict(given[0].key, given[1].key, in: reader)
            return nil
        }
        refuse(Self.foreignOptions(of: kind.options), besides: kind.key, in: reader)
        guard let found = sourceKind(kind.key, &reader) else { return nil }
        return SourceDefinition(name: name, kind: found, timeZone: zone)
    }

    private static func foreignOptions(of options: [String]) -> [String] {
        var seen = Set(options)
        return sourceKinds.flatMap(\.options).filter { seen.insert($0).inserted }
    }

    private func sourceKind(
        _ key: String, _ reader: inout MappingReader
    ) -> SourceDefinition.Kind? {
        if key == "csv" { return csv(&reader) }
        guard let path = reader.requiredText(key) else { return nil }
        switch key {
        case "sqlite":
            guard let selection = selection(&reader), isFile(path) else { return nil }
            return .sqlite(path: resolved(path).value, selection: selection)
        case "store":
            guard let entity = reader.requiredText("entity"), isFile(path) else { return nil }
            return .store(
                path: resolved(path).value, entity: entity.value,
                model: reader.text("model").map { resolved($0).value },
                columns: texts("columns", &reader))
        case "xml":
            guard let options = recordOptions(&reader, pathSeparator: "/") else { return nil }
            guard !options.records.isEmpty else {
                report(SeedIssue(.missingKey("records"), at: reader.location))
                return nil
            }
            return .xml(path: resolved(path).value, options: options)
        default:
            guard let options = recordOptions(&reader, pathSeparator: ".") else { return nil }
            let path = resolved(path).value
            return key == "json"
                ? .json(path: path, options: options)
                : key == "ndjson"
                    ? .ndjson(path: path, options: options)
                    : .propertyList(path: path, options: options)
        }
    }

    /// A database is no stream: it cannot come through standard input.
    private func isFile(_ path: Located<String>) -> Bool {
        guard path.value == StandardInput.path else { return true }
        report(
            SeedIssue(
                .wrongKind(expected: "a file: SQLite cannot read from standard input"),
                at: path.location))
        return false
    }

    // MARK: CSV

    private func csv(_ reader: inout MappingReader) -> SourceDefinition.Kind? {
        guard let paths = texts("csv", &reader), !paths.isEmpty else {
            report(
                SeedIssue(
                    .wrongKind(expected: "a path, or a list of paths"),
                    at: reader.keyLocation("csv")))
            return nil
        }
        var options = CSVOptions()
        guard let delimiter = delimiter(reader.text("delimiter")) else { return nil }
        options.delimiter = delimiter
        options.hasHeader = boolean("header", &reader) ?? true
        options.columns = texts("columns", &reader)
        options.skippedLines = count("skipLines", &reader) ?? 0
        options.comment = reader.text("comment")?.value
        if let name = reader.text("encoding") {
            guard let encoding = encoding(name) else { return nil }
            options.encoding = encoding
        }
        if options.hasHeader, options.columns != nil {
            // A header row of other names would silently become a row of data.
            conflict("header: true", "columns", in: reader)
        }
        let resolvedPaths = paths.map { resolved(Located($0, at: reader.location)).value }
        return .csv(paths: resolvedPaths, options: options)
    }

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
                    .wrongKind(expected: "one character such as `;`, or `tab`, or `detect`"),
                    at: text.location))
            return nil
        }
        return .byte(byte)
    }

    private func encoding(_ name: Located<String>) -> TextEncoding? {
        if let encoding = TextEncoding(rawValue: name.value.lowercased()) { return encoding }
        let nearest = NearestName.of(name.value, in: TextEncoding.allCases.map(\.rawValue))
        report(
            SeedIssue(
                .unknownChoice(name.value, kind: "encoding", nearest: nearest), at: name.location))
        return nil
    }

    // MARK: SQLite

    private func selection(_ reader: inout MappingReader) -> SQLiteSource.Selection? {
        switch (reader.text("table"), reader.text("query")) {
        case (let table?, nil): return .table(table.value)
        case (nil, let query?): return .query(query.value)
        case (_?, _?): conflict("table", "query", in: reader)
        case (nil, nil): report(SeedIssue(.missingKey("table` or `query"), at: reader.location))
        }
        return nil
    }

    // MARK: Records

    /// The options of sources with named values.
    private func recordOptions(
        _ reader: inout MappingReader, pathSeparator: Character
    ) -> RecordOptions? {
        var options = RecordOptions()
        options.columns = texts("columns", &reader)
        options.lists = texts("lists", &reader) ?? []
        if let separator = reader.text("separator") {
            guard !separator.value.isEmpty else {
                report(SeedIssue(.wrongKind(expected: "a text"), at: separator.location))
                return nil
            }
            options.separator = separator.value
        }
        guard let path = reader.text("records") else { return options }
        let parts = path.value.split(separator: pathSeparator, omittingEmptySubsequences: false)
        guard !parts.contains(where: \.isEmpty) else {
            report(
                SeedIssue(
                    .wrongKind(expected: "names with `\(pathSeparator)` between them"),
                    at: path.location))
            return nil
        }
        options.records = parts.map(String.init)
        return options
    }

    // MARK: Values

    /// A text, or a list of texts.
    private func texts(_ key: String, _ reader: inout MappingReader) -> [String]? {
        guard let node = reader.node(key) else { return nil }
        let nodes = node.sequence.map { Array($0) } ?? [node]
        let texts = nodes.compactMap { $0.scalar?.string }
        guard texts.count == nodes.count else {
            report(SeedIssue(.wrongKind(expected: "a text, or a list of texts"), at: location(of: node)))
            return nil
        }
        return texts
    }

    private func boolean(_ key: String, _ reader: inout MappingReader) -> Bool? {
        guard let scalar = reader.scalar(key) else { return nil }
        if case .boolean(let value) = scalar.value { return value }
        report(SeedIssue(.wrongKind(expected: "`true` or `false`"), at: scalar.location))
        return nil
    }

    private func count(_ key: String, _ reader: inout MappingReader) -> Int? {
        guard let scalar = reader.scalar(key) else { return nil }
        if case .integer(let value) = scalar.value, (0...1_000_000).contains(value) {
            return Int(value)
        }
        report(SeedIssue(.wrongKind(expected: "a number from 0 to 1000000"), at: scalar.location))
        return nil
    }
}
