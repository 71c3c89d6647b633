import MergeRules
import ObjectModel

extension SeedMerge.Plist {
    /// Converts a property list; nil if it has a type that merges do not use.
    package init?(_ list: PropertyList) {
        switch list {
        case .string(let text): self = .string(text)
        case .integer(let number): self = .integer(number)
        case .bool(let flag): self = .boolean(flag)
        case .array(let values): self = .array(values.map { SeedMerge.Plist($0) ?? .string("") })
        case .dictionary(let entries): self = .dictionary(entries.compactMapValues { SeedMerge.Plist($0) })
        default: return nil
        }
    }
}

extension PropertyList {
    /// Converts a property list of the merge rules.
    package init(_ list: SeedMerge.Plist) {
        switch list {
        case .string(let text): self = .string(text)
        case .integer(let number): self = .integer(number)
        case .boolean(let flag): self = .bool(flag)
        case .array(let values): self = .array(values.map { PropertyList($0) })
        case .dictionary(let entries): self = .dictionary(entries.mapValues { PropertyList($0) })
        }
    }
}
