/// Names for entities and properties that Core Data and Swift allow, made from the names of tables and
/// columns.
struct ModelNames {
    /// Members of `NSObject`, `NSManagedObject` and SwiftData models, and keywords of Swift.
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
    /// Types that a class of the same name would hide, and names that no class can have.
    private static let reservedEntities: Set<String> = [
        "Any", "Array", "Bool", "Character", "Data", "Date", "Decimal", "Dictionary", "Double", "Error",
        "Float", "Int",
        "Never", "Notification", "Optional", "Protocol", "Result", "Self", "Set", "String", "Type", "URL",
        "UUID", "Void",
    ]

    private var taken: Set<String>

    /// - Parameter names: names that are already in use.
    init(taking names: [String] = []) { taken = Set(names.map { $0.lowercased() }) }

    /// Returns a free name for a table's entity. For example, `film_actors` becomes `FilmActor`.
    mutating func entity(_ table: String) -> String {
        var words = NameMatch.words(table)
        if words.count > 1, ["tbl", "tab", "table", "t", "dim"].contains(words[0]) { words.removeFirst() }
        if let last = words.popLast() { words.append(Plurals.singular(last)) }
        var name = words.map(Self.capitalized).joined()
        if name.first?.isLetter != true { name = "Table" + name }
        if Self.reservedEntities.contains(name) { name += "Record" }
        return free(name)
    }

    /// Returns a free name for a property of an entity. For example, `last_name` becomes `lastName`.
    mutating func property(_ column: String, of entity: String) -> String {
        let name = Self.camel(NameMatch.words(NameMatch.withoutUnit(column)))
        return property(named: name, of: entity)
    }

    /// Returns a free name for a property whose preferred name is already in camel case.
    mutating func property(named given: String, of entity: String) -> String {
        var name = given
        if name.first?.isLetter != true { name = "column" + name }
        // A reserved word gets the entity as a prefix, such as `filmDescription`.
        if Self.reservedProperties.contains(name) {
            name = Self.lowercased(entity) + Self.capitalized(name)
        }
        return free(name)
    }

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
