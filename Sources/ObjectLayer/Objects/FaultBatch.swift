/// Objects that were fetched together: when the first of them fires, all do.
final class FaultBatch {
    let ids: [ManagedObjectID]
    init(_ ids: [ManagedObjectID]) { self.ids = ids }
}
