extension StoreVerifier {
    /// Returns the checks to run, given the chosen ones and those to leave out.
    ///
    /// - Parameters:
    ///   - chosen: names or identifiers; if empty, all checks.
    ///   - skipped: names or identifiers of the checks to leave out.
    ///   - hasFullIntegrity: whether SQLite searches for each entry of each index.
    /// - Throws: ``UnknownCheck`` for a name that no check has.
    package static func checks(
        chosen: [String], skipped: [String], hasFullIntegrity: Bool = false
    ) throws(UnknownCheck) -> [any StoreCheck] {
        let identifiers = allChecks.map { CheckIdentifier.text(of: $0.name) }
        for name in chosen + skipped where !identifiers.contains(CheckIdentifier.text(of: name)) {
            throw UnknownCheck(name: name, known: identifiers)
        }
        let wanted = chosen.isEmpty ? identifiers : chosen.map(CheckIdentifier.text)
        let unwanted = skipped.map(CheckIdentifier.text)
        let integrity = IntegrityCheck(method: hasFullIntegrity ? .searches : .sums)
        return allChecks.filter {
            let identifier = CheckIdentifier.text(of: $0.name)
            return wanted.contains(identifier) && !unwanted.contains(identifier)
        }.map { $0.name == integrity.name ? integrity : $0 }
    }
}

/// A name that no check has.
package struct UnknownCheck: Error, Equatable, Sendable {
    /// The name.
    package let name: String
    /// The identifiers of all checks.
    package let known: [String]
}
