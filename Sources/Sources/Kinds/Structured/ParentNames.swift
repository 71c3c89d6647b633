import ObjectModel

/// The columns around the records of a source: those that a plan may use though they are not among
/// the source's own.
package struct ParentNames: Equatable, Sendable {
    /// The names, `../title`, innermost first.
    package var columns: [String] = []
    /// Those that stand behind the records in the file, at least once; nil if that is unknown.
    package var late: Set<String>?
    /// How many objects or elements are around each record.
    package var levelCount = 0
    /// Whether the records may stand under keys of their own, which ``ParentColumn/key`` gives.
    var hasKeys = true
    /// How many elements the longest list of a column has, in the records as well: `coordinates.0` is one.
    package var lists: [String: Int] = [:]

    /// The list that a name leads into by a position.
    private func list(of name: String) -> (name: String, position: Int)? {
        for list in lists.keys where name.utf8.count > list.utf8.count + 1 && name.hasPrefix(list + ".") {
            let rest = name.dropFirst(list.count + 1).prefix { $0 != "." }
            if let position = RecordAssembler.position(rest.utf8) { return (list, position) }
        }
        return nil
    }

    /// Whether a name leads to an element of a list.
    package func offersElement(_ name: String) -> Bool {
        list(of: name).map { $0.position < lists[$0.name] ?? 0 } ?? false
    }

    /// Whether a plan may use a column.
    package func offers(_ name: String) -> Bool {
        if columns.contains(name) || lists[name] != nil || offersElement(name) { return true }
        guard let column = ParentColumn(name), column.height <= levelCount else { return false }
        switch column.content {
        case .position: return true
        case .key: return hasKeys
        case .value: return false
        }
    }

    /// What was probably meant by a name that is not offered: the same name at the nearest other
    /// height, or the nearest of all columns.
    func nearest(to name: String, besides own: [String]) -> String? {
        let up = ParentColumn(name)
        let height = up?.height ?? 0
        if let list = list(of: name), let count = lists[list.name], count > 0 {
            return "\(list.name).\(count - 1)"
        }
        var wanted = name
        if case .value(let column)? = up?.content { wanted = column }
        var same = own.contains(wanted) ? [(name: wanted, height: 0)] : []
        for column in columns {
            guard let found = ParentColumn(column), found.content == .value(wanted) else { continue }
            same.append((column, found.height))
        }
        // Of two that are equally near the one further in comes first.
        if let best = same.min(by: { abs($0.height - height) < abs($1.height - height) }) {
            return best.name
        }
        let questions = hasKeys ? [ParentColumn.position, ParentColumn.key] : [ParentColumn.position]
        return NearestName.of(name, in: own + columns + lists.keys.sorted() + questions)
    }

    /// What is wrong with a name that is not offered.
    ///
    /// - Parameters:
    ///   - own: the columns of the records.
    ///   - isListed: whether the plan lists the columns, so that no others are looked for.
    package func issue(
        about name: String, besides own: [String], isListed: Bool, at location: SeedIssue.Location
    ) -> SeedIssue {
        let height = ParentColumn(name)?.height ?? 0
        guard height <= levelCount else {
            return SeedIssue(.document(.beyondRoot(name, levelCount: levelCount)), at: location)
        }
        let nearest = nearest(to: name, besides: own)
        let isUnlisted = isListed && height > 0 && columns.isEmpty
        return SeedIssue(
            .plan(.unknownName(name, kind: .column, nearest: isUnlisted ? nil : nearest)), at: location,
            hint: isUnlisted ? .unlistedColumn(name) : nil)
    }
}
