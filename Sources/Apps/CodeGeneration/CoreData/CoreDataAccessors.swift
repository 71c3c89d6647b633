import ObjectModel

/// The methods of a Core Data class that add objects to a to-many relationship and remove them.
struct CoreDataAccessors {
    private let relationship: RelationshipDescription
    private let owner: String
    private let classes: ClassNames

    init(_ relationship: RelationshipDescription, owner: String, classes: ClassNames) {
        self.relationship = relationship
        self.owner = owner
        self.classes = classes
    }

    func lines() -> [String] {
        let title = SwiftName.capitalized(SwiftName.identifier(relationship.name))
        let type =
            relationship.destinationEntityName.map { classes.name(of: $0) }
            ?? classes.type("NSManagedObject", of: "CoreData")
        let set = classes.type(relationship.isOrdered ? "NSOrderedSet" : "NSSet", of: "Foundation")
        var methods: [(selector: String, signature: String)] = []
        if relationship.isOrdered {
            let int = classes.type("Int", of: "Swift")
            let indexes = classes.type("NSIndexSet", of: "Foundation")
            methods += [
                (
                    "insertObject:in\(title)AtIndex:",
                    "insertInto\(title)(_ value: \(type), at idx: \(int))"
                ),
                ("removeObjectFrom\(title)AtIndex:", "removeFrom\(title)(at idx: \(int))"),
                (
                    "insert\(title):atIndexes:",
                    "insertInto\(title)(_ values: [\(type)], at indexes: \(indexes))"
                ),
                ("remove\(title)AtIndexes:", "removeFrom\(title)(at indexes: \(indexes))"),
                (
                    "replaceObjectIn\(title)AtIndex:withObject:",
                    "replace\(title)(at idx: \(int), with value: \(type))"
                ),
                (
                    "replace\(title)AtIndexes:with\(title):",
                    "replace\(title)(at indexes: \(indexes), with values: [\(type)])"
                ),
            ]
        }
        methods += [
            ("add\(title)Object:", "addTo\(title)(_ value: \(type))"),
            ("remove\(title)Object:", "removeFrom\(title)(_ value: \(type))"),
            ("add\(title):", "addTo\(title)(_ values: \(set))"),
            ("remove\(title):", "removeFrom\(title)(_ values: \(set))"),
        ]
        let bodies = methods.enumerated().flatMap { index, method in
            (index > 0 ? [""] : []) + [
                "    @objc(\(method.selector))",
                "    @NSManaged public func \(method.signature)",
            ]
        }
        return ["// MARK: Generated accessors for \(SwiftName.comment(relationship.name))"]
            + ["extension \(owner) {"] + bodies + ["}"]
    }
}
