import Images
import Inputs

/// The options for reading a value: the keys that `docs/reference/values.md` describes, without the value's origin.
package struct ValueOptions: Equatable, Sendable {
    /// Columns joined with text between them: `{first} {last}`.
    package var template: Located<String>?
    /// Words that mean "no value"; nil for those of the source.
    package var nullWords: [String]?
    /// Whether white space at both ends is removed; nil for the source's setting.
    package var trims: Bool?
    /// The form of characters that is converted.
    package var escape: TextEscape?
    /// The change of upper and lower case.
    package var letterCase: LetterCase?
    /// The Unicode normalization form.
    package var normalization: UnicodeNormalization?
    /// The replacements, which are made one after another.
    package var replacements: [TextReplacement] = []
    /// The part of the text that is kept.
    package var split: TextSplit?
    /// The table of texts and their values; nil for none.
    package var lookup: LookupPlan?
    /// Whether numbers have a decimal comma.
    package var usesDecimalComma: Located<Bool>?
    /// The separator of thousands.
    package var thousands: Located<ThousandsSeparator>?
    /// The units of numbers, and their factor.
    package var number: Located<NumberPlan>?
    /// The words for true and false, in place of the usual ones.
    package var booleans: Located<BooleanWords>?
    /// Whether infinity is a value of floating-point attributes.
    package var allowsNonFinite: Located<Bool>?
    /// The form of bytes in texts.
    package var binary: Located<BinaryForm>?
    /// The folder with the files of `binary: file`, as a resolved path.
    package var folder: Located<String>?
    /// The form of an image's thumbnail; nil if bytes are kept unchanged.
    package var thumbnail: Located<ThumbnailForm>?
    /// The form of values in a transformable attribute.
    package var archive: Located<ArchiveForm>?
    /// The type of the elements of an archived array or the values of a dictionary.
    package var elements: Located<ArchiveForm>?
    /// The text between the elements of a list.
    package var separator: Located<String>?
    /// The names from which the UUIDs of objects are made.
    package var uuid: UUIDPlan?
    /// The locale of names in dates, such as `de_DE`; nil for that of the source or the plan.
    package var locale: Located<String>?
    /// The constant as written, if it is a number: `1.10` keeps its zero.
    package var constantText: String?
    /// The value for empty cells as written, if it is a number.
    package var fallbackText: String?

    /// Creates the default options.
    package init() {}

    /// Whether texts are changed before they are converted.
    var hasTransform: Bool {
        trims == true || nullWords?.isEmpty == false || escape != nil || letterCase != nil
            || normalization != nil
            || !replacements.isEmpty || split != nil || lookup != nil
    }
}

/// The form of numbers in texts beyond their digits.
package struct NumberPlan: Equatable, Sendable {
    /// Units or signs of a currency that precede or follow the number: `kg`, `€`.
    package var units: [String]
    /// The factor that the number is multiplied by, as written.
    package var scale: String?
    /// Whether negative numbers may have the form that accountants use.
    package var isAccounting = false
    /// A form other than decimal fractions.
    package var written: WrittenNumber?
    /// The form of texts for numbers that the source stores as numbers.
    package var shape: NumberShape?
}

/// The names from which the UUID of an object is made.
package struct UUIDPlan: Equatable, Sendable {
    /// Attributes that the plan maps, or columns. Together they identify an object.
    package var names: [Located<String>]
    /// The namespace: a UUID, or a word for one that RFC 9562 defines.
    package var namespace: Located<String>?
}

/// The change of upper and lower case, by Unicode's rules for all languages.
package enum LetterCase: String, Equatable, Sendable, CaseIterable {
    case upper, lower
    /// Each word with a capital first letter.
    case capitalized
}

/// A Unicode normalization form.
package enum UnicodeNormalization: String, Equatable, Sendable, CaseIterable {
    case nfc, nfd, nfkc, nfkd
}

/// A regular expression and the replacement of its matches.
package struct TextReplacement: Equatable, Sendable {
    /// The expression in ICU's syntax.
    package var pattern: Located<String>
    /// The replacement, in which `$1` is the text that the first group matched.
    package var text: String
}

/// One part of a text.
package struct TextSplit: Equatable, Sendable {
    /// The text between the parts.
    package var separator: String
    /// The position of the part, counted from 1, or from the end with -1 for the last.
    package var part: Int
}

/// A table of texts and their values.
package struct LookupPlan: Equatable, Sendable {
    /// The treatment of a text that is not in the table.
    package enum UnmatchedPolicy: String, Equatable, Sendable, CaseIterable {
        case error, keep, null
    }

    /// One text and its value.
    package struct Entry: Equatable, Sendable {
        package var text: String
        package var value: Located<Scalar>
        /// The value as written, if it is a number.
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

/// The form of bytes in a cell.
package enum BinaryForm: String, Equatable, Sendable, CaseIterable {
    case base64, hex
    /// The name of a file in the declared folder.
    case file
    /// The text itself, as UTF-8.
    case text
    /// A list of texts as JSON, as SwiftData keeps arrays of `Codable` values.
    case jsonList
}

/// The form of values in a transformable attribute.
package enum ArchiveForm: String, Equatable, Sendable, CaseIterable {
    /// Bytes, unchanged.
    case raw
    case string, number, boolean, date
    /// A list of ``ValueOptions/elements``, or a JSON array.
    case array
    /// An array as data that contains JSON, as SwiftData keeps arrays.
    case json
    /// Keys and values, or a JSON object.
    case dictionary
}
