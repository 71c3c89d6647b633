import StoreFormat

/// A column whose values name the subentities of the rows, such as `kind` with `Dog` and `Cat`.
struct KindColumn {
    let column: Int
    /// The values, each with its entity.
    let entities: [(value: String, entity: EntityLayout)]
    /// The properties that only some of the entities have. Other rows have no value of them.
    let partialNames: Set<String>

    /// Finds the column, or returns nil if no column names an entity of the family in each row.
    ///
    /// - Parameters:
    ///   - root: the entity of all rows.
    ///   - layout: the entities of the model.
    init?(of survey: SourceSurvey, for root: EntityLayout, in layout: StoreLayout) {
        guard root.familyNumbers.count > 1, survey.rowCount > 0 else { return nil }
        let family = layout.entities.filter { root.familyNumbers.contains($0.number) && !$0.isAbstract }
        for column in survey.ownIndices where survey.surveys[column].filled == survey.rowCount {
            guard let counts = survey.surveys[column].words.counts, counts.count <= family.count * 2 else {
                continue
            }
            let values = counts.keys.sorted()
            let entities = values.compactMap { value in
                Self.entity(value, of: family, root).map { (value: value, entity: $0) }
            }
            let numbers = Set(entities.map(\.entity.number))
            guard entities.count == values.count, numbers.count == values.count, numbers != [root.number]
            else { continue }
            self.column = column
            self.entities = entities
            let names = entities.map { Set($0.entity.propertyNames) }
            let common = names.dropFirst().reduce(names.first ?? []) { $0.intersection($1) }
            partialNames = Set(names.flatMap(\.self)).subtracting(common)
            return
        }
        return nil
    }

    /// Returns the entity that a value names, with or without the words of the root: `home` for LocationAtHome.
    private static func entity(_ value: String, of family: [EntityLayout], _ root: EntityLayout)
        -> EntityLayout?
    {
        if let same = family.first(where: { NameMatch.score(value, $0.name) >= NameMatch.sure }) {
            return same
        }
        let words = Set(NameMatch.words(value).map(Plurals.singular))
        let common = Set(NameMatch.words(root.name).map(Plurals.singular)).union(["at", "in", "of"])
        let found = family.filter { entity in
            let own = Set(NameMatch.words(entity.name).map(Plurals.singular))
            return !words.isEmpty && own.subtracting(common) == words.subtracting(common) && own != common
        }
        return found.count == 1 ? found[0] : nil
    }
}

extension EntityLayout {
    fileprivate var propertyNames: [String] {
        attributes.map(\.path) + toOnes.map(\.relationship.name) + toManys.map(\.relationship.name)
    }
}
