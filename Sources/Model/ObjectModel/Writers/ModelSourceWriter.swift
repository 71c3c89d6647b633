/// Writes a model as the XML of Xcode's model editor.
struct ModelSourceWriter {
    let model: ManagedObjectModel
    let generatesClasses: Bool
    var xml = XMLTextWriter()

    mutating func write() throws(ModelSourceError) -> String {
        try xml.begin(
            "model",
            [
                ("type", "com.apple.IDECoreDataModeler.DataModel"), ("documentVersion", "1.0"),
                ("lastSavedToolsVersion", "22225"), ("systemVersion", "23B74"),
                ("minimumToolsVersion", "Automatic"), ("sourceLanguage", "Swift"),
                ("userDefinedModelVersionIdentifier", model.versionIdentifiers.first ?? ""),
            ])
        for entity in model.entities.sortedInBinaryOrder(by: { $0.name }) { try write(entity) }
        for template in model.fetchRequestTemplates { try write(template, name: template.name) }
        for name in model.configurationNames {
            try xml.begin("configuration", [("name", name)])
            for member in model.configurations[name] ?? [] {
                try xml.element("memberEntity", [("name", member)])
            }
            xml.end()
        }
        xml.end()
        return xml.text
    }

    /// Returns `YES` for a flag that is set, and nil, which is not written, otherwise.
    static func yes(_ flag: Bool) -> String? { flag ? "YES" : nil }

    mutating func write(_ entity: EntityDescription) throws(ModelSourceError) {
        try xml.begin(
            "entity",
            [
                ("name", entity.name),
                ("representedClassName", entity.managedObjectClassName),
                ("isAbstract", Self.yes(entity.isAbstract)),
                ("parentEntity", entity.superentityName),
                ("elementID", entity.renamingIdentifier),
                ("versionHashModifier", entity.versionHashModifier),
                (
                    "coreSpotlightDisplayNameExpression",
                    entity.coreSpotlightDisplayNameExpression?.format
                ),
                ("syncable", "YES"), ("codeGenerationType", generatesClasses ? "class" : nil),
            ])
        for attribute in entity.ownAttributes { try write(attribute) }
        for relationship in entity.ownRelationships { try write(relationship) }
        for property in entity.ownFetchedProperties { try write(property) }
        let indexes = SourceIndexes(of: entity)
        for index in indexes.fetchIndexes { try write(index) }
        if !indexes.compoundIndexes.isEmpty {
            try xml.begin("compoundIndexes")
            for names in indexes.compoundIndexes { try write(names, item: "compoundIndex", name: "index") }
            xml.end()
        }
        try write(constraints: entity.uniquenessConstraints)
        try write(entity.userInfo)
        xml.end()
    }

    mutating func write(constraints: [[String]]) throws(ModelSourceError) {
        guard !constraints.isEmpty else { return }
        try xml.begin("uniquenessConstraints")
        for names in constraints { try write(constraint: names) }
        xml.end()
    }

    mutating func write(constraint names: [String]) throws(ModelSourceError) {
        try write(names, item: "uniquenessConstraint", name: "constraint")
    }

    private mutating func write(
        _ names: [String], item: String, name: String
    ) throws(ModelSourceError) {
        try xml.begin(item)
        for value in names { try xml.element(name, [("value", value)]) }
        xml.end()
    }

    /// Writes user info. The format supports texts only.
    mutating func write(_ userInfo: UserInfo) throws(ModelSourceError) {
        let entries = userInfo.entries.filter { $0.value.stringValue != nil }
        guard !entries.isEmpty else { return }
        try xml.begin("userInfo")
        for entry in entries {
            try xml.element("entry", [("key", entry.key), ("value", entry.value.stringValue)])
        }
        xml.end()
    }

    private mutating func write(_ index: FetchIndexDescription) throws(ModelSourceError) {
        try xml.begin(
            "fetchIndex",
            [
                ("name", index.name),
                ("partialIndexPredicate", index.partialIndexPredicate?.format),
            ])
        for element in index.elements {
            let target: [XMLTextWriter.Attribute] =
                switch element.target {
                case .property(let name): [("property", name)]
                case .expression(let expression, let type):
                    [("expression", expression.format), ("expressionType", type.xcodeName)]
                }
            try xml.element(
                "fetchIndexElement",
                target + [
                    ("type", element.collationType == .rTree ? "RTree" : "Binary"),
                    ("order", element.isAscending ? "ascending" : "descending"),
                ])
        }
        xml.end()
    }

    /// Writes a fetch request template, or the request of a fetched property.
    mutating func write(
        _ request: FetchRequestTemplate, name: String
    ) throws(ModelSourceError) {
        func number(_ value: Int) -> String? { value == 0 ? nil : String(value) }
        try xml.element(
            "fetchRequest",
            [
                ("name", name), ("entity", request.entityName),
                ("predicateString", request.predicate?.format),
                ("fetchLimit", number(request.fetchLimit)),
                ("fetchBatchSize", number(request.fetchBatchSize)),
                ("resultType", number(request.resultType.rawValue)),
                ("includeSubentities", request.includesSubentities ? nil : "NO"),
                ("includePropertyValues", request.includesPropertyValues ? nil : "NO"),
                ("returnObjectsAsFaults", request.returnsObjectsAsFaults ? nil : "NO"),
                ("returnDistinctResults", Self.yes(request.returnsDistinctResults)),
            ])
    }
}
