import Inputs
import ObjectModel
import Seeding

/// The differences from the last draft.
extension ModelStructure {
    func isNew(_ column: Int, of table: ModelTable) -> Bool {
        table.earlier?.knows(table.survey.columns[column]) != true
    }

    func isNew(_ link: ModelLink, of table: ModelTable) -> Bool {
        guard table.earlier != nil else { return true }
        return isNew(link.column, of: table) || link.others.contains { isNew($0.column, of: table) }
    }

    /// Returns the changes of the database since the last draft, with what becomes of them.
    ///
    /// - Parameter surveys: all inputs, including those that became nothing.
    func changes(among surveys: [SourceSurvey]) -> [String] {
        guard let earlier else { return [] }
        var lines = (entities + pairs.map(\.table)).flatMap { table in
            change(of: table).map { "\(table.survey.name): \($0)" }
        }
        let present = Set(surveys.map(\.name))
        for (name, table) in earlier.tables.sorted(by: { $0.key < $1.key }) where !present.contains(name) {
            guard let kept = table.entity ?? table.relationship else { continue }
            lines.append("\(name): is gone; \(kept) stays in the model, and nothing fills it")
        }
        return lines
    }

    private func change(of table: ModelTable) -> [String] {
        guard let known = table.earlier else { return [novelty(of: table)] }
        let columns = table.survey.ownIndices
        let new = columns.filter { isNew($0, of: table) }
        var lines: [String] = []
        if let relationship = known.relationship {
            // A column that the last draft left out, such as a time stamp, is not in its record.
            guard entities.contains(where: { $0 === table }) else { return [] }
            let names = new.map { "`\(table.survey.columns[$0])`" }.joined(separator: ", ")
            return ["is no table of pairs any longer (\(names)); \(relationship) stays a relationship"]
        }
        guard let entity = known.entity else {
            return new.map { column in
                "`\(table.survey.columns[column])` is new, but its entity was removed from the model"
            }
        }
        for column in new {
            let name = table.survey.columns[column]
            if let attribute = table.attributes[column] {
                let isRequired = table.columns[column].isRequired
                lines.append(
                    "`\(name)` is new: \(entity).\(attribute), \(table.columns[column].type.xcodeName)"
                        + (isRequired ? ", optional because earlier objects have no value" : ""))
                lines += table.columns[column].doubts.map { "\(attribute): \($0)" }
            } else if let reason = table.dropped[column] {
                lines.append("`\(name)` is new and left out: \(reason)")
            }
        }
        for link in table.links {
            let name = table.survey.columns[link.column]
            if isNew(link, of: table) {
                lines.append("`\(name)` is new: \(entity).\(link.name) → \(link.target.entity)")
            } else if known.links[name.lowercased()] == nil, let kept = known.attributes[name.lowercased()] {
                let kept = kept.map { "\(entity).\($0) stays an attribute" } ?? "its attribute was removed"
                lines.append("`\(name)` is now a key of \(link.target.name); \(kept)")
            }
        }
        for columns in table.declaration?.uniqueKeys ?? [] {
            let places = columns.compactMap(table.index)
            if places.contains(where: { isNew($0, of: table) && table.attributes[$0] != nil }) {
                lines.append(
                    "(\(columns.joined(separator: ", "))) is unique there; no constraint is added here")
            }
        }
        let present = Set(columns.map { table.survey.columns[$0].lowercased() })
        for (column, kept) in known.attributes.merging(known.links, uniquingKeysWith: { one, _ in one })
            .sorted(by: { $0.key < $1.key }) where !present.contains(column)
        {
            guard let kept else { continue }
            lines.append("`\(column)` is gone; \(entity).\(kept) stays in the model, and nothing fills it")
        }
        return lines
    }

    private func novelty(of table: ModelTable) -> String {
        if let pair = pairs.first(where: { $0.table === table }) {
            let (owner, target) = (pair.source.target.entity, pair.target.target.entity)
            return "is new: \(owner).\(pair.name) and \(target).\(pair.inverseName)"
        }
        let links = table.links.map { ", \($0.name) → \($0.target.entity)" }.joined()
        let count = table.attributes.count
        return "is new: \(table.entity) with \(count) attribute\(count == 1 ? "" : "s")\(links)"
    }

    /// Returns the developer's plan with lines for new tables and columns.
    ///
    /// - Parameter text: the plan.
    func plan(adding text: String, to plan: SeedPlan) -> PlanInsertion {
        var insertion = PlanInsertion(text, of: plan)
        let all = entities + pairs.map(\.table)
        let new = all.filter { $0.earlier == nil }
        let taken = Set(plan.sources.map(\.name.value))
        for table in new where !taken.contains(table.survey.name) { insertion.add(source: sourceLine(table)) }
        for table in entities {
            guard let entity = table.earlier?.entity else { continue }
            let attributes = table.attributes.sorted { $0.key < $1.key }
                .filter { isNew($0.key, of: table) }.map { attributeLine($0.key, $0.value, of: table) }
            let links = table.links.filter { isNew($0, of: table) }
            insertion.add(
                attributes: attributes, relationships: links.map { relationshipLine($0, of: table) },
                key: key(of: table, in: plan), to: entity)
        }
        // After the lines within the last load.
        for table in entities where table.earlier == nil { insertion.add(load: load(table)) }
        for pair in pairs where pair.table.earlier == nil { insertion.add(link: link(pair)) }
        return insertion
    }

