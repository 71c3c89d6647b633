import StoreFormat

/// What a draft makes of which source, and what nothing was found for.
package struct DraftSummary: Equatable, Sendable {
    /// A source of the plan.
    package struct Source: Equatable, Sendable {
        package let name: String
        package let rows: Int
        /// Whether there are more rows.
        package let isCut: Bool
        /// The entity of its rows, or the relationship that they link; nil where nothing fits.
        package let subject: String?
        /// How many of its columns became properties, of how many.
        package let used: Int
        package let columns: Int
        /// How many of these are guesses.
        package let guesses: Int
        /// The columns that went nowhere.
        package let unused: [String]
    }

    /// An entity with the attributes and relationships that no column fills.
    package struct Entity: Equatable, Sendable {
        package let name: String
        package let open: [String]
    }

    package internal(set) var sources: [Source] = []
    package internal(set) var entities: [Entity] = []
    /// The entities of which no source has rows, and whose objects no column names.
    package internal(set) var without: [String] = []

    /// Of a draft that guesses nothing.
    init() {}

    init(
        _ drafts: [EntityDraft], _ junctions: [JunctionDraft], _ surveys: [SourceSurvey],
        _ layout: StoreLayout
    ) {
        sources = surveys.map { survey in
            let draft = drafts.first { $0.survey === survey }
            let junction = junctions.first { $0.survey === survey }
            let isOrdered = draft?.matches.contains { match in
                if case .toOne(let toOne) = match.property { toOne.orderColumn != nil } else { false }
            }
            let order = isOrdered == true ? draft?.orderColumn.map { survey.columns[$0] } : nil
            return Source(
                name: survey.name, rows: survey.rowCount, isCut: survey.isCut,
                subject: draft?.entity.name
                    ?? junction.map { "\($0.entity.name).\($0.relationship.relationship.name)" },
                used: draft.map { $0.found.count + $0.joinedColumns.count }
                    ?? junction.map { $0.order == nil ? 2 : 3 } ?? 0,
                columns: survey.ownCount, guesses: draft?.found.count { $0.score < NameMatch.sure } ?? 0,
                unused: draft.map { draft in
                    draft.unmatchedColumns.filter { $0 != draft.keyColumn && $0 != order }
                        + draft.lostColumns.sorted().map { survey.columns[$0] }
                } ?? junction?.leftOut ?? [])
        }
        let written = Set(drafts.map(\.entity.name))
        for entity in layout.entities where written.contains(entity.name) {
            let own = drafts.filter { $0.entity.name == entity.name }.flatMap(\.found).map(\.property.name)
            let links = junctions.map(\.relationship.relationship.name)
            let names =
                entity.attributes.filter { !$0.attribute.isDerived }.map(\.path)
                + entity.toOnes.filter { toOne in
                    // The other side of a pair is written with this one.
                    !drafts.contains { other in
                        other.entity.name == toOne.destinationName
                            && other.matches.contains { $0.property.name == toOne.inverse?.name }
                    }
                }.map(\.relationship.name)
            let open = names.filter { !own.contains($0) && !links.contains($0) }
            if !open.isEmpty { entities.append(Entity(name: entity.name, open: open)) }
        }
        let named = Set(drafts.flatMap(\.found).compactMap(\.property.destinationName))
        without = layout.entities.map(\.name).filter { name in
            !written.contains(name) && !named.contains(name)
                && layout.entity(named: name)?.isAbstract == false
        }
    }
}
