import SQLite

/// A link that waits until all loads have run.
struct DeferredLink {
    /// Which relationship it is of.
    enum Kind {
        /// A to-one relationship, by its place.
        case link(Int, mode: LinkWriter.Mode)
        /// One object of a to-many relationship, by its place.
        case list(Int)
        /// A to-many relationship, by its place, that loses the objects that it has.
        case emptyList(Int)
    }

    let kind: Kind
    /// The object that has the relationship.
    let object: KeyIndex.Object
    /// What names the object that it leads to; empty where there is none any more.
    let key: [Value]
    /// The place that the source gives in an ordered relationship.
    let place: Value?
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
        let waiting = deferred
        deferred = []
        for item in waiting {
            do {
                try resolve(item)
            } catch is RefusedDestination {
                continue
            } catch let failure as ConversionFailure {
                let (name, cell, isRequired) = description(of: item.kind)
                let issue = SeedIssue(
                    failure.reason, at: item.location, entity: rows.entity.name, property: name,
                    sourceColumn: cell?.name,
                    value: failure.value ?? item.key.map(\.display).joined(separator: ", "))
                context.issues.add(issue, isFatal: isRequired)
                try context.issues.throwIfFull()
            }
        }
    }

    private func resolve(_ item: DeferredLink) throws {
        switch item.kind {
        case .link(let place, let mode):
            let writer = links.writers[place]
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
                place: destination == nil ? nil : item.place.map(BoundValue.init))
        case .list(let place):
            let list = lists[place]
            list.finder.take(item.key)
            if let object = try list.finder.resolve(nil, at: item.location) {
                try list.membership.add(object, to: item.object)
            }
        case .emptyList(let place):
            try lists[place].membership.removeAll(of: item.object)
        }
    }

    private func description(
        of kind: DeferredLink.Kind
    ) -> (name: String, cell: ResolvedLoad.Cell?, isRequired: Bool) {
        switch kind {
        case .link(let place, _):
            (
                links.name(place), links.writers[place].finder.cell,
                !links.writers[place].link.columns.isOptional
            )
        case .list(let place), .emptyList(let place): (lists[place].name, lists[place].cell, false)
        }
    }
}
