/// Pairs what two models have by name, and by renaming identifier where a name is gone.
///
/// Core Data takes a renaming identifier for the name that the older model had. A name that is
/// there on both sides always wins.
struct RenamingMatch {
    /// Names that belong together, sorted by the right one in binary order.
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

    /// The names of the left side that have no partner yet.
    private struct LeftNames {
        private var rest: Set<String>
        /// For each renaming identifier the names that have it, in binary order.
        private var namesByIdentifier: [String: [String]] = [:]

        init(_ candidates: [Candidate]) {
            rest = Set(candidates.map(\.name))
            for candidate in candidates.sortedInBinaryOrder(by: { $0.name }) {
                guard let identifier = candidate.identifier else { continue }
                namesByIdentifier[identifier, default: []].append(candidate.name)
            }
        }

        var names: [String] { rest.sortedInBinaryOrder() }

        /// Takes the name that became another one, going by the identifiers of either.
        mutating func take(for candidate: Candidate) -> String? {
            if let name = candidate.identifier, rest.remove(name) != nil { return name }
            for identifier in [candidate.name, candidate.identifier].compactMap({ $0 }) {
                let name = namesByIdentifier[identifier]?.first { rest.contains($0) }
                if let name { return rest.remove(name) }
            }
            return nil
        }
    }

    /// The name on the right for each name on the left that has one.
    var rightNames: [String: String] {
        Dictionary(keepingFirst: pairs.map { ($0.left, $0.right) })
    }
}
