import Messages
import ObjectModel
import StoreFormat

/// The model that a store was created with, as text and as JSON.
struct IdentificationRenderer {
    let store: String

    /// Returns the name of a candidate: its path, target and versioned schema.
    static func name(_ place: ModelCandidate.Place) -> String {
        let models = place.models.isEmpty ? nil : "models " + place.models.joined(separator: ",")
        let parts = [place.target.map { "target " + $0 }, place.schema, models].compactMap(\.self)
        return parts.isEmpty ? place.path : "\(place.path) (\(parts.joined(separator: ", ")))"
    }

    private func name(_ candidate: ModelCandidate) -> String { Self.name(candidate.place) }

    /// Returns the lines for people.
    func lines(_ found: Identification) -> [String] {
        guard found.matches.isEmpty else {
            return found.matches.map { "\(store): created with \(name($0))" }
        }
        guard let nearest = found.nearest else { return ["\(store): there is no model to compare with"] }
        let equal = nearest.equalEntities(found.hashes).count
        let count = found.hashes.entityNames.count
        let first =
            "\(store): created with none of \(Count.text(found.candidates.count, "model")); "
            + "nearest is \(name(nearest)), with \(equal) of \((count == 1 ? "1 entity" : "\(count) entities")) equal"
        return [first, ""] + differences(found)
    }

    private func differences(_ found: Identification) -> [String] {
        guard let nearest = found.nearest else { return [] }
        let text = ModelDifferenceText(left: "the store", right: name(nearest))
        guard let comparison = found.comparison else {
            return [text.describe(VersionVerdict(found.hashes, nearest.hashes))]
        }
        return ComparisonRenderer(text: text).reasonLines(comparison)
    }

    // MARK: JSON

    private struct Description: Encodable {
        struct Candidate: Encodable {
            let path: String
            let target: String?
            let schema: String?
            let kind: String
            let isMatch: Bool
            let equalEntities: [String]
            let differentEntities: [String]
            let missingEntities: [String]
            let additionalEntities: [String]
        }
        let store: String
        let isFound: Bool
        let matches: [Candidate]
        let nearest: Candidate?
        let differences: [String]
        let candidates: [Candidate]
    }

    /// Returns the result as JSON.
    func json(_ found: Identification) throws -> String {
        func describe(_ candidate: ModelCandidate) -> Description.Candidate {
            let equal = candidate.equalEntities(found.hashes)
            let (own, others) = (found.hashes.entityNames, candidate.hashes.entityNames)
            return Description.Candidate(
                path: candidate.place.path, target: candidate.place.target,
                schema: candidate.place.schema, kind: candidate.kind.rawValue,
                isMatch: candidate.isModel(of: found.hashes), equalEntities: equal,
                differentEntities: own.filter { others.contains($0) && !equal.contains($0) },
                missingEntities: own.filter { !others.contains($0) },
                additionalEntities: others.filter { !own.contains($0) })
        }
        let text = ModelDifferenceText(
            left: "the store", right: found.nearest.map(name) ?? "the model")
        return try JSONText.of(
            Description(
                store: store, isFound: !found.matches.isEmpty, matches: found.matches.map(describe),
                nearest: found.nearest.map(describe),
                differences: found.comparison?.reasons.map { text.describe($0) } ?? [],
                candidates: found.candidates.map(describe)))
    }
}
