import Inputs
import SQLite

/// A link that is written after all loads have run.
struct DeferredLink {
    /// The relationship of the link.
    enum Kind {
        /// A to-one relationship, by its index.
        case link(Int, mode: LinkWriter.Mode)
        /// One object of a to-many relationship, by its index.
        case list(Int)
        /// A to-many relationship, by its index, whose present objects are removed.
        case emptyList(Int)
    }

    let kind: Kind
    /// The object that has the relationship.
    let object: KeyIndex.Object
    /// The values that name the destination; empty to remove the destination.
    let key: [Value]
    /// The position that the source gives in an ordered relationship.
    let position: Value?
    let location: SeedIssue.Location
}

extension RowWriter {
    /// Writes the deferred links, after all loads have run.
    ///
    /// The rows are already in the store and others may refer to them. If invalid rows may be skipped, an optional
    /// relationship with an invalid link is left empty and reported. A required one stops the build.
    ///
    /// - Throws: ``SeedFailure``, `DatabaseError`.
    func resolveDeferred() throws {
        let all = deferred
        deferred = DeferredLinks()
        var waiting = all
        // A key is known only when the relationships in it are set.
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

    /// Returns whether the link can be resolved now. It cannot if its destination is missing and may appear when
    /// relationships in a key are set.
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

    /// Returns the location of the row that gave an object the same relationship; nil for a row of another load.
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
