/// The XML of entities in a model, with common defaults.
package enum EntityXML {
    package static func attribute(_ name: String, _ type: String = "String") -> String {
        "<attribute name=\"\(name)\" optional=\"YES\" attributeType=\"\(type)\"/>"
    }

    /// Returns uniqueness constraints, one for each name.
    package static func unique(_ names: String...) -> String {
        let constraints = names.map {
            "<uniquenessConstraint><constraint value=\"\($0)\"/></uniquenessConstraint>"
        }
        return "<uniquenessConstraints>\(constraints.joined())</uniquenessConstraints>"
    }

    package static func link(
        _ name: String, _ target: String, _ inverse: String?, isToMany: Bool = false, isOrdered: Bool = false,
        isOptional: Bool = true, rule: String = "Nullify"
    ) -> String {
        "<relationship name=\"\(name)\" \(isOptional ? "optional=\"YES\" " : "")"
            + (isToMany ? "toMany=\"YES\" " : "maxCount=\"1\" ") + (isOrdered ? "ordered=\"YES\" " : "")
            + "deletionRule=\"\(rule)\" destinationEntity=\"\(target)\""
            + (inverse.map { " inverseName=\"\($0)\" inverseEntity=\"\(target)\"" } ?? "") + "/>"
    }

    package static func entity(_ name: String, _ properties: String..., parent: String? = nil) -> String {
        "<entity name=\"\(name)\"\(parent.map { " parentEntity=\"\($0)\"" } ?? "")>"
            + properties.joined() + "</entity>\n"
    }
}
