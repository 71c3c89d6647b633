/// Whether Core Data opens a store with a model without migrating it: only when both have the same
/// entities with the same version hashes (docs/format.md#version-hashes).
package struct VersionVerdict: Equatable, Sendable {
    /// The entities that both have, with different version hashes.
    package let differing: [String]
    /// The entities that only the left side has.
    package let onlyInLeft: [String]
    /// The entities that only the right side has.
    package let onlyInRight: [String]
    /// How many entities have the same version hash on both sides.
    package let equalCount: Int

    /// Whether the store opens.
    package var willOpen: Bool { differing.isEmpty && onlyInLeft.isEmpty && onlyInRight.isEmpty }

    /// Compares hashes; all names are sorted in binary order.
    package init(_ left: VersionHashes, _ right: VersionHashes) {
        let common = left.entityNames.filter { right[$0] != nil }
        differing = common.filter { left[$0] != right[$0] }
        onlyInLeft = left.entityNames.filter { right[$0] == nil }
        onlyInRight = right.entityNames.filter { left[$0] == nil }
        equalCount = common.count - differing.count
    }
}
