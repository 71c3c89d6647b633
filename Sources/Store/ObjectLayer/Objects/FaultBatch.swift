/// Objects that were fetched together: when the first fault fires, all are loaded.
final class FaultBatch {
    let ids: [ManagedObjectID]
    init(_ ids: [ManagedObjectID]) { self.ids = ids }
}
