/// Whether Core Data opens a store with a model without migrating it: only when both have the same
/// entities with the same version hashes (docs/format.md#version-hashes).
public struct VersionVerdict: Equatable, Sendable {
    /// The entities that both have, with different version hashes.
    public let differing: [String]
    /// The entities that only the left side has.
    public let onlyInLeft: [String]
    /// The entities that only the right side has.
    public let onlyInRight: [String]
    /// How many entities have the same version hash on both sides.
    public let equalCount: Int

    /// Whether the store opens.
    public var willOpen: Bool { differing.isEmpty && onlyInLeft.isEmpty && onlyInRight.isEmpty }

    /// Compares hashes; all names are sorted in binary order.
    public init(_ left: VersionHashes, _ right: VersionHashes) {
        let common = left.entityNames.filter { right[$0] != nil }
        differing = common.filter { left[$0] != right[$0] }
        onlyInLeft = left.entityNames.filter { right[$0] == nil }
        onlyInRight = right.entityNames.filter { left[$0] == nil }
        equalCount = common.count - differing.count
    }
}
