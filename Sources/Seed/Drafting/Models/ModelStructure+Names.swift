import Inputs

/// Names of attributes and relationships.
extension ModelStructure {
    func nameAttributes(of table: ModelTable) {
        for index in table.survey.ownIndices where table.dropped[index] == nil {
            let name = table.survey.columns[index].lowercased()
            let isLink = table.links.contains { $0.others.isEmpty && $0.column == index }
            // A column of a foreign key stays an attribute if it also identifies the rows of this table.
            let isPart = table.links.contains { link in
                !link.others.isEmpty && (link.column == index || link.others.contains { $0.column == index })
            }
            let isOwn = (table.declaration?.uniqueKeys ?? []).joined().contains { $0.lowercased() == name }
            guard !isLink && (!isPart || isOwn) || index == table.key || isTarget(index, of: table) else {
                continue
            }
            let kept = table.earlier?.attributes[name].flatMap(\.self)
            table.attributes[index] =
                kept.flatMap { table.attributes.values.contains($0) ? nil : $0 }
                ?? table.names.property(table.survey.columns[index], of: table.entity)
        }
    }

    /// Returns whether the rows of a table refer to those of this table by a column.
    private func isTarget(_ column: Int, of table: ModelTable) -> Bool {
        links.contains {
            $0.target === table && ($0.targetColumn == column || $0.others.contains { $0.target == column })
        }
    }

    func nameLinks(of table: ModelTable) {
        for place in table.links.indices {
            let link = table.links[place]
            let column = table.survey.columns[link.column]
            if let kept = earlier?.relationship(of: table, column: column) {
                table.links[place].name = kept.name
                table.links[place].inverseName =
                    kept.inverseRelationshipName
                    ?? link.target.names.property(
                        named: Plurals.plural(ModelNames.lowercased(table.entity)), of: link.target.entity)
                continue
            }
            let target = ModelNames.lowercased(link.target.entity)
            var name = link.others.isEmpty ? Self.name(ofColumn: column, link) : target
            // The key of the rows is already an attribute.
            if table.attributes[link.column] != nil, NameMatch.referred(by: column) == nil { name = target }
            let isOnly = table.links.count { $0.target === link.target } == 1
            table.links[place].name = table.names.property(named: name, of: table.entity)
            let many = link.isOneToOne ? table.entity : Plurals.plural(table.entity)
            let plain = ModelNames.lowercased(many)
            let qualified = name + many
            let children = link.target === table && name == "parent" ? "children" : nil
            let isPlain =
                (isOnly || name == target) && link.target !== table && link.target.names.isFree(plain)
            table.links[place].inverseName = link.target.names.property(
                named: children ?? (isPlain ? plain : qualified), of: link.target.entity)
        }
    }

    /// Returns the name that a foreign-key column implies, such as `album` for `album_id` and `albumid`.
    private static func name(ofColumn column: String, _ link: ModelLink) -> String {
        if let referred = NameMatch.referred(by: column) {
            return ModelNames.camel(NameMatch.words(referred))
        }
        let words = NameMatch.words(column)
        // A key with the same name on both sides is named after the other table.
        if NameMatch.words(link.target.survey.columns[link.targetColumn]) == words, link.declared == nil {
            return ModelNames.lowercased(link.target.entity)
        }
        if words.count == 1, words[0].hasSuffix("id"), words[0].count > 3 {
            return String(words[0].dropLast(2))
        }
        return ModelNames.camel(words)
    }

    func name(_ pair: inout Pair) {
        if let kept = earlier?.relationship(ofPairs: pair.table, in: pair.source.target.entity) {
            (pair.name, pair.inverseName) = (kept.name, kept.inverseRelationshipName ?? kept.name)
            return
        }
        guard !pair.isToOne else {
            let (owner, target) = (pair.target.target, pair.source.target)
            let column = pair.table.survey.columns[pair.source.column]
            pair.inverseName = owner.names.property(
                named: Self.name(ofColumn: column, pair.source), of: owner.entity)
            let many = Plurals.plural(ModelNames.lowercased(owner.entity))
            let isFree = target.names.isFree(many)
            pair.name = target.names.property(
                named: isFree ? many : pair.inverseName + ModelNames.capitalized(many), of: target.entity)
            return
        }
        pair.name = name(pair.target, from: pair.source, in: pair)
        pair.inverseName = name(pair.source, from: pair.target, in: pair)
    }

    private func name(_ link: ModelLink, from owner: ModelLink, in pair: Pair) -> String {
        let column = pair.table.survey.columns[link.column]
        let plain = Plurals.plural(ModelNames.lowercased(link.target.entity))
        let own = Plurals.plural(Self.name(ofColumn: column, link))
        // If two relationships of an entity had inverses with the same name, only a store of the app would
        // show how Core Data numbers the columns of their join tables.
        let isTaken = pairs.contains { other in
            guard !other.isToOne else { return false }
            return other.target.target === link.target && other.name == plain
                || other.source.target === link.target && other.inverseName == plain
        }
        let qualified = ModelNames.lowercased(owner.target.entity) + Plurals.plural(link.target.entity)
        let wanted = pair.source.target === pair.target.target ? own : isTaken ? qualified : plain
        let isFree = owner.target.names.isFree(wanted)
        let table = ModelNames.camel(NameMatch.words(pair.table.name))
        return owner.target.names.property(named: isFree ? wanted : table, of: owner.target.entity)
    }
}
