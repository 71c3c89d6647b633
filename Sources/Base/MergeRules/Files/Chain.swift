import Foundation

nonisolated extension SeedMerge {
    /// A reason why files of changes do not form a chain. Files are identified by their places in the list.
    public enum ChainError: Error, Equatable {
        /// A file does not name its editions.
        case unnamed(Int)
        /// The files start from another edition than the one that the store records.
        case otherEdition(noted: String, begins: String)
        /// A file starts from an edition that no other file leads to, or from the same edition as another file.
        case broken(Int, begins: String, ends: String, beside: Int?)
    }

    /// Sorts files of changes so that each starts from the edition that the previous one leads to, beginning with the
    /// edition that the user's store holds.
    ///
    /// - Parameters:
    ///   - note: the store's note, if it is of the store's model version.
    ///   - isStored: returns whether the store's metadata has the entries of a file's new or old edition. It
    ///     distinguishes editions with the same rows.
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
        // An edition that reverts another one has the same identity as the one before that, so several files may lead
        // to it.
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

    /// Returns files that follow one another, starting from an edition: all files if such an order exists, otherwise
    /// some.
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
