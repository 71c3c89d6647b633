import ObjectModel

/// The columns of the objects that enclose the records of an input. A plan may use them although they are not
/// columns of the records.
package struct ParentNames: Equatable, Sendable {
    /// The names, such as `../title`, innermost first.
    package var columns: [String] = []
    /// The columns that follow the records in the file at least once, or nil if that is unknown.
    package var late: Set<String>?
    /// The number of objects or elements that enclose each record.
    package var levelCount = 0
    /// Whether the records can have keys of their own, for ``ParentColumn/key``.
    var hasKeys = true
    /// The length of the longest list in each column, including those of the records. `coordinates.0` is an element
    /// of such a list.
    package var lists: [String: Int] = [:]

    /// Returns the columns of these objects and of those in another file.
    func joined(with other: ParentNames) -> ParentNames {
        var all = self
        all.columns += other.columns.filter { !columns.contains($0) }
        all.late = late.flatMap { late in other.late.map(late.union) }
        all.lists.merge(other.lists) { max($0, $1) }
        return all
    }

    /// Returns the list and the position to which a name refers.
    private func list(of name: String) -> (name: String, position: Int)? {
        for list in lists.keys where name.utf8.count > list.utf8.count + 1 && name.hasPrefix(list + ".") {
            let rest = name.dropFirst(list.count + 1).prefix { $0 != "." }
            if let position = RecordAssembler.position(rest.utf8) { return (list, position) }
        }
        return nil
    }

    /// Returns whether a name refers to an element of a list.
    package func offersElement(_ name: String) -> Bool {
        list(of: name).map { $0.position < lists[$0.name] ?? 0 } ?? false
    }

    /// Returns whether a plan may use a column.
    package func offers(_ name: String) -> Bool {
        if columns.contains(name) || lists[name] != nil || offersElement(name) { return true }
        guard let column = ParentColumn(name), column.height <= levelCount else { return false }
        switch column.content {
        case .position: return true
        case .key: return hasKeys
        case .value: return false
        }
    }

    /// Returns the probable meaning of an unknown name: the same name at the nearest other level, or the most
    /// similar column.
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
        // If two are equally near, the inner one comes first.
        if let best = same.min(by: { abs($0.height - height) < abs($1.height - height) }) {
            return best.name
        }
        let questions = hasKeys ? [ParentColumn.position, ParentColumn.key] : [ParentColumn.position]
        return NearestName.of(name, in: own + columns + lists.keys.sorted() + questions)
    }

    /// Returns the issue about an unknown name.
    ///
    /// - Parameters:
    ///   - own: the columns of the records.
    ///   - isListed: whether the plan lists the columns, so that no others were searched for.
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
