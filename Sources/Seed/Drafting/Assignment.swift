/// The best set of proposals: each column and each property occurs at most once, and the sum of the weights
/// is the greatest possible.
///
/// Weights grow so steeply with the score that no number of weak proposals outweighs a strong one. A column
/// that has the name of a property is never given up so that two other columns fit somehow.
struct Assignment {
    /// The chosen proposals, by column.
    let chosen: [Proposal]

    init(_ proposals: [Proposal]) {
        var chosen: [Proposal] = []
        for group in Self.components(of: proposals) { chosen += Self.best(group) }
        self.chosen = chosen.sorted { $0.column < $1.column }
    }

    static func weight(_ score: Int) -> Double {
        var weight = 1.0
        for _ in 0..<12 { weight *= Double(score) / 100 }
        return weight
    }

    /// Returns the proposals in groups that share no column and no property.
    private static func components(of proposals: [Proposal]) -> [[Proposal]] {
        var parents = Array(proposals.indices)
        func root(_ index: Int) -> Int {
            var index = index
            while parents[index] != index {
                parents[index] = parents[parents[index]]
                index = parents[index]
            }
            return index
        }
        var (columns, names): ([Int: Int], [String: Int]) = ([:], [:])
        for (index, proposal) in proposals.enumerated() {
            for other in [columns[proposal.column], names[proposal.property.name]].compactMap(\.self) {
                parents[root(index)] = root(other)
            }
            columns[proposal.column] = index
            names[proposal.property.name] = index
        }
        let groups = Dictionary(grouping: proposals.indices, by: root)
        return groups.values.sorted { $0[0] < $1[0] }.map { $0.map { proposals[$0] } }
    }

    /// Returns the best choice, by successive shortest paths. Each round adds a pair and may move pairs of
    /// earlier rounds.
    private static func best(_ proposals: [Proposal]) -> [Proposal] {
        guard proposals.count > 1 else { return proposals }
        var columns: [Int] = []
        var names: [String] = []
        var (columnPlaces, namePlaces): ([Int: Int], [String: Int]) = ([:], [:])
        for proposal in proposals {
            if columnPlaces[proposal.column] == nil {
                columnPlaces[proposal.column] = columns.count
                columns.append(proposal.column)
            }
            if namePlaces[proposal.property.name] == nil {
                namePlaces[proposal.property.name] = names.count
                names.append(proposal.property.name)
            }
        }
        let edges = proposals.map {
            (
                from: columnPlaces[$0.column] ?? 0, to: namePlaces[$0.property.name] ?? 0,
                weight: weight($0.score)
            )
        }
        var taken = [Bool](repeating: false, count: proposals.count)
        while true {
            // The longest path from a free column to a free property, by Bellman and Ford.
            let usedColumns = Set(edges.indices.filter { taken[$0] }.map { edges[$0].from })
            let usedNames = Set(edges.indices.filter { taken[$0] }.map { edges[$0].to })
            var gains = [Double?](repeating: nil, count: columns.count)
            var nameGains = [Double?](repeating: nil, count: names.count)
            var nameEdges = [Int](repeating: -1, count: names.count)
            var columnEdges = [Int](repeating: -1, count: columns.count)
            for place in columns.indices where !usedColumns.contains(place) { gains[place] = 0 }
            var hasChanged = true
            var rounds = 0
            while hasChanged, rounds <= columns.count + 1 {
                hasChanged = false
                rounds += 1
                for (index, edge) in edges.enumerated() {
                    if !taken[index], let gain = gains[edge.from],
                        gain + edge.weight > (nameGains[edge.to] ?? -.infinity) + 1e-12
                    {
                        nameGains[edge.to] = gain + edge.weight
                        nameEdges[edge.to] = index
                        hasChanged = true
                    }
                    if taken[index], let gain = nameGains[edge.to],
                        gain - edge.weight > (gains[edge.from] ?? -.infinity) + 1e-12
                    {
                        gains[edge.from] = gain - edge.weight
                        columnEdges[edge.from] = index
                        hasChanged = true
                    }
                }
            }
            var end: Int?
            for place in names.indices where !usedNames.contains(place) {
                if let gain = nameGains[place], gain > 1e-12,
                    gain > (end.flatMap { nameGains[$0] } ?? 0) + 1e-12
                {
                    end = place
                }
            }
            guard var place = end else { break }
            var steps = 0
            while nameEdges[place] >= 0, steps <= edges.count {
                let edge = nameEdges[place]
                taken[edge] = true
                let column = edges[edge].from
                let back = columnEdges[column]
                guard usedColumns.contains(column), back >= 0 else { break }
                taken[back] = false
                place = edges[back].to
                steps += 1
            }
        }
        return proposals.indices.filter { taken[$0] }.map { proposals[$0] }
    }
}
