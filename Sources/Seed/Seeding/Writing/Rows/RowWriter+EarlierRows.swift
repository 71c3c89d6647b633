import Foundation
import Inputs

extension RowWriter {
    /// The limit of duplicates whose first row is searched for. Each search reads the source once.
    static let longestSearch = 20

    /// Returns the location of an earlier row with the current row's key, found by its cells. Returns nil if the row
    /// is not in the same source, or if the limit of searches is reached.
    ///
    /// Keys do not store their rows, which would cost memory for every row of every build. The source is read again
    /// instead.
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
                // The other row is invalid, but later rows may be readable.
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

    /// Returns whether two cells may be converted to the same value.
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
