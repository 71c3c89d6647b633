/// Models in a short notation for tests.
package enum ModelText {
    /// Returns the XML of entities, given one per line:
    /// `Item name! amount:Integer_64 place>Place.items tags>>Tag.photos`. `!` marks required properties, `#` ordered
    /// relationships, `@name,state` is a uniqueness constraint, `<Animal` the parent entity, and `*` an abstract entity.
    package static func xml(_ model: String) -> String {
        model.split(separator: "\n").map { line in
            let words = line.split(separator: " ").map(String.init)
            let entity = words[0]
            let parent = words.first { $0.hasPrefix("<") }.map { " parentEntity=\"\($0.dropFirst())\"" } ?? ""
            let abstract = words.contains("*") ? " isAbstract=\"YES\"" : ""
            let constraints = words.dropFirst().filter { $0.hasPrefix("@") }.map { word in
                "<uniquenessConstraint>"
                    + word.dropFirst().split(separator: ",").map { "<constraint value=\"\($0)\"/>" }.joined()
                    + "</uniquenessConstraint>"
            }.joined()
            let unique =
                constraints.isEmpty ? "" : "<uniquenessConstraints>\(constraints)</uniquenessConstraints>"
            let properties = words.dropFirst().filter { word in
                word != "*" && !["@", "<"].contains(word.first)
            }.map { word -> String in
                let isOrdered = word.hasSuffix("#")
                let plain = isOrdered ? String(word.dropLast()) : word
                let parts = plain.split(separator: ">")
                guard parts.count == 2 else {
                    let isRequired = plain.hasSuffix("!")
                    let halves = plain.filter { $0 != "!" }.split(separator: ":", maxSplits: 1)
                    let type = halves.count == 2 ? halves[1].replacing("_", with: " ") : "String"
                    let array =
                        "attributeType=\"Transformable\" valueTransformerName=\"NSSecureUnarchiveFromData\" "
                        + "customClassName=\"[String]\""
                    return "<attribute name=\"\(halves[0])\" \(isRequired ? "" : "optional=\"YES\"") "
                        + (type == "Array" ? array : "attributeType=\"\(type)\"") + "/>"
                }
                let end = parts[1].split(separator: ".")
                let count = word.contains(">>") ? "toMany=\"YES\"" : "maxCount=\"1\""
                return
                    "<relationship name=\"\(parts[0])\" optional=\"YES\" \(count) "
                    + (isOrdered ? "ordered=\"YES\" " : "")
                    + "destinationEntity=\"\(end[0])\" inverseName=\"\(end[1])\" inverseEntity=\"\(end[0])\"/>"
            }
            return "<entity name=\"\(entity)\"\(parent)\(abstract)>\(properties.joined())\(unique)</entity>"
        }.joined(separator: "\n")
    }
}
