import Foundation
import Inputs
import ObjectModel
import Yams

extension PlanReader {
    /// Reads a value: its origin and its options.
    func value(_ reader: MappingReader) -> ValuePlan? {
        var value = ValuePlan(
            column: reader.text("column"), constant: reader.scalar("value"),
            fallback: reader.scalar("default"),
            timeZone: reader.text("timeZone").flatMap(checkedZone), type: reader.text("type"))
        let dates = reader.texts("date") ?? []
        value.date = dates.first
        value.furtherDates = Array(dates.dropFirst())
        value.century = century(reader)
        value.options = options(reader)
        value.options.constantText = written(value.constant, at: "value", in: reader)
        value.options.fallbackText = written(value.fallback, at: "default", in: reader)
        value.options.uuid = uuid(reader)
        let origins = ["column", "value", "template"].filter(reader.has)
        if origins.count > 1 {
            conflict(origins[0], origins[1], in: reader)
            return nil
        }
        if value.options.uuid != nil {
            for key in ["value", "default"] where reader.has(key) {
                conflict(key, "uuid", in: reader)
                return nil
            }
        } else if value.column == nil, value.constant == nil, value.options.template == nil {
            if let origin = origins.first {
                // A value of the wrong kind has been reported already.
                if reader.isNull(origin) {
                    let expected = origin == "column" ? "a column" : "a text"
                    report(
                        SeedIssue(.plan(.wrongKind(expected: expected)), at: reader.keyLocation(origin)))
                }
            } else if reader.isMapping {
                report(SeedIssue(.plan(.missingKey("column` or `value")), at: reader.location))
            }
            return nil
        }
        return value
    }

    /// Returns a number as written. YAML would read `1.10` as `1.1`, and truncate long decimals.
    private func written(
        _ scalar: Located<Scalar>?, at key: String, in reader: MappingReader
    ) -> String? {
        switch scalar?.value {
        case .integer, .real: reader.node(key)?.scalar?.string
        default: nil
        }
    }

    /// Reads `century: 1930`, which is for years from 1930 to 2029.
    private func century(_ reader: MappingReader) -> Located<Int>? {
        guard let year = reader.count("century") else { return nil }
        let location = reader.scalar("century")?.location ?? reader.keyLocation("century")
        guard (1...9900).contains(year) else {
            report(SeedIssue(.plan(.wrongKind(expected: "a year from 1 to 9900")), at: location))
            return nil
        }
        return Located(year, at: location)
    }

    /// Reads `number: { unit: kg, scale: 1000 }`.
    private func number(_ reader: MappingReader) -> Located<NumberPlan>? {
        let location = reader.keyLocation("number")
        guard let item = reader.mapping("number", as: .number) else { return nil }
        let scale = item.scalar("scale")
        var plan = NumberPlan(
            units: item.texts("unit")?.map(\.value) ?? [],
            scale: scale.flatMap { written($0, at: "scale", in: item) },
            isAccounting: item.flag("accounting") ?? false)
        plan.written = item.choice("written", as: WrittenNumber.self)
        if plan.written != nil, scale != nil { conflict("written", "scale", in: item) }
        if let shown = item.text("shown") {
            plan.shape = NumberShape(code: shown.value)
            if plan.shape?.isWritten != true {
                report(
                    SeedIssue(
                        .plan(.wrongKind(expected: "a format of numbers: `0.00`, `0%`")), at: shown.location))
            }
        }
        item.finish()
        if let scale, plan.scale.flatMap({ Decimal(string: $0) }) ?? 0 == 0 {
            report(SeedIssue(.plan(.wrongKind(expected: "a number except 0")), at: scale.location))
            return nil
        }
        return Located(plan, at: location)
    }

    private func options(_ reader: MappingReader) -> ValueOptions {
        var options = ValueOptions()
        options.template = reader.text("template")
        options.nullWords = reader.has("null") ? reader.words("null") : nil
        options.trims = reader.locatedFlag("trim")?.value
        options.escape = reader.locatedChoice("unescape")?.value
        options.letterCase = reader.locatedChoice("case")?.value
        options.normalization = reader.locatedChoice("normalize")?.value
        options.replacements = replacements(reader)
        options.split = split(reader)
        options.lookup = lookup(reader)
        (options.usesDecimalComma, options.thousands) = numberForm(reader)
        options.number = number(reader)
        options.booleans = booleans(reader)
        options.allowsNonFinite = reader.locatedFlag("allowNonFinite")
        options.binary = reader.locatedChoice("binary")
        options.folder = reader.text("folder").map(resolved)
        options.thumbnail = thumbnail(reader, options.binary)
        options.archive = reader.locatedChoice("archive")
        options.elements = reader.locatedChoice("elements")
        options.separator = separator(reader)
        options.locale = reader.text("locale").flatMap(checkedLocale)
        return options
    }

    /// Reads `decimalComma:` and `thousands:`, which must be different signs. If points separate thousands, a comma
    /// precedes the fraction.
    func numberForm(
        _ reader: MappingReader
    ) -> (decimalComma: Located<Bool>?, thousands: Located<ThousandsSeparator>?) {
        let comma = reader.locatedFlag("decimalComma")
        guard let text = reader.text("thousands") else { return (comma, nil) }
        guard let separator = ThousandsSeparator(text.value) else {
            report(
                SeedIssue(
                    .plan(.wrongKind(expected: "`.`, `,`, a space or an apostrophe")), at: text.location))
            return (comma, nil)
        }
        let isTaken =
            separator == .point && comma?.value == false
            || separator == .comma && comma?.value == true
        if isTaken {
            report(
                SeedIssue(
                    .plan(
                        .conflictingKeys(
                            "thousands: \"\(text.value)\"", "decimalComma: \(comma?.value ?? false)")),
                    at: text.location))
            return (comma, nil)
        }
        let implied = separator == .point ? Located(true, at: text.location) : nil
        return (comma ?? implied, Located(separator, at: text.location))
    }

