import ObjectModel
import StoreFormat

extension PlanResolver {
    /// The keys that the plan sets in the store's metadata, with their values.
    func metadata() -> [String: PropertyList] {
        var values: [String: PropertyList] = [:]
        for entry in plan.metadata {
            guard !Self.isReserved(entry.key.value) else {
                issues.add(
                    SeedIssue(
                        .unsupported("`\(entry.key.value)` is Core Data's own and cannot be set"),
                        at: entry.key.location, fault: .plan))
                continue
            }
            guard let value = Self.propertyList(entry.value) else {
                issues.add(
                    SeedIssue(
                        .wrongKind(expected: "a text, number or truth value"),
                        at: entry.key.location))
                continue
            }
            values[entry.key.value] = value
        }
        return values
    }

    /// Whether a key describes the store to Core Data itself (SPEC 7).
    private static func isReserved(_ key: String) -> Bool {
        ["NSStore", "NSPersistence", "_NS"].contains { key.hasPrefix($0) }
    }

    private static func propertyList(_ scalar: Scalar) -> PropertyList? {
        switch scalar {
        case .null: nil
        case .boolean(let flag): .bool(flag)
        case .integer(let number): .integer(number)
        case .real(let number): .real(number)
        case .text(let text): .string(text)
        }
    }
}
