import Images
import Sources

/// How a value is read, beside where it comes from: the keys that `docs/values.md` describes.
package struct ValueOptions: Equatable, Sendable {
    /// Columns joined with text between them: `{first} {last}`.
    package var template: Located<String>?
    /// Words that mean "no value"; nil for the source's.
    package var nullWords: [String]?
    /// Whether white space at both ends is taken away; nil for what the source says.
    package var trims: Bool?
    /// What becomes of upper and lower case.
    package var letterCase: LetterCase?
    /// The Unicode normalization form.
    package var normalization: UnicodeNormalization?
    /// What is replaced, one after another.
    package var replacements: [TextReplacement] = []
    /// Which part of the text counts.
    package var split: TextSplit?
    /// What texts stand for; nil for themselves.
    package var lookup: LookupPlan?
    /// Whether numbers have a comma before their fraction.
    package var usesDecimalComma: Located<Bool>?
    /// What separates the thousands of numbers.
    package var thousands: Located<ThousandsSeparator>?
    /// What stands beside numbers, and what they are multiplied by.
    package var number: Located<NumberPlan>?
    /// The words for true and false, in place of the usual ones.
    package var booleans: Located<BooleanWords>?
    /// Whether infinity is a value of floating-point attributes.
    package var allowsNonFinite: Located<Bool>?
    /// How bytes are written.
    package var binary: Located<BinaryForm>?
    /// The folder that holds the files of `binary: file`; a resolved path.
    package var folder: Located<String>?
    /// What the thumbnail of an image is to be like; nil where bytes stay as they are.
    package var thumbnail: Located<ThumbnailForm>?
    /// What a transformable attribute holds.
    package var archive: Located<ArchiveForm>?
    /// What the elements of an archived array or the values of a dictionary are.
    package var elements: Located<ArchiveForm>?
    /// What stands between the elements of a list.
    package var separator: Located<String>?
    /// What the UUIDs of objects follow from.
    package var uuid: UUIDPlan?
    /// The locale of names in dates, such as `de_DE`; nil for the source's or the plan's.
    package var locale: Located<String>?
    /// The constant as it was written, where it is a number: `1.10` stays what it is.
    package var constantText: String?
    /// The value for empty cells as it was written, where it is a number.
    package var fallbackText: String?

    /// The usual options: none.
    package init() {}

    /// Whether texts are changed before they are converted.
    var hasTransform: Bool {
        trims == true || nullWords?.isEmpty == false || letterCase != nil || normalization != nil
            || !replacements.isEmpty || split != nil || lookup != nil
    }
}

/// What numbers in texts have beside their digits.
package struct NumberPlan: Equatable, Sendable {
    /// Units or signs of a currency, before or behind the number: `kg`, `€`.
    package var units: [String]
    /// What the number is multiplied by, as it was written.
    package var scale: String?
    /// Whether negative numbers may be written as accountants do.
    package var isAccounting = false
    /// What else than decimal fractions they are.
    package var written: WrittenNumber?
    /// How a text has numbers that are none in texts.
    package var shape: NumberShape?
}

/// What the UUID of an object follows from.
package struct UUIDPlan: Equatable, Sendable {
    /// Attributes that the plan maps, or columns; together they tell objects apart.
    package var names: [Located<String>]
    /// The namespace: a UUID, or one of the words for those of RFC 9562.
    package var namespace: Located<String>?
}

/// What becomes of upper and lower case, by Unicode's rules and no language's own.
package enum LetterCase: String, Equatable, Sendable, CaseIterable {
    case upper, lower
    /// Each word with a capital first letter.
    case capitalized
}

/// A Unicode normalization form.
package enum UnicodeNormalization: String, Equatable, Sendable, CaseIterable {
    case nfc, nfd, nfkc, nfkd
}

/// A regular expression and what takes the place of its matches.
package struct TextReplacement: Equatable, Sendable {
    /// The expression in ICU's syntax.
    package var pattern: Located<String>
    /// The text, in which `$1` is what the first group matched.
    package var text: String
}

/// One part of a text.
package struct TextSplit: Equatable, Sendable {
    /// What stands between the parts.
    package var separator: String
    /// The part, counted from 1, or from the end with -1 for the last.
    package var part: Int
}

/// What texts stand for.
package struct LookupPlan: Equatable, Sendable {
    /// What to do with a text that is not in the table.
    package enum UnmatchedPolicy: String, Equatable, Sendable, CaseIterable {
        case error, keep, null
    }

    /// One text and its value.
    package struct Entry: Equatable, Sendable {
        package var text: String
        package var value: Located<Scalar>
        /// The value as it was written, where it is a number.
        package var writtenText: String?
    }

    package var entries: [Entry]
    package var unmatched: UnmatchedPolicy
}

/// The words for true and false.
package struct BooleanWords: Equatable, Sendable {
    package var trueWords: [String]
    package var falseWords: [String]
}

/// How bytes are written in a cell.
package enum BinaryForm: String, Equatable, Sendable, CaseIterable {
    case base64, hex
    /// The name of a file in the declared folder.
    case file
    /// The text itself, as UTF-8.
    case text
    /// A list of texts as JSON, as SwiftData keeps arrays of `Codable` values.
    case jsonList
}

/// What a transformable attribute holds.
package enum ArchiveForm: String, Equatable, Sendable, CaseIterable {
    /// Bytes as they are.
    case raw
    case string, number, boolean, date
    /// A list of ``ValueOptions/elements``, or a JSON array.
    case array
    /// The same as data that holds JSON, as SwiftData keeps arrays.
    case json
    /// Keys and values, or a JSON object.
    case dictionary
}
