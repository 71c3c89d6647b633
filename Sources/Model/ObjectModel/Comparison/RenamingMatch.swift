/// Matches the names of two models, and then the remaining ones by renaming identifier.
///
/// Core Data reads a renaming identifier as the name in the older model. A name that both sides have always matches
/// itself.
struct RenamingMatch {
    /// The matched names, sorted by the right name in binary order.
    private(set) var pairs: [(left: String, right: String)] = []
    /// The names that only the left side has.
    private(set) var onlyInLeft: [String] = []
    /// The names that only the right side has.
    private(set) var onlyInRight: [String] = []

    /// A name with its renaming identifier.
    typealias Candidate = (name: String, identifier: String?)

    init(left: [Candidate], right: [Candidate]) {
        let leftNames = Set(left.map(\.name))
        let rightNames = Set(right.map(\.name))
        var pairs = leftNames.intersection(rightNames).map { (left: $0, right: $0) }
        var leftRest = LeftNames(left.filter { !rightNames.contains($0.name) })
        for candidate in right.sortedInBinaryOrder(by: { $0.name })
        where !leftNames.contains(candidate.name) {
            if let name = leftRest.take(for: candidate) {
                pairs.append((name, candidate.name))
            } else {
                onlyInRight.append(candidate.name)
            }
        }
        self.pairs = pairs.sortedInBinaryOrder { $0.right }
        onlyInLeft = leftRest.names
    }

    /// The names of the left side that are not matched yet.
    private struct LeftNames {
        private var rest: Set<String>
        /// The names with each renaming identifier, in binary order.
        private var namesByIdentifier: [String: [String]] = [:]

        init(_ candidates: [Candidate]) {
            rest = Set(candidates.map(\.name))
            for candidate in candidates.sortedInBinaryOrder(by: { $0.name }) {
                guard let identifier = candidate.identifier else { continue }
                namesByIdentifier[identifier, default: []].append(candidate.name)
            }
        }

        var names: [String] { rest.sortedInBinaryOrder() }

        /// Removes and returns the name that was renamed to a candidate, according to the identifiers of both sides.
        mutating func take(for candidate: Candidate) -> String? {
            if let name = candidate.identifier, rest.remove(name) != nil { return name }
            for identifier in [candidate.name, candidate.identifier].compactMap({ $0 }) {
                let name = namesByIdentifier[identifier]?.first { rest.contains($0) }
                if let name { return rest.remove(name) }
            }
            return nil
        }
    }

    /// The name on the right for each matched name on the left.
    var rightNames: [String: String] {
        Dictionary(keepingFirst: pairs.map { ($0.left, $0.right) })
    }
}