    /// Returns the key column that a load needs because new relationships refer to it, or nil if it has its key.
    private func key(of table: ModelTable, in plan: SeedPlan) -> String? {
        let isReferred = (entities + pairs.map(\.table)).contains { owner in
            owner.links.contains {
                $0.target === table && $0.targetColumn == table.key && isNew($0, of: owner)
            }
        }
        guard isReferred, let key = table.key else { return nil }
        let load = plan.loads.first { $0.entity.value == table.entity }
        return load?.key == nil ? table.survey.columns[key] : nil
    }
}

/// New lines for a plan that the developer has edited. Its other lines stay as they are.
struct PlanInsertion {
    private let lines: [String]
    private let plan: SeedPlan
    /// The new lines, by the index of the line that they follow.
    private var added: [Int: [DraftLine]] = [:]
    /// The new lines without a clear place, such as those of a mapping in braces, each with its place.
    private(set) var open: [String] = []
    /// The pairs of a plan that has no `links:` yet.
    private var links: [DraftLine] = []

    var isEmpty: Bool { added.isEmpty && links.isEmpty }

    init(_ text: String, of plan: SeedPlan) {
        var lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init)
        while lines.last?.allSatisfy({ $0 == " " }) == true { lines.removeLast() }
        self.lines = lines
        self.plan = plan
    }

    /// The plan's lines, including the new ones.
    var drafted: [DraftLine] {
        var result: [DraftLine] = []
        for (index, line) in lines.enumerated() {
            result.append(DraftLine(text: line))
            result += added[index] ?? []
        }
        guard !links.isEmpty else { return result }
        return result + [DraftLine(text: ""), DraftLine(text: "links:")] + links
    }

    mutating func add(source line: DraftLine) {
        add([line], indented: 2, after: plan.sources.map(\.name.location), in: "sources:")
    }

    mutating func add(load: [DraftLine]) {
        add(load, indented: 2, after: plan.loads.map(\.entity.location), in: "entities:")
    }

    mutating func add(link: [DraftLine]) {
        let places = plan.links.map(\.from.location)
        guard !places.isEmpty else { return links += link }
        // Each link begins with a dash, before its first key.
        let last = places.max { ($0.line ?? 0) < ($1.line ?? 0) }
        guard let line = last?.line, lines.indices ~= line - 1, let dash = Self.indentation(lines[line - 1]),
            lines[line - 1].dropFirst(dash).hasPrefix("- from:")
        else { return remember(link, in: "links:") }
        insert(link, from: 2, to: dash, after: end(ofBlockAt: line - 1))
    }

    /// Adds lines to the load of an entity.
    mutating func add(
        attributes: [DraftLine], relationships: [DraftLine], key: String?, to entity: String
    ) {
        guard !attributes.isEmpty || !relationships.isEmpty || key != nil else { return }
        let load = plan.loads.first { $0.entity.value == entity }
        let from = load.flatMap { $0.source.location.line }.map { $0 - 1 } ?? -1
        guard let load, lines.indices ~= from, let indentation = Self.indentation(lines[from]),
            lines[from].dropFirst(indentation).hasPrefix("from:")
        else {
            if let key { open.append("`key: \(YAMLText.scalar(key))` in \(entity)") }
            remember(attributes, in: "`attributes:` of \(entity)")
            remember(relationships, in: "`relationships:` of \(entity)")
            return
        }
        if let key {
            insert([DraftLine(text: "key: \(YAMLText.scalar(key))")], from: 0, to: indentation, after: from)
        }
        let end = end(ofBlockAt: load.entity.location.line.map { $0 - 1 } ?? from)
        for (lines, name, places) in [
            (attributes, "attributes", load.attributes.map(\.name.location)),
            (relationships, "relationships", load.relationships.map(\.name.location)),
        ] where !lines.isEmpty {
            guard places.isEmpty else {
                add(lines, indented: 6, after: places, in: "`\(name):` of \(entity)")
                continue
            }
            insert([DraftLine(text: "\(name):")], from: 0, to: indentation, after: end)
            insert(lines, from: 6, to: indentation + 2, after: end)
        }
    }

    /// Adds lines after the last of the entries at some places. If an entry is not on a line of its own, the lines
    /// remain open.
    private mutating func add(
        _ new: [DraftLine], indented from: Int, after places: [SeedIssue.Location], in section: String
    ) {
        let last = places.max { ($0.line ?? 0) < ($1.line ?? 0) }
        guard let line = last?.line, let column = last?.column, lines.indices ~= line - 1,
            Self.indentation(lines[line - 1]) == column - 1
        else { return remember(new, in: section) }
        insert(new, from: from, to: column - 1, after: end(ofBlockAt: line - 1))
    }

    private mutating func remember(_ new: [DraftLine], in section: String) {
        open += new.map { "`\($0.text.trimmed)` in \(section)" }
    }

    private mutating func insert(_ new: [DraftLine], from: Int, to: Int, after index: Int) {
        added[index, default: []] += new.map { line in
            var line = line
            let own = line.text.prefix { $0 == " " }.count
            line.text = String(repeating: " ", count: max(0, own - from + to)) + line.text.dropFirst(own)
            return line
        }
    }

    /// Returns the index of the last line of an entry: the lines below it that are indented further.
    private func end(ofBlockAt index: Int) -> Int {
        guard let indentation = Self.indentation(lines[index]) else { return index }
        var end = index
        for next in lines.indices.dropFirst(index + 1) {
            // Blank lines and comments belong to the entry only if more of it follows.
            guard let depth = Self.indentation(lines[next]) else { continue }
            guard depth > indentation else { break }
            end = next
        }
        return end
    }

    /// Returns the number of spaces before a line's text, or nil for a blank line or a comment.
    private static func indentation(_ line: String) -> Int? {
        let text = line.drop { $0 == " " }
        return text.isEmpty || text.first == "#" ? nil : line.count - text.count
    }
}
