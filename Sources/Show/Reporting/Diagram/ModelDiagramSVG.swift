import ObjectModel

/// A diagram of a model: entities with their properties, and lines for relationships and inheritance.
struct ModelDiagramSVG {
    private let layout: DiagramLayout
    /// The links of entities, by name.
    private let links: [String: String]

    init(_ model: ManagedObjectModel, links: [String: String]) {
        layout = DiagramLayout(model)
        self.links = links
    }

    /// The `svg` element.
    var text: String {
        let size = "\(Self.number(layout.width)) \(Self.number(layout.height))"
        var parts = [
            "<svg class=\"diagram\" viewBox=\"0 0 \(size)\" width=\"\(Self.number(layout.width))\" "
                + "height=\"\(Self.number(layout.height))\" role=\"group\" aria-label=\"Diagram of the model\">"
        ]
        parts += layout.edges.map(line)
        parts += layout.boxes.map(box)
        parts += layout.edges.map(counts)
        return parts.joined(separator: "\n") + "\n</svg>"
    }

    /// Returns a number without a fraction, so that the result is the same on any machine.
    private static func number(_ value: Double) -> String { String(Int(value.rounded())) }

    // MARK: Boxes

    private func box(_ box: DiagramBox) -> String {
        let x = Self.number(box.x)
        let y = Self.number(box.y)
        let inner = Self.number(box.x + 12)
        let name = HTMLText.plain(box.name)
        var lines = [
            "<rect class=\"box\" x=\"\(x)\" y=\"\(y)\" width=\"\(Self.number(box.width))\" "
                + "height=\"\(Self.number(box.height))\" rx=\"6\"/>",
            "<text class=\"entity\(box.isAbstract ? " abstract" : "")\" x=\"\(inner)\" "
                + "y=\"\(Self.number(box.y + 19))\">\(name)</text>",
            "<path class=\"rule\" d=\"M\(x) \(Self.number(box.y + DiagramBox.headHeight))h\(Self.number(box.width))\"/>",
        ]
        for (index, line) in box.lines.enumerated() {
            let height = box.y + DiagramBox.headHeight + Double(index) * DiagramBox.lineHeight + 16
            lines.append(
                "<text class=\"\(line.relationship == nil ? "attribute" : "relationship")\" x=\"\(inner)\" "
                    + "y=\"\(Self.number(height))\">\(HTMLText.plain(line.text))</text>")
        }
        let group = "<g>" + lines.joined() + "</g>"
        guard let link = links[box.name] else { return group }
        return "<a href=\"#\(link)\" aria-label=\"Objects of \(name)\">\(group)</a>"
    }

    // MARK: Lines

    private typealias Ends = (x1: Double, y1: Double, x2: Double, y2: Double, d1: Double, d2: Double)

    /// Returns the start and end of a line, and their sides: 1 for the right, -1 for the left.
    private func ends(_ edge: DiagramEdge) -> Ends {
        let from = layout.boxes[edge.from]
        let to = layout.boxes[edge.to]
        let y1 = from.height(of: edge.relationship)
        let y2 = to.height(of: edge.inverse)
        if edge.from == edge.to {
            return (from.x + from.width, y1, to.x + to.width, y2 == y1 ? y1 + 12 : y2, 1, 1)
        }
        if from.x + from.width < to.x { return (from.x + from.width, y1, to.x, y2, 1, -1) }
        if to.x + to.width < from.x { return (from.x, y1, to.x + to.width, y2, -1, 1) }
        return (from.x + from.width, y1, to.x + to.width, y2, 1, 1)
    }

    private func line(_ edge: DiagramEdge) -> String {
        let (x1, y1, x2, y2, d1, d2) = ends(edge)
        let end = edge.isInheritance ? x2 + d2 * 11 : x2
        let path = "M\(Self.number(x1)) \(Self.number(y1))" + way(from: (x1, y1), d1, to: (end, y2), d2)
        guard edge.isInheritance else { return "<path class=\"edge\" d=\"\(path)\"/>" }
        let head =
            "M\(Self.number(x2)) \(Self.number(y2))l\(Self.number(d2 * 11)) -6v12z"
        return "<path class=\"edge inherits\" d=\"\(path)\"/><path class=\"head\" d=\"\(head)\"/>"
    }

    private typealias Point = (x: Double, y: Double)

    /// Returns the path of a line that no box hides: in the gaps between columns, and between the boxes of each column
    /// that it crosses.
    private func way(from start: Point, _ d1: Double, to end: Point, _ d2: Double) -> String {
        func curve(_ a: Point, _ b: Point) -> String {
            let bend = (b.x - a.x) / 2
            return
                "C\(Self.number(a.x + bend)) \(Self.number(a.y)) \(Self.number(b.x - bend)) \(Self.number(b.y)) "
                + "\(Self.number(b.x)) \(Self.number(b.y))"
        }
        func straight(_ point: Point) -> String { "L\(Self.number(point.x)) \(Self.number(point.y))" }
        if d1 == d2 {
            // Both ends are in one column, so the line runs beside it.
            let side = max(layout.columnEnd(at: start.x), layout.columnEnd(at: end.x)) + 28
            let out =
                "C\(Self.number(side)) \(Self.number(start.y)) \(Self.number(side)) \(Self.number(start.y)) "
            let back =
                "C\(Self.number(side)) \(Self.number(end.y)) \(Self.number(side)) \(Self.number(end.y)) "
            let middle = (start.y + end.y) / 2
            return out + "\(Self.number(side)) \(Self.number(middle))" + back
                + "\(Self.number(end.x)) \(Self.number(end.y))"
        }
        let isForward = start.x < end.x
        let passages = layout.passages(from: start.x, start.y, to: end.x, end.y)
        var (text, last) = ("", start)
        // A narrow box is in the middle of its column, so the line first leaves the column in a straight line.
        func leave(_ x: Double) {
            guard isForward ? x > last.x : x < last.x else { return }
            last.x = x
            text += straight(last)
        }
        if let own = layout.columns.first(where: { $0.left <= start.x && start.x <= $0.right }) {
            leave(isForward ? own.right : own.left)
        }
        for passage in isForward ? passages : passages.reversed() {
            let (near, far) = isForward ? (passage.left, passage.right) : (passage.right, passage.left)
            text += curve(last, (near, passage.y)) + straight((far, passage.y))
            last = (far, passage.y)
        }
        guard let target = layout.columns.first(where: { $0.left <= end.x && end.x <= $0.right }) else {
            return text + curve(last, end)
        }
        let edge: Point = (isForward ? min(end.x, target.left) : max(end.x, target.right), end.y)
        return text + curve(last, edge) + straight(end)
    }

    private func counts(_ edge: DiagramEdge) -> String {
        guard !edge.isInheritance else { return "" }
        let (x1, y1, x2, y2, d1, d2) = ends(edge)
        func count(_ text: String, _ x: Double, _ y: Double, _ side: Double) -> String {
            guard !text.isEmpty else { return "" }
            return "<text class=\"count\" x=\"\(Self.number(x + side * 5))\" y=\"\(Self.number(y - 4))\" "
                + "text-anchor=\"\(side > 0 ? "start" : "end")\">\(text)</text>"
        }
        // A relationship that is its own inverse has only one end.
        let isReflexive = edge.from == edge.to && edge.relationship == edge.inverse
        return (isReflexive ? "" : count(edge.fromCount, x1, y1, d1)) + count(edge.toCount, x2, y2, d2)
    }
}
