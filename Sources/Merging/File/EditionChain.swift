import StoreFormat

/// Files of changes in the order of the editions that they lead to, from the one that the user's store holds on.
struct EditionChain {
    /// What is to be merged; none where the store has all of it.
    private(set) var files: [FileChanges] = []

    /// Brings files into order.
    ///
    /// - Throws: ``MergeError`` where one does not follow from the others, or begins at another edition.
    init(_ all: [FileChanges], for store: OpenedStore) throws {
        let note = EditionNote(of: store.inspection)
        guard all.count > 1 || (note != nil && all.contains { $0.editions != nil }) else {
            files = all
            return
        }
        if let unnamed = all.first(where: { $0.editions == nil }) {
            throw MergeError(.unnamedEditions, path: unnamed.path)
        }
        var rest = all
        func take(_ edition: EditionIdentity, _ end: (FileChanges) -> EditionIdentity?) -> FileChanges? {
            rest.firstIndex { end($0) == edition }.map { rest.remove(at: $0) }
        }
        let ends = Set(all.compactMap { $0.editions?.new })
        let first = all.compactMap { $0.editions?.old }.first { !ends.contains($0) }
        guard let start = note?.identity ?? first ?? all.first?.editions?.old else { return }
        var edition = start
        while let next = take(edition, { $0.editions?.old }), let editions = next.editions {
            files.append(next)
            edition = editions.new
        }
        // What leads to the edition that the store holds was merged before.
        var former: EditionIdentity? = start
        var isKnown = !files.isEmpty
        while let known = former, let earlier = take(known, { $0.editions?.new }) {
            former = earlier.editions?.old
            isKnown = true
        }
        guard let other = rest.first, let begins = other.editions?.old else { return }
        guard isKnown else {
            throw MergeError(
                .otherEdition(noted: start.text, begins: (first ?? begins).text), path: other.path)
        }
        throw MergeError(.brokenChain(begins: begins.text), path: other.path)
    }
}
