import Inputs
import ObjectModel
import Seeding

/// The differences from the last draft.
extension ModelStructure {
    func isNew(_ column: Int, of table: ModelTable) -> Bool {
        table.earlier?.knows(table.survey.columns[column]) != true
    }

    func isNew(_ link: ModelLink, of table: ModelTable) -> Bool {
        guard table.earlier != nil else { return true }
        return isNew(link.column, of: table) || link.others.contains { isNew($0.column, of: table) }
    }

    /// Returns the changes of the database since the last draft, with what becomes of them.
    ///
    /// - Parameter surveys: all inputs, including those that became nothing.
    func changes(among surveys: [SourceSurvey]) -> [String] {
        guard let earlier else { return [] }
        var lines = (entities + pairs.map(\.table)).flatMap { table in
            change(of: table).map { "\(table.survey.name): \($0)" }
        }
        let present = Set(surveys.map(\.name))
        for (name, table) in earlier.tables.sorted(by: { $0.key < $1.key }) where !present.contains(name) {
            guard let kept = table.entity ?? table.relationship else { continue }
            lines.append("\(name): removed from the sources; the model keeps \(kept), which has no input now")
        }
        return lines
    }

    private func change(of table: ModelTable) -> [String] {
        guard let known = table.earlier else { return [novelty(of: table)] }
        let columns = table.survey.ownIndices
        let new = columns.filter { isNew($0, of: table) }
        var lines: [String] = []
        if let relationship = known.relationship {
            // A column that the last draft left out, such as a time stamp, is not in its record.
            guard entities.contains(where: { $0 === table }) else { return [] }
            let names = new.map { "`\(table.survey.columns[$0])`" }.joined(separator: ", ")
            return [
                "its rows are more than pairs now (\(names)); the model keeps the relationship \(relationship)"
            ]
        }
        guard let entity = known.entity else {
            return new.map { column in
                "new column `\(table.survey.columns[column])`: left out, because the model has no entity for it"
            }
        }
        for column in new {
            let name = table.survey.columns[column]
            if let attribute = table.attributes[column] {
                let isRequired = table.columns[column].isRequired
                lines.append(
                    "new column `\(name)`: \(entity).\(attribute), \(table.columns[column].type.xcodeName)"
                        + (isRequired ? ", optional because objects of earlier versions have no value" : ""))
                lines += table.columns[column].doubts.map { "\(attribute): \($0)" }
            } else if let reason = table.dropped[column] {
                lines.append("new column `\(name)`: left out: \(reason)")
            }
        }
        lines += columns.filter { !new.contains($0) }.compactMap { changedType($0, of: table, known) }
        for link in table.links {
            let name = table.survey.columns[link.column]
            if isNew(link, of: table) {
                lines.append("new column `\(name)`: \(entity).\(link.name) → \(link.target.entity)")
            } else if known.links[name.lowercased()] == nil, let kept = known.attributes[name.lowercased()] {
                let kept =
                    kept.map { "\(entity).\($0) is kept as an attribute" }
                    ?? "its attribute was removed"
                lines.append("`\(name)` has the keys of \(link.target.name) now; \(kept)")
            }
        }
        lines += newConstraints(of: table).map { names in
            "new constraint: \(names.joined(separator: ", ")) of \(entity) must be unique"
        }
        lines += unsupportedConstraints(of: table) { columns in
            columns.compactMap(table.index).contains { isNew($0, of: table) }
        }
        let present = Set(columns.map { table.survey.columns[$0].lowercased() })
        for (column, kept) in known.attributes.merging(known.links, uniquingKeysWith: { one, _ in one })
            .sorted(by: { $0.key < $1.key }) where !present.contains(column)
        {
            guard let kept else { continue }
            lines.append(
                "`\(column)` was removed; the model keeps \(entity).\(kept), which gets no values now")
        }
        return lines
    }

    /// Returns a line for a column whose values have another type than those of the last draft, or nil.
    private func changedType(
        _ column: Int, of table: ModelTable, _ known: EarlierDraft.Table
    ) -> String? {
        let name = table.survey.columns[column]
        let type = table.columns[column].type
        guard let earlier = known.types[name.lowercased()], earlier != type, table.attributes[column] != nil,
            let entity = known.entity, let kept = known.attributes[name.lowercased()].flatMap(\.self),
            case .attribute(let attribute)? = self.earlier?.model.entity(named: entity)?.properties
                .first(where: { $0.traits.name == kept }), attribute.type != type
        else { return nil }
        return "`\(name)` was drafted as \(earlier.xcodeName) and would be \(type.xcodeName) now; "
            + "\(entity).\(kept) stays \(attribute.type.xcodeName)"
    }

    private func novelty(of table: ModelTable) -> String {
        if let pair = pairs.first(where: { $0.table === table }) {
            let (owner, target) = (pair.source.target.entity, pair.target.target.entity)
            return "new: \(owner).\(pair.name) and \(target).\(pair.inverseName)"
        }
        let links = table.links.map { ", \($0.name) → \($0.target.entity)" }.joined()
        let count = table.attributes.count
        return "new: \(table.entity) with \(count) attribute\(count == 1 ? "" : "s")\(links)"
    }

    /// Returns the developer's plan with lines for new tables and columns.
    ///
    /// - Parameter text: the plan.
    func plan(adding text: String, to plan: SeedPlan) -> PlanInsertion {
        var insertion = PlanInsertion(text, of: plan)
        let all = entities + pairs.map(\.table)
        let new = all.filter { $0.earlier == nil }
        let taken = Set(plan.sources.map(\.name.value))
        for table in new where !taken.contains(table.survey.name) { insertion.add(source: sourceLine(table)) }
        for table in entities {
            guard let entity = table.earlier?.entity else { continue }
            let attributes = table.attributes.sorted { $0.key < $1.key }
                .filter { isNew($0.key, of: table) }.map { attributeLine($0.key, $0.value, of: table) }
            let links = table.links.filter { isNew($0, of: table) }
            insertion.add(
                attributes: attributes, relationships: links.map { relationshipLine($0, of: table) },
                key: key(of: table, in: plan), to: entity)
        }
        // After the lines within the last load.
        for table in entities where table.earlier == nil { insertion.add(load: load(table)) }
        for pair in pairs where pair.table.earlier == nil { insertion.add(link: link(pair)) }
        return insertion
    }

    /// Returns the key column that a load needs because new relationships refer to it, or nil if it has its key.
    private func key(of table: ModelTable, in plan: SeedPlan) -> String? {
        let isReferred = (entities + pairs.map(\.table)).contains { owner in
            owner.links.contains {
                $0.target === table && $0.targetColumn == table.key && isNew($0, of: owner)
            }
        }
        guard isReferred, let key = table.key else { return nil }
        let load = plan.loads.first { $0.entity.value == table.entity }
        return load?.key == nil ? table.survey.columns[key] : nil
    }
}
