import ObjectModel
import Seeding

extension ModelStructure {
    /// Returns the lines of the plan that fills a store of the model. Names are taken from the draft and not
    /// matched.
    ///
    /// - Parameters:
    ///   - reference: the path of the model.
    ///   - output: the path of the store.
    func lines(reference: String, output: String) -> [DraftLine] {
        var lines = [
            DraftLine(text: "", notes: ["Drafted by `zseed model` with the model that it fills."]),
            DraftLine(text: "reference: \(YAMLText.scalar(reference))"),
            DraftLine(text: "output: \(YAMLText.scalar(output))"),
        ]
        if entities.contains(where: { table in table.attributes.keys.contains { table.columns[$0].needsZone }
        }) {
            lines.append(
                DraftLine(text: "timeZone: UTC", doubts: ["some dates have no time zone: which one is it?"]))
        }
        lines += [DraftLine(text: ""), DraftLine(text: "sources:")]
        for table in entities + pairs.map(\.table) {
            lines.append(sourceLine(table))
        }
        lines += [DraftLine(text: ""), DraftLine(text: "entities:")]
        for table in entities { lines += load(table) }
        guard !pairs.isEmpty else { return lines }
        return lines + [DraftLine(text: ""), DraftLine(text: "links:")] + pairs.flatMap(link)
    }

    func sourceLine(_ table: ModelTable) -> DraftLine {
        var line = DraftLine(text: "  \(YAMLText.scalar(table.survey.name)): \(table.survey.plan)")
        line.path = table.survey.path
        return line
    }

    func load(_ table: ModelTable) -> [DraftLine] {
        var lines = [
            DraftLine(text: "  \(YAMLText.scalar(table.entity)):"),
            DraftLine(
                text: "    from: \(YAMLText.scalar(table.survey.name))",
                subject: .init(entity: table.entity, property: nil)),
        ]
        let isReferenced = links.contains { $0.target === table && $0.targetColumn == table.key }
        if isReferenced, let key = table.key {
            lines.append(DraftLine(text: "    key: \(YAMLText.scalar(table.survey.columns[key]))"))
        }
        if !table.attributes.isEmpty { lines.append(DraftLine(text: "    attributes:")) }
        for (index, name) in table.attributes.sorted(by: { $0.key < $1.key }) {
            lines.append(attributeLine(index, name, of: table))
        }
        if !table.links.isEmpty { lines.append(DraftLine(text: "    relationships:")) }
        for link in table.links { lines.append(relationshipLine(link, of: table)) }
        return lines
    }

    func attributeLine(_ index: Int, _ name: String, of table: ModelTable) -> DraftLine {
        let column = table.columns[index]
        let value = Self.value(table.survey.columns[index], column.options)
        return DraftLine(
            text: "      \(YAMLText.scalar(name)): \(value)",
            doubts: column.doubts, subject: .init(entity: table.entity, property: name))
    }

    func relationshipLine(_ link: ModelLink, of table: ModelTable) -> DraftLine {
        DraftLine(
            text: "      \(YAMLText.scalar(link.name)): \(target(link, in: table))",
            subject: .init(entity: table.entity, property: link.name))
    }

    func link(_ pair: Pair) -> [DraftLine] {
        let path = "\(pair.source.target.entity).\(pair.name)"
        let subject = DraftLine.Subject(entity: pair.source.target.entity, property: pair.name)
        var lines = [
            DraftLine(text: "  - from: \(YAMLText.scalar(pair.table.survey.name))", subject: subject),
            DraftLine(text: "    relationship: \(YAMLText.scalar(path))"),
            DraftLine(text: "    source: \(target(pair.source, in: pair.table))", subject: subject),
            DraftLine(text: "    target: \(target(pair.target, in: pair.table))", subject: subject),
        ]
        if let order = pair.order {
            lines.append(DraftLine(text: "    order: \(YAMLText.scalar(pair.table.survey.columns[order]))"))
        }
        return lines
    }

    private func target(_ link: ModelLink, in table: ModelTable) -> String {
        if !link.others.isEmpty {
            let columns = [link.column] + link.others.map(\.column)
            let names = ([link.targetColumn] + link.others.map(\.target)).compactMap {
                link.target.attributes[$0]
            }
            let found = names.enumerated().map { $0 == 0 ? "\(link.target.entity).\($1)" : $1 }
            return "{ find: \(ValueGuess.list(found)), "
                + "columns: \(ValueGuess.list(columns.map { table.survey.columns[$0] })), missing: error }"
        }
        let column =
            "column: \(YAMLText.scalar(table.survey.columns[link.column]))"
            + (link.noneWord.map { ", null: \(ValueGuess.list([$0]))" } ?? "")
        if link.targetColumn == link.target.key {
            return "{ keyOf: \(YAMLText.scalar(link.target.entity)), \(column) }"
        }
        let name = link.target.attributes[link.targetColumn] ?? ""
        return "{ find: \(YAMLText.scalar("\(link.target.entity).\(name)")), \(column), missing: error }"
    }

    private static func value(_ column: String, _ options: [(key: String, value: String)]) -> String {
        guard !options.isEmpty else { return YAMLText.scalar(column) }
        let all = ["column: \(YAMLText.scalar(column))"] + options.map { "\($0.key): \($0.value)" }
        return "{ " + all.joined(separator: ", ") + " }"
    }
}
