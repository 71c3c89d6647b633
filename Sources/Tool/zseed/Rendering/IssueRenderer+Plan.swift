import Inputs

extension IssueRenderer {
    /// Returns the message about a plan.
    func words(_ reason: SeedIssue.Reason.Plan, of issue: SeedIssue) -> String {
        let value = Self.value(of: issue)
        return switch reason {
        case .malformedPlan(let words): "not a seed plan: \(words)"
        case .unknownKey(let key, let nearest):
            "unknown key `\(key)`\(Self.suggestion(nearest))"
        case .missingKey(let key): "the key `\(key)` is missing"
        case .conflictingKeys(let one, let other):
            "`\(one)` and `\(other)` exclude each other"
        case .wrongKind(let expected): "expected \(expected)"
        case .unknownChoice(let choice, let kind, let nearest):
            "`\(choice)` is no value of `\(kind)`\(Self.suggestion(nearest))"
        case .unknownName(let name, .variable, let nearest):
            issue.location.line == nil
                ? "the plan has no `${\(name)}`\(Self.suggestion(nearest))"
                : "`${\(name)}` has no value: say --set \(name)=VALUE\(Self.suggestion(nearest))"
        case .unknownName(let name, .timeZone, nil):
            "unknown time zone `\(name)`: it is named as `Europe/Berlin`, or by its offset, `+01:00`"
        case .unknownName(let name, .locale, nil): "unknown locale `\(name)`: it is named as `de_DE`"
        case .unknownName(let name, let kind, let nearest):
            "unknown \(kind.rawValue) `\(name)`\(Self.suggestion(nearest))"
        case .badVariable:
            "\(value) is no variable: `${NAME}` has a name of letters, digits and `_`, "
                + "and `$${` stands for `${`"
        case .missingTimeZone:
            "dates in this format name no time zone: set `timeZone:` here, at the source "
                + "or at the top of the plan"
        case .badDatePattern(let part):
            "`\(part)` has no meaning in a date pattern: it is written as `dd.MM.yyyy HH:mm`"
        case .badRegularExpression(let pattern): "`\(pattern)` is no regular expression"
        case .badPredicate(let words): "`where`: \(words)"
        case .badTemplate(let text):
            "`\(text)` is no template: columns stand in braces, as in `{first} {last}`"
        case .unusableKey(let key, let type):
            "`\(key)` has no meaning for a \(type) attribute here"
        case .valuelessUnique(let mapped):
            "cannot tell objects apart: the load gives it no value; add it to `attributes:`, or name another one"
                + Self.help(.known(mapped))
        case .unusedSource: "nothing in the plan reads this source"
        }
    }

    /// Returns the message about a requirement of the model or the reference.
    func words(_ reason: SeedIssue.Reason.Model, of issue: SeedIssue) -> String {
        let value = Self.value(of: issue)
        return switch reason {
        case .abstractEntity: "is abstract: name one of its subentities"
        case .unsupported(let words): words
        case .relationshipKind(let words): words
        case .missingRequiredProperty:
            "is not optional and has no default: the plan must say where it comes from"
        case .badReference(let words): words
        case .mirroredByCloudKit(let table):
            "the reference is mirrored by CloudKit (\(table) has rows), and a copy of its "
                + "bookkeeping makes devices upload and delete the wrong records; take a store "
                + "that was never mirrored, or set `allowCloudKit: true`"
        case .uncheckedValidation(let rule): "zseed cannot check the model's rule \(rule)"
        case .unstoredDefault:
            "the model's default cannot be stored without the app: the attribute stays empty"
        case .derivedUUID:
            "is not optional and has no default: each object gets a UUID that follows from "
                + "its key; map a column, or say `uuid: [name, …]`"
        case .uuidByPosition(let objects):
            "nothing but \(objects == 1 ? "its primary key" : "their primary keys") tells "
                + "\(objects) object\(objects == 1 ? "" : "s") apart, so that another row before "
                + "changes the UUIDs; say `uuid: [name, …]` with what stays"
        case .sharedUUID(let objects):
            "\(objects == 1 ? "1 object has" : "\(objects) objects have") the UUID of another one: what `uuid:` names does not "
                + "tell them apart"
        case .launchDate:
            "the model's default \(value) is the moment when the app made the model, as "
                + "`Date()` does: say what objects of the seed should have"
        case .launchValue:
            "the app gives it a value when it makes an object, and the plan leaves it out: it stays "
                + "empty"
        case .ownTransformer(let name):
            "the app's own transformer \(name) must be able to read the archive"
        }
    }
}
