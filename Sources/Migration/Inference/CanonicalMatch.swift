import ObjectModel

/// Finds for each name of a new model the name that an older one has for the same thing, as the
/// inference of a mapping does: by canonical names, a renaming identifier being one.
///
/// A renaming identifier is what the older model calls the thing, or what both models call it, so
/// that a name can change through several versions. One that was left standing, though both models
/// have both names, renames nothing.
struct CanonicalMatch {
    /// A name with its renaming identifier.
    struct Candidate: Equatable, Sendable {
        let name: String
        let identifier: String?
    }

    /// The source's name by the destination's.
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

        /// Whether the names on both sides say that nothing was renamed.
        func isLeftStanding(_ other: Candidate, on one: Candidate) -> Bool {
            guard one.name != other.name, source.contains(where: { $0.name == other.name }),
                let namesake = destination.first(where: { $0.name == one.name })
            else { return false }
            guard let identifier = namesake.identifier else { return true }
            return !source.contains { $0.name == identifier || $0.identifier == identifier }
        }
    }

    /// When two names mean the same, the surest rule first.
    private static let rules: [@Sendable (Candidate, Candidate, Sides) -> Bool] = [
        // Renamed in an earlier version already.
        { one, other, _ in
            other.identifier != nil && one.name == other.name && one.identifier == other.identifier
        },
        { one, other, sides in
            other.identifier != nil && one.identifier == other.identifier
                && !sides.isLeftStanding(other, on: one)
        },
        { one, other, sides in
            one.name == other.identifier && !sides.isLeftStanding(other, on: one)
        },
        { one, other, _ in one.name == other.name },
        // The way back to an older version.
        { one, other, _ in one.identifier == other.name },
    ]
}
