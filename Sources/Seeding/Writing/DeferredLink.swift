import SQLite
import Sources

/// A link that waits until all loads have run.
struct DeferredLink {
    /// Which relationship it is of.
    enum Kind {
        /// A to-one relationship, by its index.
        case link(Int, mode: LinkWriter.Mode)
        /// One object of a to-many relationship, by its index.
        case list(Int)
        /// A to-many relationship, by its index, that loses the objects that it has.
        case emptyList(Int)
    }

    let kind: Kind
    /// The object that has the relationship.
    let object: KeyIndex.Object
    /// What names the object that it leads to; empty where there is none any more.
    let key: [Value]
    /// The position that the source gives in an ordered relationship.
    let position: Value?
    let location: SeedIssue.Location
}

extension RowWriter {
    /// Writes the links that had to wait, now that every load has run.
    ///
    /// The rows are in the store already and others may refer to them. Where links at fault may be
    /// skipped, an optional relationship is left empty, and the issue tells so; a required one
    /// stops the build.
    ///
    /// - Throws: ``SeedFailure``, `DatabaseError`.
    func resolveDeferred() throws {
        let all = deferred
        deferred = DeferredLinks()
        var waiting = all
        // A key is known only once the relationships that are part of it are.
        while true {
            let next = DeferredLinks()
            var count = 0
            try waiting.forEach { item in
                if isReady(item) {
                    count += 1
                    try resolve(item, among: all)
                } else {
                    next.append(item)
                }
            }
            waiting = next
            if count == 0 || next.byteCount == 0 { break }
        }
        try waiting.forEach { try resolve($0, among: all) }
    }

    /// Whether the destination exists, or is not missing because of a relationship of this load.
    private func isReady(_ item: DeferredLink) -> Bool {
        let finder: ObjectFinder
        switch item.kind {
        case .link(let index, _): finder = links.writers[index].finder
        case .list(let index): finder = lists[index].finder
        case .emptyList: return true
        }
        guard !finder.target.links.isEmpty, !item.key.isEmpty else { return true }
        finder.take(item.key)
        return finder.object() != nil
    }

    private func resolve(_ item: DeferredLink, among all: DeferredLinks) throws {
        do {
            try resolve(item)
        } catch is RefusedDestination {
            return
        } catch let failure as ConversionFailure {
            let (name, cell, isRequired) = description(of: item.kind)
            var issue = SeedIssue(
                failure.reason, at: item.location, entity: rows.entity.name, property: name,
                sourceColumn: cell?.name,
                value: failure.value ?? item.key.map(\.display).joined(separator: ", "))
            issue.hint = failure.holder.flatMap { row(of: $0, of: item, among: all) }.map { .earlierRow($0) }
            context.issues.add(issue, isFatal: isRequired)
            try context.issues.throwIfFull()
        }
    }

    /// The location of the row that gave an object the same relationship; nil for a row of another load.
    private func row(
        of holder: Int64, of item: DeferredLink, among all: DeferredLinks
    ) -> SeedIssue.Location? {
        guard case .link(let index, _) = item.kind else { return nil }
        var location: SeedIssue.Location?
        all.forEach { other in
            guard case .link(index, _) = other.kind, other.object.primaryKey == holder, location == nil else {
                return
            }
            location = other.location
            location?.column = nil
        }
        return location
    }

    private func resolve(_ item: DeferredLink) throws {
        switch item.kind {
        case .link(let index, let mode):
            let writer = links.writers[index]
            var destination: KeyIndex.Object?
            if !item.key.isEmpty {
                writer.finder.take(item.key)
                destination = try writer.finder.resolve(nil, at: item.location)
            }
            if destination == nil, !writer.link.columns.isOptional {
                throw ConversionFailure(.value(.missingValue))
            }
            guard destination != nil || mode == .replace else { return }
            try writer.write(
                item.object, to: destination, mode: mode,
                position: destination == nil ? nil : item.position.map(BoundValue.init))
        case .list(let index):
            let list = lists[index]
            list.finder.take(item.key)
            if let object = try list.finder.resolve(nil, at: item.location) {
                try list.membership.add(object, to: item.object)
            }
        case .emptyList(let index):
            try lists[index].membership.removeAll(of: item.object)
        }
    }

    private func description(
        of kind: DeferredLink.Kind
    ) -> (name: String, cell: ResolvedLoad.Cell?, isRequired: Bool) {
        switch kind {
        case .link(let index, _):
            (
                links.name(index), links.writers[index].finder.cell,
                !links.writers[index].link.columns.isOptional
            )
        case .list(let index), .emptyList(let index): (lists[index].name, lists[index].cell, false)
        }
    }
}
