import ObjectModel

/// Where the entities of a diagram stand: in columns, what others lead to on the left of what leads there. The
/// same model gives the same places.
struct DiagramLayout {
    private(set) var boxes: [DiagramBox]
    let edges: [DiagramEdge]
    /// The columns of boxes, from left to right: where they begin and end, and the boxes from top to bottom.
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

    // MARK: Ways

    /// Where a line passes the columns between two places, in the gaps between their boxes: from left to right
    /// the ends of each column and the height at which the line goes through.
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
            // Above the first and below the last box there is room for any height.
            let (top, bottom) = (gaps.min() ?? wanted, gaps.max() ?? wanted)
            return (column.left, column.right, wanted < top || wanted > bottom ? wanted : y)
        }
    }

    /// The right end of the column in which a place is.
    func columnEnd(at x: Double) -> Double {
        columns.first { $0.left <= x && x <= $0.right }?.right ?? x
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
