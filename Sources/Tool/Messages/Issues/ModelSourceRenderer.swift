import Files
import ObjectModel

/// Messages about models in source code.
package enum ModelSourceRenderer {
    package static func words(_ problem: ModelSourceIssue.Problem) -> String {
        switch problem {
        case .syntax(let code, let detail): return syntax(code, detail)
        case .unreadable(let words): return words
        case .tooMany(let what, let limit): return "more than \(limit) \(what)"
        case .noSources: return "contains no Swift file"
        case .noModels: return "contains no @Model class"
        case .modelsElsewhere(let places):
            return "contains no @Model class; there are some with " + places.joined(separator: ", ")
        case .modelsUnderCondition(let condition):
            return
                "the only @Model classes are under `#if \(condition)`, which is false in a released app"
        case .damagedProject(let words): return "the project cannot be read: \(words)"
        case .missingMember(let target, let count):
            return count == 1
                ? "the target \(target) has this member, but it is missing"
                : "the target \(target) has \(count) missing members; this is the first"
        case .missingReference: return "a project or workspace refers to it, but it is missing"
        case .outside(let root, let others):
            let rest =
                others == 0
                ? "" : others == 1 ? ", and so is 1 other path" : ", and so are \(others) other paths"
            return "a project may only refer to files in \(root): this path is left out\(rest)"
        case .selfDependency: return "the package depends on itself: the dependency is left out"
        case .unknownType(let name):
            return "the type \(name) is not declared in these sources, and SwiftData is not known to store "
                + "it: \(beside)"
        case .ambiguousType(let name, let locations):
            return "\(name) may mean any of \(locations.joined(separator: ", ")): use a folder with only "
                + "one of them"
        case .notModel(let name): return "\(name) is not a @Model class"
        case .notStorable(let what): return "\(what) cannot be stored"
        case .unknownForm(let what):
            return "it is not known how SwiftData stores \(what): \(beside); "
                + "any device that ran the app has one (docs/start/swiftdata.md#a-store-without-a-mac)"
        case .noType:
            return "its type cannot be inferred from its value: add it to the declaration, or "
                + beside
        case .unknownMacro(let name): return "@\(name) before a stored property is unknown: \(beside)"
        case .unknownOption(let what): return "\(what) is an unknown option here"
        case .badInverse(let path): return "\(path) is not a relationship back to this class"
        case .conflictingInverse(let other):
            return
                "\(other) is also the inverse of another relationship, and it is not known which of the two "
                + "SwiftData uses: zseed uses the other, and this one has no inverse; decide with "
                + "--beside STORE, or remove one `inverse:`"
        case .unknownKeyPath(let path): return "\(path) is not a property of the class itself"
        case .duplicateEntity(let locations):
            return "several classes would be entities with the same name: "
                + "\(locations.joined(separator: ", ")); "
                + "choose with --models or --schema, or " + elsewhere
        case .openInverse(let others, let reason): return inverse(others, reason)
        case .analogy(let what):
            return "no known store has \(what): its form is assumed from similar ones"
        case .condition(let condition, let holds):
            return "depends on `#if \(condition)`, which is assumed to be \(holds ? "true" : "false")"
        case .launchDefault(let type):
            return "its value is set when the app creates the object, so the seed has no default for it "
                + "(\(type))"
        case .seedDefault(let type):
            return "its default is used for rows but is left out of the model cache, where its form is "
                + "unknown (\(type))"
        case .computed(let what, let taken):
            return "\(what) computed, which zseed does not evaluate: \(taken)"
        case .leftOut(let warning): return IssueRenderer.words(warning)
        case .otherHash: return "its version hash differs from that in the given store"
        case .chosen(let entities, let evidence):
            return "the models are \(entities.joined(separator: ", ")): \(words(evidence))"
        case .settled(let store): return "as in \(store)"
        case .unknownName(let name, let available):
            return "there is no '\(name)'"
                + (available.isEmpty ? "" : "; there are \(available.joined(separator: ", "))")
        case .ambiguousName(let name, let candidates):
            // Options cannot choose between candidates with the same name.
            let names = Set(candidates.map { $0.split(separator: " ").first ?? "" })
            return "'\(name)' may be any of \(candidates.joined(separator: ", ")): choose "
                + (names.count == candidates.count ? "with --models or --schema, or " : "") + elsewhere
        case .ambiguousTarget(let names):
            return names.isEmpty
                ? "no target has models, and there is not exactly one application: choose with --target NAME"
                : "several targets have models: choose with --target "
                    + names.map(quoted).joined(separator: " or --target ")
        case .ambiguousProject(let target, let paths):
            return "several projects have a target '\(target)': use one of them, "
                + paths.map(quoted).joined(separator: " or ")
        case .unknownTarget(let name, let available):
            return "there is no target '\(name)'"
                + (available.isEmpty ? "" : "; there are \(available.joined(separator: ", "))")
        case .noTargets: return "is neither a project nor a package, so --target cannot be used"
        case .severalModels(let paths, let hasClasses):
            return "has several models: use one of them, \(paths.joined(separator: ", "))"
                + (hasClasses ? ", or choose among its @Model classes with --models or --schema" : "")
        case .target(let name): return "the target is \(name)"
        case .equalTargets(let names):
            return "the targets \(names.joined(separator: ", ")) have the same model: the target is "
                + (names.first ?? "")
        case .strayContainer(let models):
            return
                "this container, which opens \(models.joined(separator: ", ")), is ignored, because the app "
                + "has one with "
                + "a schema; choose it with --models \(models.joined(separator: ","))"
        case .sharedClass(let other, let taken):
            return
                "its class is in several schemas, and the declared destination is \(other): zseed uses "
                + "\(taken) of this schema, because relationships refer to entities by name; it is not known "
                + "whether SwiftData does, too"
        case .ambiguousChoice(let choices):
            let lines = choices.map { "\($0.option) (\(words($0.evidence)))" }
            return "the source has several sets of models: choose with "
                + lines.joined(separator: " or ")
        }
    }

    private static let elsewhere =
        "a target of the app's project or package with --target, or a folder with one of them"

    /// Returns an argument as written in a shell.
    private static func quoted(_ text: String) -> String {
        text.contains(where: { !$0.isLetter && !$0.isNumber && !"-_./".contains($0) }) ? "'\(text)'" : text
    }

    private static let beside = "pass a store that the app created with --beside STORE"

    private static func words(_ evidence: ModelSourceIssue.Evidence) -> String {
        switch evidence {
        case .given: "chosen by name, with their related models"
        case .givenSchema(let name): "those of \(name), chosen by name"
        case .call(let name, let location): "\(name) at \(location)"
        case .alias(let name, let schema): "the type alias \(name) makes \(schema) the current one"
        case .migrationPlan(let name, let schema): "\(schema) is the last schema of \(name)"
        case .latestSchema(let names):
            names.count == 1
                ? "\(names[0]) is the latest versioned schema"
                : "the latest versioned schemas are \(names.joined(separator: ", "))"
        case .all: "all @Model classes, because the source does not select any"
        }
    }

    private static func inverse(
        _ others: String, _ reason: ModelSourceIssue.InverseReason
    ) -> String {
        let why =
            switch reason {
            case .mixed: "one has @Relationship, the other has not"
            case .annotated: "both have @Relationship"
            case .several: "several candidates exist"
            case .selfReference: "both lead to the class itself"
            case .optionalToMany: "the to-many side is optional"
            }
        return "the source does not determine whether it and \(others) are inverses of each other (\(why)), "
            + "on which the version hash and tables depend; add `inverse:` to the source, or decide with "
            + "--beside STORE or --inverses inferred or declared"
            + reading(reason)
    }

    /// Returns how an ambiguous pair of relationships is interpreted.
    private static func reading(_ reason: ModelSourceIssue.InverseReason) -> String {
        switch reason {
        case .mixed: "; assumed not to be, as in the only known store"
        case .annotated:
            "; otherwise assumed to be inverses, as in older stores: in version hashes of 2026 they are not"
        case .several, .selfReference, .optionalToMany: ""
        }
    }

    private static func syntax(_ code: String, _ detail: String) -> String {
        switch code {
        case "notUTF8": "has bytes that are not UTF-8: the file is left out"
        case "tooLong": "is longer than \(detail) bytes: the file is left out"
        case "tooDeep": "is nested more than \(detail) levels deep: it is left out"
        case "openComment": "the comment is not closed: the file is left out"
        case "openString": "the string is not closed: the file is left out"
        case "openRegex": "the regular expression is not closed: the file is left out"
        case "openBracket": "the bracket \(detail) is never closed: the file is left out"
        case "strayBracket": "the bracket \(detail) was never opened: the file is left out"
        case "unbalancedCondition": "#if and #endif do not match"
        case "conflictMarker": "unresolved merge conflict: the file is left out"
        default: "\(detail) is missing: this part is left out"
        }
    }
}

extension IssueDescription {
    package init(_ issue: ModelSourceIssue) {
        let subject =
            switch (issue.entity, issue.property) {
            case (let entity?, let property?): "\(entity).\(property): "
            case (let entity?, nil): "\(entity): "
            default: ""
            }
        self.init(
            path: issue.path, line: issue.line, column: issue.column,
            reason: IssueCode(issue.problem), entity: issue.entity, property: issue.property,
            message: subject + ModelSourceRenderer.words(issue.problem))
    }
}
