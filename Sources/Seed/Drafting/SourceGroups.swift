import Files
import Inputs

// Files of one shape are one input.
extension SourceFinder {
    /// Returns the surveys of files. Several files of one kind and shape are one input, such as the tables of
    /// several years, and documents that are one record each.
    ///
    /// - Parameter isNamed: returns whether a file has the name of an entity, so that its rows are its objects.
    /// - Throws: ``SeedIssue``, `DatabaseError`, ``StoreError``.
    mutating func surveys(of paths: [String], isNamed: (String) -> Bool) throws -> [SourceSurvey] {
        let found = try paths.map { try inputs(of: $0) }
        var surveys: [SourceSurvey] = []
        var done: Set<String> = []
        for (index, inputs) in found.enumerated() where !done.contains(paths[index]) {
            let group = found.indices.filter { other in
                other == index
                    || other > index && !done.contains(paths[other]) && Self.areAlike(inputs, found[other])
            }
            guard group.count > 1, Self.isSeries(group.map { paths[$0] }, inputs, isNamed) else {
                surveys += inputs.map(\.survey)
                continue
            }
            let members = group.map { found[$0] }.sorted {
                $0[0].survey.path.utf8.lexicographicallyPrecedes($1[0].survey.path.utf8)
            }
            done.formUnion(group.map { paths[$0] })
            names.subtract(members.flatMap { $0.map(\.survey.name) })
            surveys += try joined(members)
        }
        return surveys
    }

    /// Returns the inputs of several files, a list in documents only from those that have it.
    private mutating func joined(_ files: [[Found]]) throws -> [SourceSurvey] {
        var drafts: [SourceDraft] = []
        for file in files {
            for input in file where !drafts.contains(where: { Self.key(of: $0) == Self.key(of: input.draft) })
            {
                drafts.append(input.draft)
            }
        }
        let document = files[0][0].survey.path
        let all = files.flatMap { $0.map(\.draft) }
        var surveys: [SourceSurvey] = []
        for first in drafts.sorted(by: { $0.records?.count ?? 0 < $1.records?.count ?? 0 }) {
            let same = all.filter { Self.key(of: $0) == Self.key(of: first) }
            var draft = first.reading(same.flatMap(\.paths))
            draft.document = document
            for other in same.dropFirst() {
                draft.nested += other.nested.filter { new in !draft.nested.contains { $0 == new } }
                draft.nestedAround += other.nestedAround.filter { new in
                    !draft.nestedAround.contains { $0 == new }
                }
                draft.valueLists += other.valueLists.filter { !draft.valueLists.contains($0) }
            }
            let isNamedByFile = draft.name == FilePath(first.paths[0]).stemOfSource
            let name = free(isNamedByFile ? Self.seriesName(of: draft.paths) : draft.name)
            names.insert(name)
            surveys.append(try surveyed(draft, named: name, at: draft.paths))
        }
        return surveys
    }

    // MARK: Shapes

    /// The kind, the place of the records and the options of an input.
    private static func key(of draft: SourceDraft) -> [String] {
        [type(of: draft.kind).key, (draft.records ?? ["-"]).joined(separator: "\u{1F}")]
            + draft.options.map { "\($0.key)=\($0.value)" }
    }

    /// Returns whether two files have the same kind and the same columns, or most of them where records may omit
    /// values.
    private static func areAlike(_ one: [Found], _ other: [Found]) -> Bool {
        guard let first = one.first, let second = other.first, first.draft.kind is any FileListKind,
            key(of: first.draft) == key(of: second.draft)
        else { return false }
        let (columns, others) = (Set(own(first)), Set(own(second)))
        guard first.draft.records != nil else { return columns == others }
        return columns.intersection(others).count * 3 >= min(columns.count, others.count) * 2
    }

    private static func own(_ input: Found) -> some Sequence<String> {
        input.survey.columns.prefix(input.survey.ownCount)
    }

    /// Returns whether the names of files show that they continue each other, or there are so many files of this
    /// shape that it is no coincidence.
    private static func isSeries(
        _ paths: [String], _ inputs: [Found], _ isNamed: (String) -> Bool
    ) -> Bool {
        let stems = paths.map { FilePath($0).stemOfSource }
        guard !stems.contains(where: isNamed), Set(paths.map { FilePath($0).folder.text }).count == 1,
            Set(paths.map { FilePath($0).fileExtension }).count == 1
        else { return false }
        let bases = Set(stems.map { $0.filter { !$0.isNumber } })
        return bases.count == 1 || paths.count > 2 && inputs.reduce(0) { $0 + $1.survey.ownCount } > 2
    }

    /// Returns the common beginning of the files' names, or the name of their folder.
    private static func seriesName(of paths: [String]) -> String {
        let stems = paths.map { FilePath($0).stemOfSource }
        let start = stems.dropFirst().reduce(stems[0]) { String(zip($0, $1).prefix { $0 == $1 }.map(\.0)) }
        let name = start.reversed().drop(while: \.isNumber).drop { !$0.isLetter && !$0.isNumber }.reversed()
        if name.first?.isLetter == true { return String(name) }
        let folder = FilePath(paths[0]).folder.name
        return folder.isEmpty ? stems[0] : folder
    }
}

extension FilePath {
    /// The file's name up to the first dot.
    fileprivate var stemOfSource: String { String(name.prefix { $0 != "." }) }
}
