extension SchemaStatements {
    /// Returns the statements with the parts that the rules do not define taken from a real store's schema, such as
    /// the triggers of a derived attribute with another kind of expression
    /// (docs/internals/format.md#triggers-and-r-trees).
    func taking(_ reference: [SchemaObject]) -> SchemaStatements {
        var result = self
        for problem in problems {
            let found = reference.filter { Self.answers($0, problem) }
            guard !found.isEmpty else { continue }
            if case .publishedTrigger = problem {
                let own = objects.filter { Self.answers($0, problem) }
                // A store that zseed created is no evidence.
                guard found != own else { continue }
                result.remove(own)
            }
            result.insert(found)
            result.problems.removeAll { $0 == problem }
        }
        return result
    }

    /// Returns the statements with unknown triggers marked as left out, so that they do not prevent the creation.
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

    /// Returns the statements with guessed names of join tables marked as accepted, so that they do not prevent the
    /// creation.
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

    /// Returns the indexes of the model whose text no rule defines, and that a store lacks.
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
