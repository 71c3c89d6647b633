/// Names for entities and properties, after those of tables and columns, as Core Data and Swift allow them.
struct ModelNames {
    /// What `NSObject`, `NSManagedObject` and SwiftData's models have already, and words of Swift.
    private static let reservedProperties: Set<String> = [
        "class", "copy", "debugDescription", "deleted", "description", "entity", "fault", "faultingState",
        "hasChanges",
        "hash", "hashValue", "init", "inserted", "isDeleted", "isFault", "isInserted", "isProxy", "isUpdated",
        "managedObjectContext", "modelContext", "objectID", "persistentBackingData", "persistentModelID",
        "self",
        "superclass", "updated", "validateForDelete", "zone",
        "any", "as", "associatedtype", "break", "case", "catch", "continue", "default", "defer", "deinit",
        "do",
        "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if",
        "import",
        "in", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol",
        "public", "repeat", "rethrows", "return", "static", "struct", "subscript", "super", "switch", "throw",
        "throws", "true", "try", "type", "typealias", "var", "where", "while",
    ]
    /// Types that an app's classes of the same name would hide, or cannot be called like.
    private static let reservedEntities: Set<String> = [
        "Any", "Array", "Bool", "Character", "Data", "Date", "Decimal", "Dictionary", "Double", "Error",
        "Float", "Int",
        "Never", "Notification", "Optional", "Protocol", "Result", "Self", "Set", "String", "Type", "URL",
        "UUID", "Void",
    ]

    private var taken: Set<String> = []

    /// A free name for an entity whose objects a table has: `film_actors` becomes `FilmActor`.
    mutating func entity(_ table: String) -> String {
        var words = NameMatch.words(table)
        if words.count > 1, ["tbl", "tab", "table", "t", "dim"].contains(words[0]) { words.removeFirst() }
        if let last = words.popLast() { words.append(Plurals.singular(last)) }
        var name = words.map(Self.capitalized).joined()
        if name.first?.isLetter != true { name = "Table" + name }
        if Self.reservedEntities.contains(name) { name += "Record" }
        return free(name)
    }

    /// A free name for a property of an entity: `last_name` becomes `lastName`.
    mutating func property(_ column: String, of entity: String) -> String {
        let name = Self.camel(NameMatch.words(NameMatch.withoutUnit(column)))
        return property(named: name, of: entity)
    }

    /// The same of a name that is one already.
    mutating func property(named given: String, of entity: String) -> String {
        var name = given
        if name.first?.isLetter != true { name = "column" + name }
        // A word that means something else is told apart by its owner: `film.description`.
        if Self.reservedProperties.contains(name) {
            name = Self.lowercased(entity) + Self.capitalized(name)
        }
        return free(name)
    }

    /// Whether nothing has the name.
    func isFree(_ name: String) -> Bool { !taken.contains(name.lowercased()) }

    private mutating func free(_ name: String) -> String {
        var result = name
        var number = 2
        while !taken.insert(result.lowercased()).inserted {
            result = name + String(number)
            number += 1
        }
        return result
    }

    // MARK: Words

    static func camel(_ words: [String]) -> String {
        guard let first = words.first else { return "" }
        return first + words.dropFirst().map(capitalized).joined()
    }

    static func capitalized(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }

    static func lowercased(_ name: String) -> String { name.prefix(1).lowercased() + name.dropFirst() }
}
