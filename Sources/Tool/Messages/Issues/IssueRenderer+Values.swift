import Drafting
import Inputs
import ObjectModel

extension IssueRenderer {
    /// Returns advice about an option with which an invalid cell can be read.
    private static func advice(_ value: String?, as type: AttributeType?) -> String {
        guard let value, let type, let options = CellAdvice.options(for: value, as: type) else { return "" }
        return ": use `\(options)`"
    }

    private static func type(_ kind: SeedIssue.ValueKind) -> AttributeType? {
        switch kind {
        case .integer: .integer64
        case .number: .double
        case .decimal: .decimal
        case .boolean: .boolean
        default: nil
        }
    }

    /// Returns the message about a cell that is not a valid value of its attribute.
    package func words(_ reason: SeedIssue.Reason.Value, of issue: SeedIssue) -> String {
        let value = Self.value(of: issue)
        let column = Self.column(of: issue)
        return switch reason {
        case .notA(let kind):
            "\(value)\(column) is not \(Self.article(kind))"
                // A value in the plan itself needs no advice about reading.
                + (issue.sourceColumn == nil ? "" : Self.advice(issue.value, as: Self.type(kind)))
        case .outOfRange(let lowest, let highest):
            "\(value)\(column) is out of range: \(lowest) to \(highest)"
        case .tooSmall: "\(value)\(column) is too small: a store would hold 0"
        case .fractionInInteger:
            "\(value)\(column) has a fraction, but the attribute holds integers"
        case .notFinite: "\(value)\(column) is not a finite number"
        case .dateFormat(let format):
            "\(value)\(column) does not fit the date format `\(format)`" + Self.advice(issue.value, as: .date)
        case .noSuchDate:
            "\(value)\(column) is not a date in the calendar" + Self.advice(issue.value, as: .date)
        case .dateWithoutZone:
            "\(value)\(column) has no time zone, and the plan sets none: add `timeZone:`"
        case .missingValue: "needs a value\(column), but there is none"
        case .wrongStorageClass(let kind):
            "a value from a \(kind)\(column) is not supported here"
        case .validation(let rule): "\(value)\(column) \(Self.words(rule))"
        case .inexactDecimal(let stored):
            "\(value)\(column) has more digits than a store keeps: it would hold \(stored)"
        case .textForBytes:
            "text\(column) for a binary attribute: set `binary:` to base64, hex, file or text"
        case .nulCharacter: "a NUL character\(column)"
        case .notInLookup(let nearest):
            "\(value)\(column) is not in the lookup table\(Self.suggestion(nearest))"
        case .noSuchCase(let nearest):
            "\(value)\(column) is not a case of the enumeration\(Self.suggestion(nearest))"
        case .noSuchMember(let nearest):
            "\(value)\(column) is not a member of the structure\(Self.suggestion(nearest))"
        case .memberWithoutValue: "\(value)\(column) has no value, but the structure needs one"
        case .tooFewParts(let separator, let found):
            "\(value)\(column) has \(found) part\(found == 1 ? "" : "s") "
                + "separated by '\(Self.printable(separator))', fewer than the plan needs"
        case .textTooLong(let limit):
            "a text\(column) longer than \(limit) characters, too long for `replace:`"
        case .unmatchable(let words): "\(value)\(column): \(words)"
        case .fileOutside: "\(value)\(column) is outside the declared folder"
        case .noSuchFile: "\(value)\(column) is not a file in the declared folder"
        case .noPlainFile: "\(value)\(column) is not a regular file"
        case .fileTooLarge(let limit):
            "\(value)\(column) is larger than \(limit) bytes"
        case .unreadableFile(let words): "\(value)\(column) cannot be read: \(words)"
        case .notAnImage: "\(value)\(column) is not an image"
        case .unsupportedImage(let kind):
            "\(value)\(column) is a \(kind) image, which this system does not read; it reads JPEG and PNG"
        case .damagedImage(let words):
            "\(value)\(column) is a damaged image: \(Self.printable(words))"
        case .imageTooLarge(let width, let height):
            "\(value)\(column) is an image of \(width) by \(height) pixels, which is too large"
        case .notAnExactValue:
            "\(value)\(column) is not an exact value: texts among numbers need `text:`, see docs/guides/export.md"
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

    private static func article(_ kind: SeedIssue.ValueKind) -> String {
        switch kind {
        case .integer: "an integer"
        case .hexadecimal: "hexadecimal"
        case .base64: "Base64"
        default: "a \(kind.rawValue)"
        }
    }
}
