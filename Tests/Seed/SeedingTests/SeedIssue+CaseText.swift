import Inputs

extension SeedIssue {
    /// The case of the reason without its kind: `raggedRow(expected: 2, found: 1)`.
    var caseText: String {
        let kind = Mirror(reflecting: reason).children.first?.value
        return kind.map { "\($0)" } ?? "\(reason)"
    }
}
