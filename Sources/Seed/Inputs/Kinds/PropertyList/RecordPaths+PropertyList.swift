import ObjectModel

extension RecordPaths {
    /// Finds the arrays of dictionaries in a property list.
    static func propertyList(_ root: PropertyList) -> RecordPaths {
        var found = RecordPaths()
        found.read(root, at: [], isElement: false)
        if case .dictionary(let entries) = root {
            found.isRootObject = true
            found.hasRootValues = entries.values.contains { !$0.isContainer }
        }
        found.sort()
        return found
    }

    // The nesting of property lists is limited when they are read.
    private mutating func read(_ value: PropertyList, at path: [String], isElement: Bool) {
        switch value {
        case .dictionary(let entries):
            if isElement { add(path) }
            for (key, value) in entries.sorted(by: { $0.key < $1.key })
            where !key.isEmpty && !key.contains(".") && key != RecordOptions.eachValue {
                read(value, at: path + [key], isElement: false)
            }
        case .array(let elements) where !isElement:
            for element in elements { read(element, at: path, isElement: true) }
        default: break
        }
    }
}
