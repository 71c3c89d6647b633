import Foundation
import Sources

extension RowWriter {
    /// For how many duplicates the first row is looked for: each takes a pass over the source.
    static let longestSearch = 20

    /// Where the row is that has the key of the current one already, by its cells; nil where it is
    /// not in the same source, or was not looked for.
    ///
    /// Keys do not know their rows, which would cost memory for every row of every build: the
    /// source is read once more.
    func earlierRow(with key: RowKey) -> SeedIssue.Location? {
        let columns = key.sources.flatMap { source -> [Int] in
            switch source {
            case .cell(let index):
                cells.indices.contains(index) ? [cells[index].cell?.index].compactMap(\.self) : []
            case .link(let index): links.writers[index].finder.target.values.compactMap(\.cell?.index)
            case .loadKey: [load.key?.index].compactMap(\.self)
            case .constant: []
            }
        }
        guard !columns.isEmpty, searches < Self.longestSearch,
            columns.allSatisfy({ $0 < record.count })
        else { return nil }
        searches += 1
        let here = source.location(ofColumn: nil)
        let wanted = columns.map { record[$0].display }
        let isFolded = !key.registration.folding.isEmpty
        guard let other = try? load.source.open(sharing: context.scripts) else { return nil }
        var similar: SeedIssue.Location?
        while true {
            do {
                guard try other.next() else { break }
            } catch {
                // The row is at fault itself; what follows may be read.
                if other.location(ofColumn: nil) == here { break }
                continue
            }
            let location = other.location(ofColumn: nil)
            guard location != here else { break }
            guard columns.allSatisfy({ $0 < other.record.count }) else { continue }
            let found = columns.map { other.record[$0].display }
            if found == wanted { return location }
            if similar == nil, zip(found, wanted).allSatisfy({ Self.isSimilar($0, $1, isFolded) }) {
                similar = location
            }
        }
        return similar
    }

    /// Whether two cells may well become the same value.
    private static func isSimilar(_ one: String, _ other: String, _ isFolded: Bool) -> Bool {
        let (one, other) = (one.trimmed, other.trimmed)
        if one == other { return true }
        if let first = Double(one), let second = Double(other) { return first == second }
        guard isFolded else { return one.lowercased() == other.lowercased() && UUID(uuidString: one) != nil }
        let options: String.CompareOptions = [
            .caseInsensitive, .diacriticInsensitive, .widthInsensitive,
        ]
        return one.folding(options: options, locale: nil) == other.folding(options: options, locale: nil)
    }
}