    // MARK: Parts

    private func uuid(_ reader: MappingReader) -> UUIDPlan? {
        let names = reader.texts("uuid")
        let namespace = reader.text("namespace")
        guard let names else {
            if let namespace { report(SeedIssue(.plan(.missingKey("uuid")), at: namespace.location)) }
            return nil
        }
        return UUIDPlan(names: names, namespace: namespace)
    }

    private func replacements(_ reader: MappingReader) -> [TextReplacement] {
        guard let node = reader.node("replace") else { return [] }
        let nodes = node.sequence.map(Array.init) ?? [node]
        return nodes.compactMap { node in
            let item = mapping(node, as: .replacement)
            let pattern = item.requiredText("pattern")
            // An empty text deletes the match. YAML's empty value means the same.
            let text = item.text("with")?.value ?? ""
            if node.mapping != nil, !item.has("with") {
                report(SeedIssue(.plan(.missingKey("with")), at: item.location))
            }
            item.finish()
            return pattern.map { TextReplacement(pattern: $0, text: text) }
        }
    }

    private func split(_ reader: MappingReader) -> TextSplit? {
        guard let item = reader.mapping("split", as: .split) else {
            return nil
        }
        let separator = item.requiredText("separator")
        let part = item.scalar("part")
        if part == nil { report(SeedIssue(.plan(.missingKey("part")), at: item.location)) }
        item.finish()
        guard let separator, let part else { return nil }
        guard case .integer(let number) = part.value, number != 0,
            let part = Int(exactly: number), abs(part) <= 1000, !separator.value.isEmpty
        else {
            report(
                SeedIssue(
                    .plan(
                        .wrongKind(
                            expected: "a separator, and a part such as 1 (first) or -1 (last)")),
                    at: part.location))
            return nil
        }
        return TextSplit(separator: separator.value, part: part)
    }

    private func lookup(_ reader: MappingReader) -> LookupPlan? {
        let unmatched: Located<LookupPlan.UnmatchedPolicy>? = unmatchedPolicy(reader)
        guard let table = reader.mapping("lookup", expecting: "texts and their values") else {
            if let unmatched {
                report(SeedIssue(.plan(.missingKey("lookup")), at: unmatched.location))
            }
            return nil
        }
        let entries = table.entries.compactMap { name, node -> LookupPlan.Entry? in
            guard let scalar = node.scalar else {
                report(SeedIssue(.plan(.wrongKind(expected: "a single value")), at: location(of: node)))
                return nil
            }
            let value = Located(MappingReader.scalar(scalar), at: location(of: node))
            return LookupPlan.Entry(
                text: name.value, value: value,
                writtenText: value.value.isNumber ? scalar.string : nil)
        }
        return LookupPlan(entries: entries, unmatched: unmatched?.value ?? .error)
    }

    /// Reads the policy. `unmatched: null` has YAML's null, which is the policy of that name.
    private func unmatchedPolicy(
        _ reader: MappingReader
    ) -> Located<LookupPlan.UnmatchedPolicy>? {
        if reader.has("unmatched"), reader.node("unmatched") == nil {
            return Located(.null, at: reader.keyLocation("unmatched"))
        }
        return reader.locatedChoice("unmatched")
    }

    private func booleans(_ reader: MappingReader) -> Located<BooleanWords>? {
        let location = reader.keyLocation("booleans")
        guard
            let item = reader.mapping("booleans", as: .booleans)
        else { return nil }
        let words = BooleanWords(
            trueWords: item.words("true"), falseWords: item.words("false"))
        for key in ["true", "false"] where !item.has(key) {
            report(SeedIssue(.plan(.missingKey(key)), at: item.location))
        }
        item.finish()
        let known = words.trueWords + words.falseWords
        if Set(known.map { $0.lowercased() }).count < known.count || known.contains("") {
            report(
                SeedIssue(
                    .plan(.wrongKind(expected: "different words, none of them empty")), at: location))
            return nil
        }
        return Located(words, at: location)
    }

    private func separator(_ reader: MappingReader) -> Located<String>? {
        guard let text = reader.text("separator") else { return nil }
        guard text.value.isEmpty else { return text }
        report(SeedIssue(.plan(.wrongKind(expected: "a text such as `|`")), at: text.location))
        return nil
    }

    // MARK: Locales

    /// Returns the locale; nil, with a report, if this machine has no data for it.
    func checkedLocale(_ name: Located<String>) -> Located<String>? {
        guard DateNames.locale(named: name.value) == nil else { return name }
        let nearest = NearestName.of(name.value, in: DateNames.knownLocales)
        report(
            SeedIssue(
                .plan(.unknownName(name.value, kind: .locale, nearest: nearest)), at: name.location))
        return nil
    }
}

extension Scalar {
    var isNumber: Bool {
        switch self {
        case .integer, .real: true
        case .null, .boolean, .text: false
        }
    }
}
