import Inputs
import ObjectModel
import Seeding

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
