extension ArchivedModelReader {
    /// A predicate that Core Data only needs when it saves or fetches: one that cannot be
    /// understood is left out with a warning.
    mutating func optionalPredicate(_ value: PropertyList?, usedBy user: String) -> Predicate? {
        do {
            return try archive.predicate(value)
        } catch let error as ModelError {
            warnings.append(.predicateLeftOut(usedBy: user, problem: error.problem))
        } catch {
            warnings.append(
                .predicateLeftOut(usedBy: user, problem: .malformed("\(error)")))
        }
        return nil
    }

    /// A predicate that decides about the schema: one that cannot be understood is an error.
    func predicate(_ value: PropertyList?, usedBy user: String) throws -> Predicate? {
        do {
            return try archive.predicate(value)
        } catch let error as ModelError {
            throw Self.naming(user, in: error)
        }
    }

    /// An expression that decides about the schema or the version hash.
    func expression(_ value: PropertyList?, usedBy user: String) throws -> Expression? {
        do {
            return try archive.expression(value)
        } catch let error as ModelError {
            throw Self.naming(user, in: error)
        }
    }

    private static func naming(_ user: String, in error: ModelError) -> ModelError {
        guard case .unknownValue(let value, let kind, _) = error.problem else { return error }
        return ModelError(.unknownValue(value, of: kind, usedBy: user))
    }
}
