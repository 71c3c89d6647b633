import Inputs
import SQLite

// The relationships of a row, and the keys by which other rows refer to it.
extension RowWriter {
    func checkLink(_ index: Int, of record: Record, for existing: KeyIndex.Object?) throws {
        let writer = links.writers[index]
        let parameters = links.parameters[index]
        let fillsGaps = load.plan.conflict.fillsGaps
        if parameters.hasPosition { links.positions[index] = nil }
        var state = RowLinks.State()
        do {
            state.hasKey = try writer.finder.read(record)
            let isDeferred = parameters.isDeferred
            if state.hasKey, !isDeferred { state.object = try writer.finder.check(record) }
            let isCreated = state.object == nil && parameters.isCreated
            let isMissing = !state.hasKey || (state.object == nil && !isCreated && !isDeferred)
            if isMissing, !parameters.isOptional, existing == nil || !fillsGaps {
                throw ConversionFailure(.value(.missingValue))
            }
            if parameters.hasInverse, let object = state.object {
                try writer.checkInverse(of: object, for: existing, keepsPresent: fillsGaps)
            }
            if parameters.hasPosition, let cell = writer.link.order, state.hasKey {
                do throws(ConversionFailure) {
                    links.positions[index] = try OrderPosition.read(record[cell.index])
                } catch {
                    add(error, property: writer.link.name, cell: cell)
                }
            }
        } catch is RefusedDestination {
            refersToRefused = true
        } catch let failure as ConversionFailure {
            add(
                failure, property: writer.link.name,
                cell: writer.finder.invalidCell)
        }
        links.states[index] = state
    }

    /// - Parameter replaces: whether the lists replace those that the object has.
    func writeLists(of object: KeyIndex.Object, replaces: Bool = false) throws {
        if replaces { try emptyLists(of: object) }
        for (index, list) in lists.enumerated() {
            do {
                if list.isDeferred {
                    try list.keys(in: record) { key in
                        deferred.append(
                            DeferredLink(
                                kind: .list(index), object: object, key: key, position: nil,
                                location: source.location(ofColumn: list.cell?.index)))
                    }
                } else {
                    try list.write(record, of: object)
                }
            } catch let failure as ConversionFailure {
                throw SeedFailure([issue(failure, property: list.name, cell: list.cell)])
            }
        }
    }

    /// Removes all objects from the lists. Removals for deferred lists are also deferred, so that all changes keep
    /// the order of the rows.
    private func emptyLists(of object: KeyIndex.Object) throws {
        for (index, list) in lists.enumerated() {
            guard list.isDeferred else {
                try list.membership.removeAll(of: object)
                continue
            }
            deferred.append(
                DeferredLink(
                    kind: .emptyList(index), object: object, key: [], position: nil,
                    location: source.location(ofColumn: list.cell?.index)))
        }
    }

    /// - Parameter replaces: whether a missing key removes the present destination.
    func deferLink(_ index: Int, of object: KeyIndex.Object, replaces: Bool = false) {
        let hasKey = links.states[index].hasKey
        guard hasKey || replaces else { return }
        deferred.append(
            DeferredLink(
                kind: .link(index, mode: load.plan.conflict.linkMode), object: object,
                key: hasKey ? links.writers[index].finder.keptKey : [],
                position: links.positions[index].map(Value.init),
                location: source.location(ofColumn: links.writers[index].finder.cell?.index)))
    }

    enum Registered {
        case all, loadKey
    }

    @inline(__always)
    func register(
        _ object: KeyIndex.Object, loadKey: BoundValue, only registered: Registered = .all
    ) {
        for key in rowKeys {
            guard registered == .all || key.registration.columns.isEmpty else { continue }
            if key.readToInsert(bound, loadKey: loadKey) { key.insert(object) }
            guard let pending = key.pending,
                let bytes = key.pendingKey(bound, loadKey: loadKey, finders: links.writers)
            else { continue }
            pending.insert(object, forKey: bytes)
        }
    }

    /// Records that a row was refused and the build will fail. Rows that refer to it must not be reported for that.
    func noteRefused() {
        for key in rowKeys { key.registration.index.isIncomplete = true }
    }
}
