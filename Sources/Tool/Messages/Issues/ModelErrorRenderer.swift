import ObjectModel
import StoreFormat

extension IssueRenderer {
    /// Returns the message about an invalid model.
    package static func words(_ problem: ModelError.Problem) -> String {
        switch problem {
        case .duplicateEntity(let name): "two entities are named \(name)"
        case .duplicateProperty(let entity, let property): "\(entity) has two properties named \(property)"
        case .unknownSuperentity(let entity, let superentity):
            "\(entity): its parent entity \(superentity) is not in the model"
        case .inheritanceCycle(let entity): "\(entity) inherits from itself"
        case .inheritanceTooDeep(let entity, let limit):
            "\(entity) inherits through more than \(limit) entities"
        case .unknownDestination(let entity, let relationship, let destination):
            "\(entity).\(relationship): its destination \(destination) is not in the model"
        case .unknownInverse(let entity, let relationship, let destination, let inverse):
            "\(entity).\(relationship): its inverse \(destination).\(inverse) is not in the model"
        case .unknownProperty(let entity, let property, let user):
            "\(user): \(entity) has no property \(property)"
        case .unknownEntity(let entity, let user): "\(user): there is no entity \(entity)"
        case .tooMany(let what, let limit): "more than \(limit) \(what)"
        case .unknownValue(let value, let kind, let user):
            "\(user): '\(printable(value))' is not a valid \(kind)"
        case .unknownVersion(let name, let available):
            "has no version '\(printable(name))'; it has \(available.joined(separator: ", "))"
        case .noCurrentVersion(let available):
            "does not name its current version; it has \(available.joined(separator: ", "))"
        case .lostCurrentVersion(let name, let available):
            "its current version '\(printable(name))' is missing; it has "
                + available.joined(separator: ", ")
        case .noVersions: "is a single model: there is no version to choose"
        case .missing(let part, let user): "\(user): \(part) is missing"
        case .badFormat(let text, let user, let reason):
            "\(user): cannot read '\(printable(text))': \(reason)"
        case .malformed(let words): "is not a readable model: \(words)"
        case .noModel(let words): "contains no model: \(words)"
        case .fileNotFound: "no such file"
        case .unreadable(let words): words
        }
    }

    /// Returns the message of a warning about a model file.
    package static func words(_ warning: ModelWarning) -> String {
        switch warning {
        case .predicateLeftOut(let user, let problem):
            "a predicate of \(user) is left out: \(words(problem))"
        case .strayValue(let text, let attribute, let user):
            "\(attribute): '\(printable(text))' is not a value of its type (\(user))"
        case .unsampledDerivation(let entity, let attribute):
            "\(entity).\(attribute): the version hash of such a derived attribute is unverified; compare it "
                + "with the app's"
        case .declaredHashDiffers(let entity):
            "\(entity): the version hash in the file differs from that of its model"
        case .declaredEntitiesDiffer(let onlyDeclared, let onlyInModel):
            "the file declares version hashes of other entities: "
                + (onlyDeclared.map { "+\($0)" } + onlyInModel.map { "-\($0)" })
                .joined(separator: " ")
        }
    }

    /// Returns the message about a model from which no store can be created.
    package static func words(_ error: StoreCreationError) -> String {
        switch error {
        case .inferredModel: "the store contains no model: create it from the app's model instead"
        case .unsupported(let problems): problems.map(words).joined(separator: "; ")
        case .badFramework(let number): "\(number) is not a framework version"
        case .badUUID(let text): "'\(printable(text))' is not an upper-case UUID"
        }
    }

    /// Returns the message about a part of a model that no store has shown.
    package static func words(_ problem: SchemaProblem) -> String {
        switch problem {
        case .unknownDerivation(let entity, let attribute):
            "\(entity).\(attribute): the triggers of such a derived attribute are unknown; "
                + "use a store of the app as the reference, or add `derivedTriggers: omit` to the plan"
        case .omittedTriggers(let entity, let attribute):
            "\(entity).\(attribute): the store has no triggers for this derived attribute; its value is "
                + "correct now, but does not change when the app changes the values it is derived from"
        case .publishedTrigger(let entity, let attribute):
            "\(entity).\(attribute): its trigger is the published one for now(); it is not known whether "
                + "Core Data creates others as well"
        case .unknownIndex(let entity, let index):
            "\(entity): the index \(index) is left out, because its SQL is unknown"
        case .noColumn(let entity, let index, let property):
            "\(entity): the index \(index) is left out, because \(property) has no column"
        case .uncertainJoinTable(let entity, let relationship, let inverse):
            "\(entity).\(relationship) and .\(inverse): the model does not determine which side names their "
                + "join table; use a store of the app as the reference or with --beside, or add "
                + "`joinTables: guess` to the plan (zseed create --guess-join-tables)"
        case .guessedJoinTable(let entity, let relationship, let inverse):
            "\(entity).\(relationship) and .\(inverse): their join table is named after the first, which is "
                + "a guess; Core Data may expect the name of the other"
        case .uncertainJoinColumns(let entity, let relationships):
            relationships.map { "\(entity).\($0)" }.joined(separator: ", ")
                + ": their inverses have the same name, so Core Data may number the columns of their join "
                + "tables in another order; use a store of the app as the reference, or with --beside"
        case .duplicateName(let name): "two objects of the schema would be named \(name)"
        case .appTriggers(let entity, let property):
            "\(entity).\(property): the app's own triggers are left out"
        }
    }

    /// Returns the message about a part of a model that no file has shown.
    package static func words(_ doubt: ModelJudgement.Doubt) -> String {
        switch doubt {
        case .hash(let entity, let attribute):
            words(ModelWarning.unsampledDerivation(entity: entity, attribute: attribute))
        case .schema(let problem): words(problem)
        case .source(let issue):
            [issue.entity, issue.property].compactMap(\.self).joined(separator: ".") + ": "
                + ModelSourceRenderer.words(issue.problem)
        }
    }

    /// Returns the message about a part that the model cache lacks.
    package static func words(leftOut omission: ModelArchiveError) -> String {
        subject(omission) + " is left out of the model cache"
    }

    /// Returns the message about a model cache that cannot be written.
    package static func words(_ error: ModelArchiveError) -> String {
        subject(error)
            + " has no known form in a model cache: use a store of the app instead of its model"
    }

    private static func subject(_ error: ModelArchiveError) -> String {
        let part =
            switch error.problem {
            case .unknownArchivedForm(let expression): "`\(printable(expression))`"
            case .objectWithoutPlainForm(let name): "an object of class \(printable(name))"
            case .decimalOutOfRange(let text): "the decimal \(text)"
            }
        return "\(error.usedBy): \(part)"
    }
}
