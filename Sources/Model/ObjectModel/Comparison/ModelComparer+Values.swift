extension PropertyDescription {
    /// The kind of the property in differences.
    var kind: ModelDifference.PropertyKind {
        switch self {
        case .attribute: .attribute
        case .relationship: .relationship
        case .fetchedProperty: .fetchedProperty
        }
    }
}

extension ModelDifference.Value {
    static func of(_ text: String?) -> Self { text.map { .text($0) } ?? .absent }
    static func of(_ number: Int?) -> Self { number.map { .number($0) } ?? .absent }
    static func of(_ value: PropertyValue?) -> Self { of(value.map { ModelComparer.text(of: $0) }) }
    static func of(_ userInfo: UserInfo) -> Self {
        .list(userInfo.entries.map { "\($0.key) = \(ModelComparer.text(of: $0.value))" })
    }
    static func of(_ request: FetchRequestTemplate?) -> Self {
        of(request.map { ModelComparer.text(of: $0) })
    }
}

extension ModelComparer {
    /// Returns a value as an app developer would write it.
    static func text(of value: PropertyValue) -> String {
        switch value {
        case .bool(let flag): flag ? "YES" : "NO"
        case .integer(let number): String(number)
        case .double(let number): String(number)
        case .decimal(let text): text
        case .string(let text): FormatPrinter.quoted(text)
        case .date(let seconds): ISO8601Text.shown(referenceSeconds: seconds)
        case .data(let bytes): FormatPrinter.text(of: .data(bytes))
        case .uuid(let bytes): FormatPrinter.text(of: .uuid(bytes))
        case .uri(let text): text
        case .array(let elements): "(" + elements.map { text(of: $0) }.joined(separator: ", ") + ")"
        case .dictionary(let entries):
            "{"
                + entries.entries.map { "\($0.key) = \(text(of: $0.value))" }
                .joined(separator: ", ") + "}"
        case .object(let className): "an object of class \(className)"
        case .null: "nil"
        }
    }

    static func text(of request: FetchRequestTemplate) -> String {
        var parts = [request.entityName]
        if let predicate = request.predicate { parts.append("WHERE \(predicate.format)") }
        let sorting = request.sortDescriptors.map {
            "\($0.key) \($0.isAscending ? "ascending" : "descending")"
                + ($0.selector == "compare:" ? "" : " by \($0.selector)")
        }
        if !sorting.isEmpty { parts.append("ORDER BY " + sorting.joined(separator: ", ")) }
        if request.fetchLimit != 0 { parts.append("LIMIT \(request.fetchLimit)") }
        if request.fetchOffset != 0 { parts.append("OFFSET \(request.fetchOffset)") }
        if request.fetchBatchSize != 0 { parts.append("batch size \(request.fetchBatchSize)") }
        if request.resultType != .managedObject { parts.append("as \(request.resultType)") }
        if !request.includesSubentities { parts.append("without subentities") }
        if !request.includesPropertyValues { parts.append("without property values") }
        if !request.returnsObjectsAsFaults { parts.append("without faults") }
        if request.returnsDistinctResults { parts.append("distinct") }
        if !request.propertiesToFetch.isEmpty {
            parts.append("properties " + request.propertiesToFetch.joined(separator: ", "))
        }
        if !request.relationshipKeyPathsForPrefetching.isEmpty {
            let paths = request.relationshipKeyPathsForPrefetching
            parts.append("prefetching " + paths.joined(separator: ", "))
        }
        return parts.joined(separator: " ")
    }

    static func text(of index: FetchIndexDescription) -> String {
        let elements = index.elements.map { element in
            let target =
                switch element.target {
                case .property(let name): name
                case .expression(let expression, let type):
                    "\(expression.format) as \(type.xcodeName)"
                }
            return target + (element.isAscending ? "" : " descending")
                + (element.collationType == .rTree ? " (R-tree)" : "")
        }
        let condition = index.partialIndexPredicate.map { " WHERE \($0.format)" } ?? ""
        return "\(index.name) (\(elements.joined(separator: ", ")))\(condition)"
    }

    /// Returns an element of a composite with everything that can differ in it.
    static func text(of element: AttributeDescription) -> String {
        var parts = ["\(element.name): \(element.type.xcodeName)"]
        if element.isOptional { parts.append("optional") }
        if element.isTransient { parts.append("transient") }
        if let value = element.defaultValue { parts.append("default \(text(of: value))") }
        if let modifier = element.versionHashModifier { parts.append("modifier \(modifier)") }
        if let name = element.valueTransformerName { parts.append("transformer \(name)") }
        if let name = element.attributeValueClassName { parts.append("class \(name)") }
        if element.allowsExternalBinaryDataStorage { parts.append("stored externally") }
        if element.preservesValueInHistoryOnDeletion { parts.append("preserved in history") }
        if element.isComposite {
            parts.append("{" + element.elements.map { text(of: $0) }.joined(separator: "; ") + "}")
        }
        return parts.joined(separator: " ")
    }
}
