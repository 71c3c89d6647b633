/// Whether Core Data opens a store with a model without migration: only if both have the same entities with the same
/// version hashes (docs/internals/format.md#version-hashes).
package struct VersionVerdict: Equatable, Sendable {
    /// The entities of both sides with different version hashes.
    package let differing: [String]
    /// The entities that only the left side has.
    package let onlyInLeft: [String]
    /// The entities that only the right side has.
    package let onlyInRight: [String]
    /// The number of entities with the same version hash on both sides.
    package let equalCount: Int

    /// Whether the store opens.
    package var willOpen: Bool { differing.isEmpty && onlyInLeft.isEmpty && onlyInRight.isEmpty }

    /// The entities that keep the store from opening, sorted in binary order.
    package var unequal: [String] { (differing + onlyInLeft + onlyInRight).sortedInBinaryOrder() }

    /// Compares hashes. All names are sorted in binary order.
    package init(_ left: VersionHashes, _ right: VersionHashes) {
        let common = left.entityNames.filter { right[$0] != nil }
        differing = common.filter { left[$0] != right[$0] }
        onlyInLeft = left.entityNames.filter { right[$0] == nil }
        onlyInRight = right.entityNames.filter { left[$0] == nil }
        equalCount = common.count - differing.count
    }
}
