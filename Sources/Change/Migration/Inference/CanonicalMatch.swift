import ObjectModel

/// Matches the names of a new model with the names of the same things in an older one. As in the inference of a
/// mapping, they are matched by canonical names, such as renaming identifiers.
///
/// A renaming identifier is the name of the thing in the older model, or a name that both models give it, so that a
/// name can change through several versions. An obsolete identifier, where both models have both names, renames
/// nothing.
struct CanonicalMatch {
    /// A name with its renaming identifier.
    struct Candidate: Equatable, Sendable {
        let name: String
        let identifier: String?
    }

    /// The names in the source, by the name in the destination.
    private(set) var sources: [String: String] = [:]

    init(source: [Candidate], destination: [Candidate]) {
        let sides = Sides(
            source: source.sortedInBinaryOrder { $0.name },
            destination: destination.sortedInBinaryOrder { $0.name })
        var taken: Set<String> = []
        for isSame in Self.rules {
            for other in sides.destination where sources[other.name] == nil {
                let one = sides.source.first {
                    !taken.contains($0.name) && isSame($0, other, sides)
                }
                guard let one else { continue }
                taken.insert(one.name)
                sources[other.name] = one.name
            }
        }
    }

    private struct Sides {
        let source: [Candidate]
        let destination: [Candidate]

        /// Returns whether the names on both sides show that a renaming identifier is obsolete.
        func hasObsoleteIdentifier(_ other: Candidate, on one: Candidate) -> Bool {
            guard one.name != other.name, source.contains(where: { $0.name == other.name }),
                let namesake = destination.first(where: { $0.name == one.name })
            else { return false }
            guard let identifier = namesake.identifier else { return true }
            return !source.contains { $0.name == identifier || $0.identifier == identifier }
        }
    }

    /// The rules for matching names, the most reliable first.
    private static let rules: [@Sendable (Candidate, Candidate, Sides) -> Bool] = [
        // The thing was already renamed in an earlier version.
        { one, other, _ in
            other.identifier != nil && one.name == other.name && one.identifier == other.identifier
        },
        { one, other, sides in
            other.identifier != nil && one.identifier == other.identifier
                && !sides.hasObsoleteIdentifier(other, on: one)
        },
        { one, other, sides in
            one.name == other.identifier && !sides.hasObsoleteIdentifier(other, on: one)
        },
        { one, other, _ in one.name == other.name },
        // The migration goes back to an older version.
        { one, other, _ in one.identifier == other.name },
    ]
}
