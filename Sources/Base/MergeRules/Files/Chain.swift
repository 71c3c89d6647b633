import Foundation

nonisolated extension SeedMerge {
    /// Why files of changes do not follow one another, by their places among the files.
    public enum ChainError: Error, Equatable {
        /// A file does not name its editions.
        case unnamed(Int)
        /// The files start from another edition than the one that the store notes.
        case otherEdition(noted: String, begins: String)
        /// A file starts from an edition that no other one leads to, or from the same as another file.
        case broken(Int, begins: String, ends: String, beside: Int?)
    }

    /// Sorts files of changes by the editions that they lead to, starting with the one that the user's store holds.
    ///
    /// - Parameters:
    ///   - note: what the store notes, of its own model.
    ///   - isStored: whether the store has what an edition of a file has in the metadata: the new one's, or the old
    ///     one's. Editions with the same rows are told apart by it.
    /// - Returns: the files that are still to be merged.
    /// - Throws: ``ChainError``.
    public static func chain(
        _ all: [ChangesFile], noted note: Note?, isStored: (ChangesFile, _ isNew: Bool) throws -> Bool
    ) throws -> [ChangesFile] {
        guard all.count > 1 || (note != nil && all.contains { $0.editions != nil }) else { return all }
        if let unnamed = all.firstIndex(where: { $0.editions == nil }) { throw ChainError.unnamed(unnamed) }
        let ends = Set(all.compactMap { $0.editions?.new })
        let begins = all.compactMap { $0.editions?.old }
        let first = begins.first { !ends.contains($0) }
        // An edition that takes back another one has the identity of the one before: several files lead to it.
        let starts = begins.filter { edition in
            begins.count { $0 == edition } > all.count { $0.editions?.new == edition }
        }
        let walks = (starts + begins.prefix(1)).map { walk(all, from: $0) }
        func place(_ walk: [ChangesFile]) throws -> Int? {
            guard let noted = note?.identity else { return 0 }
            var places = walk.indices.filter { walk[$0].editions?.old == noted }
            if walk.last?.editions?.new == noted { places.append(walk.count) }
            return try places.last { place in
                try isStored(walk[Swift.min(place, walk.count - 1)], place == walk.count)
            } ?? places.last
        }
        guard let walk = try walks.first(where: { try place($0) != nil }), let place = try place(walk) else {
            guard let noted = note?.identity, let begin = first ?? begins.first else { return [] }
            throw ChainError.otherEdition(noted: noted, begins: begin)
        }
        if let other = all.firstIndex(where: { file in !walk.contains { $0 === file } }),
            let begins = all[other].editions?.old, let ends = walk.last?.editions?.new
        {
            let beside = walk.first { $0.editions?.old == begins }
            throw ChainError.broken(
                other, begins: begins, ends: ends, beside: all.firstIndex { $0 === beside })
        }
        return Swift.Array(walk[place...])
    }

    /// Files one after the other, starting from an edition: all of them where there is such an order, else some.
    private static func walk(_ all: [ChangesFile], from start: String) -> [ChangesFile] {
        var rest = all
        var open: [(edition: String, by: ChangesFile?)] = [(start, nil)]
        var walk: [ChangesFile] = []
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
        return Swift.Array(walk.prefix(following.count + 1))
    }
}
