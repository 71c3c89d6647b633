/// A fetch request whose names were looked up in each store that has its entity.
struct FetchPlans {
    /// One for each store, in their order; one at least.
    private(set) var parts: [FetchPlan]

    /// - Parameter maps: the stores that have the entity; any other where none has it.
    init(_ request: FetchRequest, in maps: [StoreMap]) throws {
        parts = try maps.map { try FetchPlan(request, in: $0) }
    }

    /// Whether whole rows are to be loaded, or only their IDs.
    var loadsValues: Bool {
        get { parts[0].loadsValues }
        set { for index in parts.indices { parts[index].loadsValues = newValue } }
    }

    /// The order.
    var sortKeys: [FetchPlan.SortKey] {
        get { parts[0].sortKeys }
        set {
            for index in parts.indices { parts[index].sortKeys = newValue }
        }
    }
}
