import ObjectModel

/// The positions of a diagram's entities. They are in columns, with the destinations of relationships on the left of
/// their sources. The same model always gives the same positions.
struct DiagramLayout {
    private(set) var boxes: [DiagramBox]
    let edges: [DiagramEdge]
    /// The columns of boxes, from left to right: their left and right ends, and their boxes from top to bottom.
    private(set) var columns: [(left: Double, right: Double, boxes: [Int])] = []
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
        place(sorted(entities.indices.filter(joined.contains)))
        placeAlone(entities.indices.filter { !joined.contains($0) })
    }

    // MARK: Columns

    private func sorted(_ entities: [Int]) -> [[Int]] {
        // The destinations of an entity: the entities of its relationships on the one side, and its superentity.
        var targets: [Int: [Int]] = [:]
        for edge in edges where edge.from != edge.to { targets[edge.right, default: []].append(edge.left) }
        var columns: [Int: Int] = [:]
        var open: Set<Int> = []
        func column(of entity: Int) -> Int {
            if let known = columns[entity] { return known }
            open.insert(entity)
            defer { open.remove(entity) }
            var result = 0
            // A cycle is broken at the edge that would close it.
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

    /// Returns the columns, each in the order of the connected entities, so that few lines cross.
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

    /// Splits a column that is too tall.
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

    private mutating func place(_ groups: [[Int]]) {
        let heights = groups.map { column in
            column.reduce(-Self.rowGap) { $0 + boxes[$1].height + Self.rowGap }
        }
        let tallest = heights.max() ?? 0
        var x = Self.margin
        for (column, own) in zip(groups, heights) {
            var y = Self.margin + (tallest - own) / 2
            let widest = column.map { boxes[$0].width }.max() ?? 0
            for entity in column {
                boxes[entity].x = x + (widest - boxes[entity].width) / 2
                boxes[entity].y = y
                y += boxes[entity].height + Self.rowGap
            }
            columns.append((x, x + widest, column))
            x += widest + Self.columnGap
        }
        width = groups.isEmpty ? 0 : x - Self.columnGap + Self.margin
        height = groups.isEmpty ? 0 : tallest + 2 * Self.margin
    }

    // MARK: Paths

    /// Returns the passages of a line through the columns between two points, in the gaps between their boxes: from
    /// left to right, the ends of each column and the height of the line in it.
    func passages(from x1: Double, _ y1: Double, to x2: Double, _ y2: Double)
        -> [(left: Double, right: Double, y: Double)]
    {
        let between = columns.filter { $0.left > min(x1, x2) && $0.right < max(x1, x2) }
        return between.map { column in
            let middle = (column.left + column.right) / 2
            let wanted = y1 + (y2 - y1) * (middle - x1) / (x2 - x1)
            var gaps = column.boxes.map { boxes[$0].y + boxes[$0].height + Self.rowGap / 2 }
            if let first = column.boxes.first { gaps.append(boxes[first].y - Self.rowGap / 2) }
            let y = gaps.min { abs($0 - wanted) < abs($1 - wanted) } ?? wanted
            // Above the first box and below the last one, any height is possible.
            let (top, bottom) = (gaps.min() ?? wanted, gaps.max() ?? wanted)
            return (column.left, column.right, wanted < top || wanted > bottom ? wanted : y)
        }
    }

    /// Returns the right end of the column at a position.
    func columnEnd(at x: Double) -> Double {
        columns.first { $0.left <= x && x <= $0.right }?.right ?? x
    }

    /// Places entities that are not connected with others below the columns, in rows.
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
            // This leaves room for a line from the entity to itself.
            x += boxes[entity].width + Self.columnGap / 2
            row = max(row, boxes[entity].height)
            width = max(width, x)
        }
        height = y + row + Self.margin
    }
}
