import Foundation
import Seeding
import StoreFormat

/// Turns issues into text: the only place where their English is written.
struct IssueRenderer {
    /// The issue without its place: what follows that in a line, or stands beside a rejected row.
    func reason(_ issue: SeedIssue) -> String {
        subject(issue) + message(issue) + Self.help(issue.hint)
    }

    private func subject(_ issue: SeedIssue) -> String {
        switch (issue.entity, issue.property) {
        case (let entity?, let property?): "\(entity).\(property): "
        case (let entity?, nil): "\(entity): "
        default: ""
        }
    }

    private func message(_ issue: SeedIssue) -> String {
        let value = issue.value.map { "'\(Self.printable($0))'" } ?? "the value"
        let column = issue.sourceColumn.map { " (column `\($0)`)" } ?? ""
        switch issue.reason {
        case .notA(let kind): return "\(value)\(column) is not \(Self.article(kind))"
        case .outOfRange(let lowest, let highest):
            return "\(value)\(column) is out of range: \(lowest) to \(highest)"
        case .fractionInInteger:
            return "\(value)\(column) has a fraction, but the attribute holds integers"
        case .notFinite: return "\(value)\(column) is not a finite number"
        case .dateFormat(let format):
            return "\(value)\(column) does not fit the date format `\(format)`"
        case .noSuchDate: return "\(value)\(column) is no date of the calendar"
        case .dateWithoutZone:
            return "\(value)\(column) names no time zone, and neither does the plan: "
                + "set `timeZone:`"
        case .missingValue: return "needs a value\(column), but there is none"
        case .wrongStorageClass(let kind):
            return "a value from a \(kind)\(column) is not supported here"
        case .validation(let rule): return "\(value)\(column) \(Self.words(rule))"
        case .inexactDecimal(let stored):
            return "\(value)\(column) has more digits than a store keeps: it would hold \(stored)"
        case .textForBytes:
            return "a text\(column) for bytes: set `binary:` to base64, hex, file or text"
        case .notInLookup(let nearest):
            return "\(value)\(column) is not in the lookup table\(Self.suggestion(nearest))"
        case .tooFewParts(let separator, let found):
            return "\(value)\(column) has \(found) part\(found == 1 ? "" : "s") "
                + "between '\(Self.printable(separator))', fewer than the plan asks for"
        case .textTooLong(let limit):
            return "a text\(column) longer than \(limit) characters, too long for `replace:`"
        case .unmatchable(let words): return "\(value)\(column): \(words)"
        case .fileOutside: return "\(value)\(column) leads out of the declared folder"
        case .noSuchFile: return "\(value)\(column) is no file in the declared folder"
        case .noPlainFile: return "\(value)\(column) is no plain file"
        case .fileTooLarge(let limit):
            return "\(value)\(column) is larger than \(limit) bytes"
        case .unreadableFile(let words): return "\(value)\(column) cannot be read: \(words)"
        case .noSuchTarget(let entity, let key):
            return "no \(entity) has the key '\(Self.printable(key))'\(column)"
        case .duplicateKey(let entity, let attribute):
            return "\(value)\(column) is the \(attribute) of two \(entity) rows, but must be unique"
        case .badPrimaryKey:
            return "\(value)\(column) is no primary key: a positive integer used only once"
        case .oneToOneTaken(let inverse):
            return "\(value)\(column) belongs to another object already: "
                + "the inverse `\(inverse)` is to-one"
        case .oneToManyTaken(let relationship):
            return "\(value)\(column) is in the `\(relationship)` of another object already, "
                + "and can be in one only"
        case .ambiguousKey(let entity):
            return "the unique values of the row belong to two different \(entity) objects"
        case .unknownDiscriminator(let known):
            return "\(value)\(column) stands for no entity; known are "
                + known.map { "'\($0)'" }.joined(separator: ", ")
        case .noSuchProperty(let entity):
            return "\(value)\(column) has no place: \(entity) has no such property"
        case .relationshipCount(let found, let minimum, let maximum):
            // Behind the last row the object has no line: its primary key stands for it.
            let object = issue.sourceColumn == nil ? issue.value : value + column
            return (object.map { $0 + " " } ?? "") + Self.count(found, minimum, maximum)
        case .emptyRelationship(let objects):
            return "is not optional, and \(objects) new object\(objects == 1 ? " has" : "s have") "
                + "none: SwiftData saves that, Core Data refuses it"
        case .nearDuplicate(let other, let place):
            let line = place.map { " (\($0.path)" + ($0.line.map { ":\($0)" } ?? "") + ")" } ?? ""
            return "\(value) and '\(Self.printable(other))'\(line) are two objects, which differ "
                + "only in case, white space or the form of accents: `trim`, `normalize` or "
                + "`ignoring: case` make them one"
        case .furtherNearDuplicates(let count):
            return "and \(count) more such object\(count == 1 ? "" : "s")"
        case .launchDate:
            return "the model's default \(value) is the moment when the app made the model, as "
                + "`Date()` does: say what objects of the seed should have"
        case .invalidUTF8: return "bytes that are not UTF-8\(column)"
        case .notAnExactValue:
            return "\(value)\(column) is no value of a table: texts among numbers need `text:`, "
                + "see docs/export.md"
        case .nulCharacter: return "a NUL character\(column)"
        case .badVariable:
            return "\(value) is no variable: `${NAME}` has a name of letters, digits and `_`, "
                + "and `$${` stands for `${`"
        case .unknownName(let name, .variable, let nearest):
            return issue.location.line == nil
                ? "the plan has no `${\(name)}`\(Self.suggestion(nearest))"
                : "`${\(name)}` has no value: say --set \(name)=VALUE\(Self.suggestion(nearest))"
        default: return planOrFileMessage(issue.reason) + column
        }
    }

