import Inputs
import Yams

extension PlanReader {
    /// Reads one source: its kind, its options, its time zone.
    ///
    /// - Parameter planZone: the plan's time zone.
    func source(
        _ name: Located<String>, _ node: Node, _ planZone: Located<String>?
    ) -> SourceDefinition? {
        var reader = mapping(node, as: .source)
        let formerKeys = reader.join(
            "shape", expecting: PlanSection.shape.expectation, keys: PlanSection.shape.names)
        let zone = reader.text("timeZone").flatMap(checkedZone)
        let locale = reader.text("locale").flatMap(checkedLocale)
        var cleaning = SourceCleaning()
        cleaning.trims = reader.flag("trim") ?? false
        cleaning.nullWords = reader.words("null")
        cleaning.filled = reader.texts("fillDown") ?? []
        cleaning.transposes = reader.flag("transpose") ?? false
        for key in ["columns", "header"] where cleaning.transposes && reader.has(key) {
            conflict("transpose", key, in: reader)
        }
        let (comma, thousands) = numberForm(reader)
        var filter = filter(reader)
        filter?.timeZone = (zone ?? planZone).flatMap { ZoneOffsets.zone(named: $0.value) }
        filter?.numbers = NumberForm(
            usesDecimalComma: comma?.value ?? false, thousands: thousands?.value)
        defer { reader.finish() }
        let given = SourceKinds.all.filter { reader.has($0.key) }
        guard let kind = given.first else {
            if reader.isMapping {
                let names = SourceKinds.all.map { $0.key }
                let words = names.dropLast().joined(separator: "`, `") + "` or `" + (names.last ?? "")
                report(SeedIssue(.plan(.missingKey(words)), at: reader.location))
            }
            return nil
        }
        guard given.count == 1 else {
            conflict(given[0].key, given[1].key, in: reader)
            return nil
        }
        refuse(Self.foreignOptions(of: kind), besides: kind.key, in: reader)
        var plan = SourcePlan(
            of: name, reader, trims: cleaning.trims, nullWords: cleaning.nullWords, resolving: resolved)
        guard let found = kind.init(&plan) else { return nil }
        var source = SourceDefinition(name: name, kind: found, timeZone: zone, locale: locale)
        if !reader.has("null") { cleaning.nullWords = found.nullWords }
        source.formerKeys = formerKeys
        source.cleaning = cleaning
        source.usesDecimalComma = comma?.value
        source.thousands = thousands?.value
        source.filter = filter
        return source
    }

    /// Reads `where:`, a predicate over columns.
    private func filter(_ reader: MappingReader) -> SourceFilter? {
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

    /// Returns the options that belong to other kinds only.
    private static func foreignOptions(of kind: any SourceKind.Type) -> [String] {
        var seen = Set(kind.optionKeys)
        return SourceKinds.all.flatMap { $0.optionKeys }.filter { seen.insert($0).inserted }
    }
}
