import ObjectModel

/// Where the entities of a diagram stand: in columns, what others lead to on the left of what leads there. The
/// same model gives the same places.
struct DiagramLayout {
    private(set) var boxes: [DiagramBox]
    let edges: [DiagramEdge]
    private(set) var width = 0.0
    private(set) var height = 0.0

    private static let columnGap = 96.0
    private static let rowGap = 28.0
    private static let margin = 24.0
    private static let tallest = 1_300.0

    init(_ model: ManagedObjectModel) {
        let entities = model.entities.sorted { $0.name.precedesInBinaryOrder($1.name) }
        let inherited = entities.map { Set(model.superentity(of: $0)?.properties.map(\.name) ?? []) }
        boxes = zip(entities, inherited).map { DiagramBox($0, without: $1) }
        edges = DiagramEdge.all(of: entities, without: inherited)
        let joined = Set(edges.flatMap { $0.from == $0.to ? [] : [$0.from, $0.to] })
        place(columns(of: entities.indices.filter(joined.contains)))
        placeAlone(entities.indices.filter { !joined.contains($0) })
    }

    // MARK: Columns

    private func columns(of entities: [Int]) -> [[Int]] {
        // What an entity refers to, by a relationship to one or by inheriting.
        var targets: [Int: [Int]] = [:]
        for edge in edges where edge.from != edge.to { targets[edge.right, default: []].append(edge.left) }
        var columns: [Int: Int] = [:]
        var open: Set<Int> = []
        func column(of entity: Int) -> Int {
            if let known = columns[entity] { return known }
            open.insert(entity)
            defer { open.remove(entity) }
            var result = 0
            // A circle is cut where it closes.
            for target in targets[entity, default: []].sorted() where !open.contains(target) {
                result = max(result, column(of: target) + 1)
            }
            columns[entity] = result
            return result
        }
        var result: [[Int]] = []
        for entity in entities {
            let number = column(of: entity)
            while result.count <= number { result.append([]) }
            result[number].append(entity)
        }
        return ordered(result.filter { !$0.isEmpty }).flatMap(split)
    }

    /// Each column in the order of what its entities are joined with, so that few lines cross.
    private func ordered(_ columns: [[Int]]) -> [[Int]] {
        var columns = columns
        var neighbours: [Int: [Int]] = [:]
        for edge in edges where edge.from != edge.to {
            neighbours[edge.from, default: []].append(edge.to)
            neighbours[edge.to, default: []].append(edge.from)
        }
        for _ in 0..<4 {
            var places: [Int: Double] = [:]
            for column in columns {
                for (index, entity) in column.enumerated() {
                    places[entity] = (Double(index) + 0.5) / Double(column.count)
                }
            }
            for index in columns.indices {
                let means = Dictionary(
                    keepingFirst: columns[index].map { entity -> (Int, Double) in
                        let own = neighbours[entity, default: []].compactMap { places[$0] }
                        return (
                            entity, own.isEmpty ? places[entity] ?? 0 : own.reduce(0, +) / Double(own.count)
                        )
                    })
                columns[index].sort { (means[$0] ?? 0, $0) < (means[$1] ?? 0, $1) }
                for (place, entity) in columns[index].enumerated() {
                    places[entity] = (Double(place) + 0.5) / Double(columns[index].count)
                }
            }
        }
        return columns
    }

    /// A column that is too tall as several.
    private func split(_ column: [Int]) -> [[Int]] {
        var result: [[Int]] = [[]]
        var height = 0.0
        for entity in column {
            let own = boxes[entity].height + Self.rowGap
            if height + own > Self.tallest, height > 0 {
                result.append([])
                height = 0
            }
            result[result.count - 1].append(entity)
            height += own
        }
        return result
    }

    // MARK: Places

    private mutating func place(_ columns: [[Int]]) {
        let heights = columns.map { column in
            column.reduce(-Self.rowGap) { $0 + boxes[$1].height + Self.rowGap }
        }
        let tallest = heights.max() ?? 0
        var x = Self.margin
        for (column, own) in zip(columns, heights) {
            var y = Self.margin + (tallest - own) / 2
            let widest = column.map { boxes[$0].width }.max() ?? 0
            for entity in column {
                boxes[entity].x = x + (widest - boxes[entity].width) / 2
                boxes[entity].y = y
                y += boxes[entity].height + Self.rowGap
            }
            x += widest + Self.columnGap
        }
        width = columns.isEmpty ? 0 : x - Self.columnGap + Self.margin
        height = columns.isEmpty ? 0 : tallest + 2 * Self.margin
    }

    /// What is joined with nothing but itself stands below, in rows.
    private mutating func placeAlone(_ entities: [Int]) {
        guard !entities.isEmpty else { return }
        let widest = max(width, 900)
        var (x, y, row) = (Self.margin, max(height, Self.margin), 0.0)
        for entity in entities {
            if x + boxes[entity].width > widest, x > Self.margin {
                y += row + Self.rowGap
                (x, row) = (Self.margin, 0)
            }
            boxes[entity].x = x
            boxes[entity].y = y
            // Room for a line that comes back.
            x += boxes[entity].width + Self.columnGap / 2
            row = max(row, boxes[entity].height)
            width = max(width, x)
        }
        height = y + row + Self.margin
    }
}
