import ObjectModel

extension IssueRenderer {
    /// One line for a file that holds no usable model.
    func line(_ error: ModelError) -> String {
        let numbers = [error.line, error.line == nil ? nil : error.column].compactMap(\.self)
        let place = ([error.path ?? "the model"] + numbers.map(String.init)).joined(separator: ":")
        return "\(place): error: \(Self.words(error.problem))"
    }

    /// What is wrong with a model, in words.
    static func words(_ problem: ModelError.Problem) -> String {
        switch problem {
        case .duplicateEntity(let name): "the model has two entities `\(name)`"
        case .duplicateProperty(let entity, let property):
            "\(entity) has two properties `\(property)`"
        case .unknownSuperentity(let entity, let superentity):
            "\(entity) inherits from `\(superentity)`, which the model does not have"
        case .inheritanceCycle(let entity): "\(entity) inherits from itself"
        case .inheritanceTooDeep(let entity, let limit):
            "\(entity) inherits over more than \(limit) levels"
        case .unknownDestination(let entity, let relationship, let destination):
            "\(entity).\(relationship) leads to `\(destination)`, which the model does not have"
        case .unknownInverse(let entity, let relationship, let destination, let inverse):
            "\(entity).\(relationship) has the inverse `\(inverse)`, "
                + "which \(destination) does not have"
        case .unknownProperty(let entity, let property, let user):
            "\(user) names `\(property)`, which \(entity) does not have"
        case .unknownEntity(let name, let user):
            "\(user) names the entity `\(name)`, which the model does not have"
        case .tooMany(let what, let limit): "has more than \(limit) \(what)"
        case .unknownValue(let value, let what, let user):
            "`\(value)` is no \(what) (\(user))"
        case .missing(let part, let user): "`\(part)` is missing (\(user))"
        case .badFormat(let text, let user, let reason):
            "`\(text)` cannot be understood (\(user)): \(reason)"
        case .malformed(let words): "is no readable model: \(words)"
        case .noModel(let words): "holds no model: \(words)"
        case .unreadable(let words): words
        }
    }
}
