import Inputs

extension IssueRenderer {
    /// Returns the message about a plan.
    package func words(_ reason: SeedIssue.Reason.Plan, of issue: SeedIssue) -> String {
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
            "`\(choice)` is not a value of `\(kind)`\(Self.suggestion(nearest))"
        case .unknownName(let name, .variable, let nearest):
            issue.location.line == nil
                ? "the plan has no `${\(name)}`\(Self.suggestion(nearest))"
                : "`${\(name)}` has no value: add --set \(name)=VALUE\(Self.suggestion(nearest))"
        case .unknownName(let name, .timeZone, nil):
            "unknown time zone `\(name)`: use a name such as `Europe/Berlin`, or an offset such as `+01:00`"
        case .unknownName(let name, .locale, nil): "unknown locale `\(name)`: use a name such as `de_DE`"
        case .unknownName(let name, let kind, let nearest):
            "unknown \(kind.rawValue) `\(name)`\(Self.suggestion(nearest))"
        case .badVariable:
            "\(value) is not a variable: write `${NAME}` with letters, digits and `_`, or `$${` for the text `${`"
        case .missingTimeZone:
            "this date format has no time zone: set `timeZone:` here, at the source or at the top of the plan"
        case .badDatePattern(let part):
            "`\(part)` cannot be used in a date pattern: write it like `dd.MM.yyyy HH:mm`"
        case .badRegularExpression(let pattern): "`\(pattern)` is not a valid regular expression"
        case .badPredicate(let words): "`where`: \(words)"
        case .badTemplate(let text):
            "`\(text)` is not a template: write columns in braces, as in `{first} {last}`"
        case .unusableKey(let key, let type):
            "`\(key)` cannot be used for a \(type) attribute here"
        case .valuelessUnique(let mapped):
            "cannot identify objects, because the load gives it no value: add it to `attributes:`, or use "
                + "another attribute"
                + Self.help(.known(mapped))
        case .unusedSource: "nothing in the plan reads this source"
        case .formerKeys(let names, let key):
            "write \(names.map { "`\($0)`" }.joined(separator: ", ")) in `\(key): { \(names[0]): … }`; the next "
                + "version reads \(names.count == 1 ? "it" : "them") only there"
        case .builtWithout(let trait): "this zseed was built without the trait `\(trait)` of its package"
        }
    }

    /// Returns the message about a requirement of the model or the reference.
    package func words(_ reason: SeedIssue.Reason.Model, of issue: SeedIssue) -> String {
        let value = Self.value(of: issue)
        return switch reason {
        case .abstractEntity: "is abstract: name one of its subentities"
        case .unsupported(let words): words
        case .relationshipKind(let words): words
        case .missingRequiredProperty:
            "is not optional and has no default: add it to the plan"
        case .badReference(let words): words
        case .mirroredByCloudKit(let table):
            "the reference is mirrored by CloudKit (\(table) has rows), and a copy of its bookkeeping makes "
                + "devices upload and delete the wrong records; use a store that was never mirrored, or set "
                + "`allowCloudKit: true`"
        case .uncheckedValidation(let rule): "zseed cannot check the model's rule \(rule)"
        case .unstoredDefault:
            "the model's default cannot be stored without the app: the attribute stays empty"
        case .derivedUUID:
            "is not optional and has no default: each object gets a UUID derived from its key; map a column, or "
                + "add `uuid: [name, …]`"
        case .uuidByPosition(let objects):
            "only \(objects == 1 ? "its primary key identifies" : "their primary keys identify") "
                + "\(Count.text(objects, "object")), so a new row before them changes the UUIDs; add `uuid: [name, …]` "
                + "with attributes that do not change"
        case .sharedUUID(let objects):
            "\(objects == 1 ? "1 object has" : "\(objects) objects have") the UUID of another object: the attributes in "
                + "`uuid:` do not identify them"
        case .launchDate:
            "the model's default \(value) is the time when the model was created, as with `Date()`: set the "
                + "value that the seed's objects should have"
        case .launchValue:
            "the app sets it when it creates an object, but the plan does not: it stays empty"
        case .ownTransformer(let name):
            "the app's own transformer \(name) must be able to read the archive"
        }
    }
}
