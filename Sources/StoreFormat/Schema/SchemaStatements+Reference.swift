extension SchemaStatements {
    /// The same statements, with what the rules do not know taken from a real store's schema, such
    /// as the triggers of a derived attribute with another kind of expression
    /// (docs/format.md#triggers-and-r-trees).
    func taking(_ reference: [SchemaObject]) -> SchemaStatements {
        var result = self
        for problem in problems {
            let found = reference.filter { Self.answers($0, problem) }
            guard !found.isEmpty else { continue }
            if case .publishedTrigger = problem {
                let own = objects.filter { Self.answers($0, problem) }
                // A store that zseed made shows nothing.
                guard found != own else { continue }
                result.remove(own)
            }
            result.insert(found)
            result.problems.removeAll { $0 == problem }
        }
        return result
    }

    /// The same statements without the triggers that are unknown: what was grave is only told.
    func omittingUnknownTriggers() -> SchemaStatements {
        var result = self
        result.problems = problems.map { problem in
            guard case .unknownDerivation(let entity, let attribute) = problem else {
                return problem
            }
            return .omittedTriggers(entity: entity, attribute: attribute)
        }
        return result
    }

    /// The same statements, with the names of join tables that they have by a guess: what was grave is only
    /// told.
    func guessingJoinTables() -> SchemaStatements {
        var result = self
        result.problems = problems.map { problem in
            guard case .uncertainJoinTable(let entity, let relationship, let inverse) = problem else {
                return problem
            }
            return .guessedJoinTable(entity: entity, relationship: relationship, inverse: inverse)
        }
        return result
    }

    /// The indexes of the model that no rule gives the text of, and that a store lacks.
    package func missingIndexes(in store: [SchemaObject]) -> [SchemaProblem] {
        problems.filter { problem in
            guard case .unknownIndex(let entity, let index) = problem else { return false }
            return !store.contains { object in
                object.name.hasSuffix("_\(entity)_\(index)")
                    && (object.kind == .index || object.sql.uppercased().contains("USING RTREE"))
            }
        }
    }

    private static func answers(_ object: SchemaObject, _ problem: SchemaProblem) -> Bool {
        switch problem {
        case .unknownDerivation(let entity, let attribute), .publishedTrigger(let entity, let attribute):
            object.kind == .trigger && object.sql.hasPrefix("CREATE TRIGGER ")
                && object.name.hasPrefix("Z_DA_")
                && object.name.contains("_\(entity)_\(attribute)_")
        case .unknownIndex(let entity, let index):
            object.kind == .index && object.sql.hasPrefix("CREATE INDEX ")
                && object.name == "Z_\(entity)_\(index)"
        case .omittedTriggers, .noColumn, .uncertainJoinTable, .guessedJoinTable,
            .uncertainJoinColumns, .duplicateName, .appTriggers:
            false
        }
    }
}