    private func planOrFileMessage(_ reason: SeedIssue.Reason) -> String {
        switch reason {
        case .malformedPlan(let words): return "not a seed plan: \(words)"
        case .unknownKey(let key, let nearest):
            return "unknown key `\(key)`\(Self.suggestion(nearest))"
        case .missingKey(let key): return "the key `\(key)` is missing"
        case .conflictingKeys(let one, let other):
            return "`\(one)` and `\(other)` exclude each other"
        case .wrongKind(let expected): return "expected \(expected)"
        case .unknownChoice(let choice, let kind, let nearest):
            return "`\(choice)` is no value of `\(kind)`\(Self.suggestion(nearest))"
        case .unknownName(let name, let kind, let nearest):
            return "unknown \(kind.rawValue) `\(name)`\(Self.suggestion(nearest))"
        case .missingTimeZone:
            return "dates in this format name no time zone: set `timeZone:` here, at the source "
                + "or at the top of the plan"
        case .badDatePattern(let part): return "`\(part)` has no meaning in a date pattern"
        case .badRegularExpression(let pattern): return "`\(pattern)` is no regular expression"
        case .badPredicate(let words): return "`where`: \(words)"
        case .badTemplate(let text):
            return "`\(text)` is no template: columns stand in braces, as in `{first} {last}`"
        case .unusableKey(let key, let type):
            return "`\(key)` has no meaning for a \(type) attribute here"
        case .uncheckedValidation(let rule): return "zseed cannot check the model's rule \(rule)"
        case .unstoredDefault:
            return "the model's default cannot be stored without the app: the attribute stays empty"
        case .derivedUUID:
            return "is not optional and has no default: each object gets a UUID that follows from "
                + "its key; map a column, or say `uuid: [name, …]`"
        case .uuidByPosition(let objects):
            return "nothing but \(objects == 1 ? "its primary key" : "their primary keys") tells "
                + "\(objects) object\(objects == 1 ? "" : "s") apart, so that another row before "
                + "changes the UUIDs; say `uuid: [name, …]` with what stays"
        case .sharedUUID(let objects):
            return "\(objects) objects have the UUID of another one: what `uuid:` names does not "
                + "tell them apart"
        case .ownTransformer(let name):
            return "the app's own transformer \(name) must be able to read the archive"
        case .abstractEntity: return "is abstract: name one of its subentities"
        case .relationshipKind(let words): return words
        case .missingRequiredProperty:
            return "is not optional and has no default: the plan must say where it comes from"
        case .mirroredByCloudKit(let table):
            return "the reference is mirrored by CloudKit (\(table) has rows), and a copy of its "
                + "bookkeeping makes devices upload and delete the wrong records; take a store "
                + "that was never mirrored, or set `allowCloudKit: true`"
        case .outputIsInput: return "the output would overwrite an input of the plan"
        case .fileNotFound: return "no such file"
        case .isFolder: return "is a folder"
        case .fileSystem(let words): return words
        case .missingHeader: return "has no header row"
        case .duplicateColumn(let name): return "the header names column `\(name)` twice"
        case .malformedQuoting:
            return "malformed quoting: a quote inside a field must be doubled, and the field quoted"
        case .unterminatedQuote: return "a quoted field is never closed"
        case .malformedLineEnd: return "a carriage return inside an unquoted field"
        case .raggedRow(let expected, let found):
            return "the row has \(found) field\(found == 1 ? "" : "s"), the header \(expected)"
        case .rowTooLong(let limit):
            return "a row longer than \(limit) bytes: is a quote not closed?"
        case .sourceDatabase(let words): return "SQLite: \(words)"
        case .badReference(let words): return words
        case .refusedRow(let words): return "SQLite refuses the row: \(words)"
        case .refusedIndex(let words): return "a unique index of the reference: \(words)"
        case .unsupported(let words): return words
        case .missingColumns(let names):
            return "lacks columns of the table: " + names.map { "`\($0)`" }.joined(separator: ", ")
        case .folderNotEmpty: return "the folder is not empty: name a new one, or an empty one"
        case .fileExists: return "is there already"
        case .isFile: return "is a file, not a folder"
        case .unusablePath(let words): return words
        case .changedWhileRead:
            return "another process wrote to it while it was read; nothing was written"
        case .notRegularFile: return "is a device, pipe or stream, which no file can replace"
        case .unknownReject:
            return "is in the place of a reject file, and is none that an earlier build of this "
                + "output left as it is: move it, or name a folder of this plan's own with "
                + "`rejects:`"
        case .outputInUse(let file):
            return "an app may still use it: \(file) has content; close the app or remove the file"
        default: return sourceMessage(reason)
        }
    }

    private static func words(_ rule: ValidationRule) -> String {
        switch rule {
        case .minimum(let bound): "is less than the model's minimum \(bound)"
        case .maximum(let bound): "is more than the model's maximum \(bound)"
        case .minimumLength(let length): "is shorter than the model's minimum length \(length)"
        case .maximumLength(let length): "is longer than the model's maximum length \(length)"
        case .regularExpression(let pattern):
            "does not match the model's regular expression `\(pattern)`"
        case .predicate(let format): "breaks the model's rule \(format)"
        }
    }

    private static func count(_ found: Int, _ minimum: Int, _ maximum: Int) -> String {
        let limit =
            found < minimum ? "at least \(minimum)" : "at most \(maximum)"
        return "has \(found) object\(found == 1 ? "" : "s"), but must have \(limit)"
    }

    static func suggestion(_ nearest: String?) -> String {
        nearest.map { "; did you mean `\($0)`?" } ?? ""
    }

    private static func article(_ kind: SeedIssue.ValueKind) -> String {
        kind == .integer ? "an integer" : "a \(kind.rawValue)"
    }

    /// The text on one line: control characters as escapes.
    static func printable(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where Terminal.isObeyed(scalar):
                result += "\\u{\(String(scalar.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
