import Files
import Inputs
import ObjectModel
import SwiftDataSource
import Yams

/// Reads a seed plan from YAML text.
///
/// ``PlanSection/keys`` defines the keys of a plan, from which `docs/reference/plan.md` is made.
package struct PlanReader {
    private let path: String
    private let folder: FilePath
    private let issues = IssueCollector()
    let overrides: PlanOverrides
    /// The size limit of a plan in bytes, since the path may be a device whose data never end.
    private static let longestPlan = Limits.planBytes.most

    /// Reads the plan in a file.
    ///
    /// - Parameter overrides: the options on the command line that change the plan.
    /// - Throws: ``SeedFailure`` with all mistakes of the plan.
    package static func read(
        path: String, overrides: PlanOverrides = PlanOverrides()
    ) throws -> SeedPlan {
        let text: String
        do {
            try SourceFile.check(path)
            let bytes = try FileBytes.first(longestPlan + 1, of: path)
            guard bytes.count <= longestPlan else {
                throw SeedIssue(
                    .plan(.malformedPlan("it is longer than 16 MB")), at: .init(path: path))
            }
            guard let decoded = String(validating: bytes, as: UTF8.self) else {
                throw SeedIssue(
                    .plan(.malformedPlan("it is not UTF-8")), at: .init(path: path),
                    hint: SourceKinds.otherKind(of: path, than: "csv"))
            }
            text = decoded
        } catch let issue as SeedIssue {
            throw SeedFailure([issue])
        } catch let error as FileError {
            throw SeedFailure([SeedIssue(.file(.fileSystem(error.reason)), at: .init(path: path))])
        }
        return try PlanReader(path: path, overrides: overrides).plan(text)
    }

    /// Prepares to read a plan.
    ///
    /// - Parameter path: the plan's file. Relative paths start at its folder.
    package init(path: String, overrides: PlanOverrides = PlanOverrides()) {
        self.path = path
        self.overrides = overrides
        folder = FilePath(path).folder
    }

    /// Reads a plan.
    ///
    /// - Throws: ``SeedFailure`` with all mistakes of the plan.
    package func plan(_ text: String) throws -> SeedPlan {
        // Windows programs begin a text with a byte order mark, which is not part of the text.
        let text = text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
        let variables = PlanVariables(overrides.variables, path: path, issues: issues)
        var root = try compose(PlanVariables.shielded(text))
        if PlanVariables.areNamed(in: text) { root = variables.substituted(root) }
        // Further checks need the variables' values.
        variables.reportUnused()
        try issues.throwIfAny()
        guard root.mapping != nil else {
            throw SeedFailure([
                SeedIssue(
                    .plan(
                        .wrongKind(
                            expected: PlanSection.plan.expectation
                                + "; `zseed plan MODEL DATA -o seed.yml` drafts one")), at: location(of: root)
                )
            ])
        }
        let reader = mapping(root, as: .plan)
        let reference = reader.requiredText("reference").map(resolved)
        let model = reader.text("model").map(resolved)
        let modelChoice = modelChoice(reader)
        let output = reader.text("output").map(resolved).map(direct)
        let timeZone = reader.text("timeZone").flatMap(checkedZone)
        let locale = reader.text("locale").flatMap(checkedLocale)
        let metadata = reader.mapping("metadata", expecting: "metadata keys and their values")
        let sources = reader.mapping("sources", expecting: "sources by name")
        let entities = reader.mapping("entities", expecting: "entities by name")
        let tables = tables(reader)
        if sources == nil, !reader.has("sources"), !reader.has("tables") {
            issues.add(SeedIssue(.plan(.missingKey("sources")), at: reader.location))
        }
        if entities == nil, !reader.has("tables") {
            issues.add(SeedIssue(.plan(.missingKey("entities")), at: reader.location))
        }
        let links = links(reader)
        let policy = policy(reader)
        var plan = SeedPlan(
            path: path, reference: reference ?? Located("", at: reader.location), model: model,
            modelChoice: modelChoice, output: output, timeZone: timeZone, locale: locale,
            metadata: overridden(metadata.map(metadataEntries) ?? []),
            sources: overridden(
                sources.map { $0.entries.compactMap { source($0.name, $0.value, timeZone) } }
                    ?? []),
            loads: entities.map { $0.entries.flatMap(loads) } ?? [],
            links: links, policy: policy, tables: tables)
        plan.countReaders()
        plan.connectGenerators(reportingTo: issues)
        reader.finish()
        try issues.throwIfAny()
        return plan
    }

    /// Describes the mistake at a key that is not allowed in its place: the line above has no key, or already has a
    /// value.
    private static func misplacedKey(at mark: Mark, in text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).prefix(mark.line)
        func indent(_ line: Substring) -> Int { line.prefix { $0 == " " }.count }
        guard let line = lines.last,
            let above = lines.dropLast().lastIndex(where: { line in
                let words = line.drop { $0 == " " }
                return !words.isEmpty && words.first != "#"
            })
        else { return "a `:` is not allowed here" }
        if !lines[above].contains(":") {
            return "a `:` is not allowed here: one is missing in line \(above + 1)"
        }
        let before = line.prefix(max(0, mark.column - 1))
        if !before.contains("{"), before.contains(": ") {
            return
                "a `:` is not allowed here: this line already has one; write each key on its own line, and "
                + "quote a text that contains `: `"
        }
        return indent(line) > indent(lines[above])
            ? "a `:` is not allowed here: line \(above + 1) has a value already, and this one is indented more"
            : "a `:` is not allowed here: one is missing before it"
    }

    /// Returns the line of the second occurrence of a key in a mapping. It compares the indentation of lines, and
    /// returns the line of `mark` if it finds no second one.
    private static func second(_ key: String, below mark: Mark, in text: String) -> Int {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let places = lines.indices.dropFirst(max(0, mark.line - 1)).filter { index in
            let line = lines[index]
            let indent = line.prefix { $0 == " " }.count
            return indent == mark.column - 1 && line.dropFirst(indent).hasPrefix(key + ":")
        }
        return places.count > 1 ? places[1] + 1 : mark.line
    }

    private static func isTab(at mark: Mark, in text: String) -> Bool {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.indices.contains(mark.line - 1) else { return false }
        return lines[mark.line - 1].dropFirst(max(0, mark.column - 1)).first == "\t"
    }

    private func compose(_ text: String) throws -> Node {
        func failure(_ words: String, _ mark: Mark?, _ line: Int? = nil) -> SeedFailure {
            SeedFailure([
                SeedIssue(
                    .plan(.malformedPlan(words.replacing(PlanAliases.stand, with: "*"))),
                    at: .init(path: path, line: line ?? mark?.line, column: mark?.column))
            ])
        }
        do {
            try PlanAliases.check(text)
            guard let node = try Yams.compose(yaml: text, .basic, .default, .utf8) else {
                throw failure("it is empty", nil)
            }
            return node
        } catch let excess as PlanAliases.Excess {
            throw failure(
                excess.limit == PlanAliases.deepest
                    ? "its values are nested more than \(excess.limit) levels deep"
                    : "its aliases expand to more than \(excess.limit) values", excess.mark)
        } catch let error as YamlError {
            switch error {
            case .scanner(let context, "could not find expected ':'", _, _):
                throw failure("a `:` is missing in this line", context?.mark)
            case .scanner(_, "mapping values are not allowed in this context", let mark, _):
                throw failure(Self.misplacedKey(at: mark, in: text), mark)
            case .scanner(_, "found character that cannot start any token", let mark, _)
            where Self.isTab(at: mark, in: text):
                throw failure("tabs cannot indent: use spaces", mark)
            case .scanner(let context?, "found unexpected end of stream", _, _):
                throw failure("a quote is never closed", context.mark)
            case .parser(let context?, "did not find expected ',' or '}'", _, _):
                throw failure("a `{` is never closed, or a `,` is missing after it", context.mark)
            case .parser(let context?, "did not find expected ',' or ']'", _, _):
                throw failure("a `[` is never closed, or a `,` is missing after it", context.mark)
            case .parser(let context?, "did not find expected key", let mark, _):
                throw failure(
                    "this line is not indented like the other lines of its mapping, which begins in line "
                        + "\(context.mark.line)", mark)
            case .parser(let context?, "did not find expected '-' indicator", let mark, _):
                throw failure(
                    "this line has no `-`, unlike the others of the list that begins in line "
                        + "\(context.mark.line)",
                    mark)
            case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
                .composer(_, let problem, let mark, _):
                throw failure(problem, mark)
            case .duplicatedKeysInMapping(let keys, let context):
                let key = keys.first.map { "\($0)" } ?? ""
                throw failure(
                    "a mapping has the key `\(key)` twice", context.mark,
                    Self.second(key, below: context.mark, in: text))
            case .memory:
                throw SeedFailure([
                    SeedIssue(.file(.fileSystem("out of memory")), at: .init(path: path))
                ])
            default:
                throw failure("\(error)", nil)
            }
        }
    }

    // MARK: Parts

    /// Reads the choice among the models of Swift source.
    private func modelChoice(_ reader: MappingReader) -> ModelChoice {
        let models = reader.texts("models")
        let schema = reader.text("schema")
        if let models, schema != nil {
            issues.add(
                SeedIssue(
                    .plan(.conflictingKeys("models", "schema")),
                    at: models.first?.location ?? reader.location))
        }
        return ModelChoice(
            schema: schema?.value, models: models?.map(\.value) ?? [],
            store: reader.text("beside").map(resolved)?.value,
            infersOpenInverses: reader.choice("inverses", as: InverseReading.self)
                .map { $0 == .inferred },
            target: reader.text("target")?.value)
    }

    enum InverseReading: String, CaseIterable {
        case inferred
        case declared
    }

    private func metadataEntries(_ reader: MappingReader) -> [MetadataEntry] {
        reader.entries.compactMap { name, node in
            metadataValue(node).map { MetadataEntry(key: name, value: $0) }
        }
    }

    // MARK: Shared by the extensions

    func mapping(_ node: Node, as section: PlanSection) -> MappingReader {
        MappingReader(
            node, expecting: section.expectation, keys: section.names, path: path, issues: issues)
    }

    func report(_ issue: SeedIssue) { issues.add(issue) }

    func location(of node: Node) -> SeedIssue.Location {
        MappingReader.location(of: node, path: path)
    }

    /// Reports the keys that have no meaning beside another one.
    func refuse(_ keys: [String], besides other: String, in reader: MappingReader) {
        for key in keys where reader.has(key) {
            issues.add(SeedIssue(.plan(.conflictingKeys(key, other)), at: reader.keyLocation(key)))
        }
    }

    func conflict(_ one: String, _ other: String, in reader: MappingReader) {
        issues.add(SeedIssue(.plan(.conflictingKeys(one, other)), at: reader.keyLocation(other)))
    }

    /// Resolves a path that is relative to the plan's folder.
    func resolved(_ path: Located<String>) -> Located<String> {
        if path.value.utf8.contains(0) {
            issues.add(SeedIssue(.output(.unusablePath("the path has a NUL character")), at: path.location))
        }
        guard !path.value.isEmpty, !FilePath(path.value).isAbsolute,
            path.value != StandardInput.path, self.path.contains("/")
        else { return path }
        let whole = folder.appending(path.value)
        // The folder of a drafted plan may not exist yet. The system cannot follow `..` out of a missing folder.
        let leadsBack = path.value.split(separator: "/").contains("..")
        do throws(FileError) {
            if leadsBack, try FileStatus(path: folder.text) == nil {
                return Located(try whole.resolved.text, at: path.location)
            }
            return Located(whole.text, at: path.location)
        } catch {
            issues.add(SeedIssue(error))
            return path
        }
    }

    /// Returns the path of the output for messages: `build/Seed.sqlite` for `../build/Seed.sqlite` in
    /// `data/plan.yml`.
    private func direct(_ path: Located<String>) -> Located<String> {
        guard path.value.contains("/../") else { return path }
        do throws(FileError) {
            return Located(try FilePath(path.value).withoutDetours().text, at: path.location)
        } catch {
            issues.add(SeedIssue(error))
            return path
        }
    }

    func checkedZone(_ name: Located<String>) -> Located<String>? {
        guard ZoneOffsets.zone(named: name.value) == nil else { return name }
        let city = "/" + name.value.replacing(" ", with: "_")
        let nearest =
            ZoneOffsets.knownNames.first { $0.hasSuffix(city) }
            ?? NearestName.of(name.value, in: ZoneOffsets.knownNames)
        issues.add(
            SeedIssue(
                .plan(.unknownName(name.value, kind: .timeZone, nearest: nearest)), at: name.location))
        return nil
    }
}
