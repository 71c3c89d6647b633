import Inputs
import ObjectModel

extension PlanResolver {
    /// Returns the keys that the plan sets in the store's metadata, with their values.
    func metadata() -> [String: PropertyList] {
        var values: [String: PropertyList] = [:]
        for entry in plan.metadata {
            guard !Self.isReserved(entry.key.value) else {
                issues.add(
                    SeedIssue(
                        .model(.unsupported("`\(entry.key.value)` is Core Data's own and cannot be set")),
                        at: entry.key.location, fault: .plan))
                continue
            }
            values[entry.key.value] = entry.value
        }
        return values
    }

    /// Returns whether Core Data itself uses a key to describe the store (docs/internals/format.md#metadata).
    private static func isReserved(_ key: String) -> Bool {
        ["NSStore", "NSPersistence", "_NS"].contains { key.hasPrefix($0) }
    }
}
