import ObjectModel

/// The R-tree over the two coordinates of a location, which private user info of Apple's own models
/// asks for, with the triggers that fill it (SPEC 5).
struct LocationTreeSQL {
    let schema: StoreSchema

    /// The key of the user info; its value names the attributes, separated by commas.
    static let userInfoKey = "_NSLocationAttributeDerivedComponents"

    /// The R-tree and its triggers; none where the attribute has no such user info.
    func objects(
        for attribute: AttributeDescription, of entity: EntityDescription
    ) -> [SchemaObject] {
        guard let components = attribute.userInfo.value(forKey: Self.userInfoKey)?.stringValue,
            let table = schema.table(of: entity)?.name.schemaName
        else { return [] }
        let names = components.split(separator: ",").map { part in
            String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }
        let columns = names.compactMap { schema.indexedColumn($0, of: entity)?.schemaName }
        guard columns.count == names.count, let first = columns.first else { return [] }
        let tree = "Z_RT_\(entity.name)_boundedByRect"
        let bounds = columns.map { "\($0)_MIN FLOAT, \($0)_MAX FLOAT" }.joined(separator: ", ")
        let edges = columns.map { "\($0)_MIN, \($0)_MAX" }.joined(separator: ", ")
        let values = (["NEW.\(first) ,NEW.\(first)"]
            + columns.dropFirst().map { "NEW.\($0), NEW.\($0)" }).joined(separator: ", ")
        let target = "INTO \(tree) (Z_PK, \(edges)) VALUES (NEW.Z_PK, \(values)) ;"
        func trigger(_ event: String, _ body: String) -> SchemaObject {
            let name = "\(tree)_\(event)"
            return SchemaObject(
                .trigger, name,
                "CREATE TRIGGER \(name) AFTER \(event) ON \(table) FOR EACH ROW BEGIN \(body) END")
        }
        return [
            SchemaObject(
                .table, tree,
                "CREATE VIRTUAL TABLE \(tree) USING RTREE (Z_PK INTEGER PRIMARY KEY, \(bounds))"),
            trigger("INSERT", "INSERT OR REPLACE " + target),
            trigger("UPDATE", "DELETE FROM \(tree) WHERE Z_PK = NEW.Z_PK ; INSERT " + target),
            trigger("DELETE", "DELETE FROM \(tree) WHERE Z_PK = OLD.Z_PK ;"),
        ]
    }
}
