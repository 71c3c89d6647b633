import ObjectModel

/// The R-tree over the two coordinates of a location, for which Apple's own models have private user info, with the
/// triggers that fill it (docs/internals/format.md#triggers-and-r-trees).
///
/// The known stores of frameworks 1403 and later with such trees have no triggers, but those stores were migrated in
/// place. With triggers a tree is correct in either case, because they replace rows.
struct LocationTreeSQL {
    let schema: StoreSchema

    /// The key of the user info. Its value names the attributes, separated by commas or, at framework 973, as an
    /// array.
    static let userInfoKey = "_NSLocationAttributeDerivedComponents"

    /// Returns the R-tree and its triggers; none if the attribute has no such user info.
    func objects(
        for attribute: AttributeDescription, of entity: EntityDescription
    ) -> [SchemaObject] {
        guard let components = attribute.userInfo.value(forKey: Self.userInfoKey),
            let names = Self.names(components), let owner = schema.table(of: entity)?.name.schemaName
        else { return [] }
        let columns = names.compactMap { schema.indexedColumn($0, of: entity)?.schemaName }
        guard columns.count == names.count, let first = columns.first else { return [] }
        let tree = "Z_RT_\(entity.name)_boundedByRect"
        let bounds = columns.map { "\($0)_MIN FLOAT, \($0)_MAX FLOAT" }.joined(separator: ", ")
        let edges = columns.map { "\($0)_MIN, \($0)_MAX" }.joined(separator: ", ")
        let values =
            (["NEW.\(first) ,NEW.\(first)"]
            + columns.dropFirst().map { "NEW.\($0), NEW.\($0)" }).joined(separator: ", ")
        let target = "INTO \(tree) (Z_PK, \(edges)) VALUES (NEW.Z_PK, \(values)) ;"
        func trigger(_ event: String, _ body: String) -> SchemaObject {
            let name = "\(tree)_\(event)"
            return SchemaObject(
                .trigger, name,
                "CREATE TRIGGER \(name) AFTER \(event) ON \(owner) FOR EACH ROW BEGIN \(body) END")
        }
        let table = SchemaObject(
            .table, tree,
            "CREATE VIRTUAL TABLE \(tree) USING RTREE (Z_PK INTEGER PRIMARY KEY, \(bounds))")
        return [
            table,
            trigger("INSERT", "INSERT OR REPLACE " + target),
            trigger("UPDATE", "DELETE FROM \(tree) WHERE Z_PK = NEW.Z_PK ; INSERT " + target),
            trigger("DELETE", "DELETE FROM \(tree) WHERE Z_PK = OLD.Z_PK ;"),
        ]
    }

    /// Returns the attributes that a value of the user info names; nil if it names none.
    private static func names(_ components: PropertyValue) -> [String]? {
        switch components {
        case .string(let text):
            text.split(separator: ",").map { part in
                String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
            }
        case .array(let parts): parts.compactMap(\.stringValue)
        default: nil
        }
    }
}
