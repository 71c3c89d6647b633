import Comparing
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
        let ends = Set(all.compactMap { $0.editions?.new })
        let begins = all.compactMap { $0.editions?.old }
        let first = begins.first { !ends.contains($0) }
        // An edition that takes back another one has the identity of what was before: files lead there more than once.
        let starts = begins.filter { edition in
            begins.count { $0 == edition } > all.count { $0.editions?.new == edition }
        }
        let walks = (starts + begins.prefix(1)).map { Self.walk(all, from: $0) }
        let present = try AppMetadata.entries(of: store.inspection)
        func place(_ walk: [FileChanges]) -> Int? {
            guard let noted = note?.identity else { return 0 }
            var places = walk.indices.filter { walk[$0].editions?.old == noted }
            if walk.last?.editions?.new == noted { places.append(walk.count) }
            // Editions of the same rows are told apart by what they say in the metadata.
            return places.last { place in
                walk[min(place, walk.count - 1)].metadata.isStored(isNew: place == walk.count, in: present)
            } ?? places.last
        }
        let found = walks.first { place($0) != nil }
        guard let walk = found, let place = place(walk) else {
            guard let noted = note?.identity, let begin = first ?? begins.first else { return }
            throw MergeError(.otherEdition(noted: noted.text, begins: begin.text), path: all[0].path)
        }
        if let other = all.first(where: { file in !walk.contains { $0 === file } }),
            let begins = other.editions?.old, let ends = walk.last?.editions?.new
        {
            let beside = walk.first { $0.editions?.old == begins }?.path
            throw MergeError(
                .brokenChain(begins: begins.text, ends: ends.text, beside: beside), path: other.path)
        }
        files = Array(walk[place...])
    }

    /// Files one after the other from an edition on: all of them where there is such an order, else some.
    private static func walk(_ all: [FileChanges], from start: EditionIdentity) -> [FileChanges] {
        var rest = all
        var open: [(edition: EditionIdentity, by: FileChanges?)] = [(start, nil)]
        var walk: [FileChanges] = []
        while let (edition, file) = open.last {
            if let index = rest.firstIndex(where: { $0.editions?.old == edition }),
                let next = rest[index].editions?.new
            {
                open.append((next, rest.remove(at: index)))
            } else {
                open.removeLast()
                if let file { walk.insert(file, at: 0) }
            }
        }
        let following = zip(walk, walk.dropFirst()).prefix { $0.editions?.new == $1.editions?.old }
        return Array(walk.prefix(following.count + 1))
    }
}
