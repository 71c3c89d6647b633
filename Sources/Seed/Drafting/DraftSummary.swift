import StoreFormat

/// The inputs of a draft with the entities that they fill, and the properties and entities that no input
/// fills.
package struct DraftSummary: Equatable, Sendable {
    /// An input of the plan.
    package struct Source: Equatable, Sendable {
        package let name: String
        package let rows: Int
        /// Whether only the first rows were surveyed, and there are more.
        package let isCut: Bool
        /// The entity of its rows, or the relationship that they link. It is nil if nothing fits.
        package let subject: String?
        /// The number of columns that the plan uses.
        package let used: Int
        package let columns: Int
        /// The number of doubts that the plan has about the input.
        package internal(set) var doubts: Int
        /// The columns that the plan does not use.
        package let unused: [String]
    }

    /// An entity with the attributes and relationships that no column fills.
    package struct Entity: Equatable, Sendable {
        package let name: String
        package let open: [String]
    }

    package internal(set) var sources: [Source] = []
    package internal(set) var entities: [Entity] = []
    /// The entities that no input has rows for, and whose objects no column names.
    package internal(set) var without: [String] = []

    /// The doubts that are not about one input.
    package internal(set) var doubts: [String] = []
    /// The lines at which a build of the plan stops.
    package internal(set) var stops: [Stop] = []

    /// A line of the plan at which a build stops.
    package struct Stop: Equatable, Sendable {
        /// The line's number in the draft.
        package let line: Int
        /// The entity and the property, or the input.
        package let subject: String
        package let reason: String
    }

    /// Creates the summary of a draft that infers nothing.
    init() {}

    /// Returns the summary with the doubts counted from the plan's lines, so that plan and summary agree.
    func counting(_ lines: [DraftLine]) -> DraftSummary {
        var summary = self
        for (index, line) in lines.enumerated() {
            if let name = line.source, let place = summary.sources.firstIndex(where: { $0.name == name }) {
                summary.sources[place].doubts += line.doubts.count
            } else {
                summary.doubts += line.doubts
            }
            guard line.isStopped else { continue }
            let subject = line.subject.map {
                [$0.entity, $0.property].compactMap(\.self).joined(separator: ".")
            }
            summary.stops.append(
                Stop(
                    line: index + 1, subject: subject ?? line.source ?? "",
                    reason: line.doubts.last ?? line.stops.first ?? ""))
        }
        return summary
    }

    /// Creates the summary of a draft.
    ///
    /// - Parameter created: the attributes of objects that only columns name, by their entity.
    init(
        _ drafts: [EntityDraft], _ junctions: [JunctionDraft], _ surveys: [SourceSurvey],
        _ layout: StoreLayout, created: [String: Set<String>]
    ) {
        sources = surveys.map { survey in
            let draft = drafts.first { $0.survey === survey }
            let partners = drafts.filter { $0.isPartner && $0.survey === survey }.map(\.entity.name)
            let junction = junctions.first { $0.survey === survey }
            let isOrdered = draft?.matches.contains { match in
                if case .toOne(let toOne) = match.property { toOne.orderColumn != nil } else { false }
            }
            let order = isOrdered == true ? draft?.orderColumn.map { survey.columns[$0] } : nil
            return Source(
                name: survey.name, rows: survey.rowCount, isCut: survey.isCut,
                subject: draft.map { ([$0.entity.name] + partners).joined(separator: ", ") }
                    ?? junction.map { "\($0.entity.name).\($0.relationship.relationship.name)" },
                used: survey.used(drafts, junction), columns: survey.shownCount, doubts: 0,
                unused: draft.map { draft in
                    let own = draft.unmatchedColumns.filter { $0 != draft.keyColumn && $0 != order }
                    let others = drafts.filter { $0.sharesRows && $0.survey === survey }
                        .flatMap { $0.takenColumns.map { survey.columns[$0] } }
                    return own.filter { !others.contains($0) }
                        + draft.lostColumns.sorted().map { survey.columns[$0] }
                } ?? junction?.leftOut ?? [])
        }
        let written = Set(drafts.flatMap { [$0.entity.name] + ($0.kinds?.entities.map(\.entity.name) ?? []) })
        for entity in layout.entities where written.contains(entity.name) {
            let own = drafts.filter { $0.fills([entity.number]) }.flatMap(\.found).map(\.property.name)
            let links = junctions.map(\.relationship.relationship.name)
            let names =
                entity.attributes.filter { !$0.attribute.isDerived }.map(\.path)
                + entity.toOnes.filter { toOne in
                    // The build sets the inverse from the drafted side.
                    !drafts.contains { other in
                        other.entity.name == toOne.destinationName
                            && other.matches.contains { $0.property.name == toOne.inverse?.name }
                    }
                }.map(\.relationship.name)
            let open = names.filter { !own.contains($0) && !links.contains($0) }
            if !open.isEmpty { entities.append(Entity(name: entity.name, open: open)) }
        }
        for entity in layout.entities where !written.contains(entity.name) {
            guard let names = created[entity.name] else { continue }
            let open = entity.attributes.filter { !$0.attribute.isDerived && !names.contains($0.path) }.map(
                \.path)
            if !open.isEmpty { entities.append(Entity(name: entity.name, open: open)) }
        }
        let named = Set(drafts.flatMap(\.found).compactMap(\.property.destinationName))
        without = layout.entities.map(\.name).filter { name in
            !written.contains(name) && !named.contains(name)
                && layout.entity(named: name)?.isAbstract == false
        }
    }
}

extension SourceSurvey {
    /// The number of columns in the file. All numbered elements of a list count as one column.
    fileprivate var shownCount: Int { ownCount - elements.count }

    /// Returns the number of columns that the plan uses.
    fileprivate func used(_ drafts: [EntityDraft], _ junction: JunctionDraft?) -> Int {
        var used: Set<Int> = []
        for draft in drafts where draft.survey === self {
            used.formUnion(draft.takenColumns.subtracting(draft.lostColumns))
            if let key = draft.keyColumn.flatMap(columns.firstIndex) { used.insert(key) }
        }
        if let junction {
            used.formUnion([junction.source, junction.target] + (junction.order.map { [$0] } ?? []))
        }
        if let junction { used.formUnion(junction.sharedColumns) }
        return Set(used.map { elements[$0] ?? $0 }.filter { $0 < ownCount }).count
    }
}
