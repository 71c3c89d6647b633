/// How a value is read, beside where it comes from: the keys that `docs/values.md` describes.
public struct ValueOptions: Equatable, Sendable {
    /// Columns joined with text between them: `{first} {last}`.
    public var template: Located<String>?
    /// Words that mean "no value"; nil for the source's.
    public var nullWords: [String]?
    /// Whether white space at both ends is taken away; nil for what the source says.
    public var trims: Bool?
    /// What becomes of upper and lower case.
    public var letterCase: LetterCase?
    /// The Unicode normalization form.
    public var normalization: UnicodeNormalization?
    /// What is replaced, one after another.
    public var replacements: [TextReplacement] = []
    /// Which part of the text counts.
    public var split: TextSplit?
    /// What texts stand for; nil for themselves.
    public var lookup: LookupPlan?
    /// Whether numbers have a comma before their fraction.
    public var usesDecimalComma: Located<Bool>?
    /// What separates the thousands of numbers.
    public var thousands: Located<ThousandsSeparator>?
    /// The words for true and false, in place of the usual ones.
    public var booleans: Located<BooleanWords>?
    /// Whether infinity is a value of floating-point attributes.
    public var allowsNonFinite: Located<Bool>?
    /// How bytes are written.
    public var binary: Located<BinaryForm>?
    /// The folder that holds the files of `binary: file`; a resolved path.
    public var folder: Located<String>?
    /// What a transformable attribute holds.
    public var archive: Located<ArchiveForm>?
    /// What the elements of an archived array or the values of a dictionary are.
    public var elements: Located<ArchiveForm>?
    /// What stands between the elements of a list.
    public var separator: Located<String>?
    /// What the UUIDs of objects follow from.
    public var uuid: UUIDPlan?
    /// The locale of names in dates, such as `de_DE`; nil for the source's or the plan's.
    public var locale: Located<String>?
    /// The constant as it was written, where it is a number: `1.10` stays what it is.
    public var constantText: String?
    /// The value for empty cells as it was written, where it is a number.
    public var fallbackText: String?

    /// The usual options: none.
    public init() {}

    /// Whether texts are changed before they are converted.
    var hasTransform: Bool {
        trims == true || nullWords?.isEmpty == false || letterCase != nil || normalization != nil
            || !replacements.isEmpty || split != nil || lookup != nil
    }
}

/// What the UUID of an object follows from.
public struct UUIDPlan: Equatable, Sendable {
    /// Attributes that the plan maps, or columns; together they tell objects apart.
    public var names: [Located<String>]
    /// The namespace: a UUID, or one of the words for those of RFC 9562.
    public var namespace: Located<String>?
}

/// What becomes of upper and lower case, by Unicode's rules and no language's own.
public enum LetterCase: String, Equatable, Sendable, CaseIterable {
    case upper, lower
    /// Each word with a capital first letter.
    case capitalized
}

/// A Unicode normalization form.
public enum UnicodeNormalization: String, Equatable, Sendable, CaseIterable {
    case nfc, nfd, nfkc, nfkd
}

/// A regular expression and what takes the place of its matches.
public struct TextReplacement: Equatable, Sendable {
    /// The expression in ICU's syntax.
    public var pattern: Located<String>
    /// The text, in which `$1` is what the first group matched.
    public var text: String
}

/// One part of a text.
public struct TextSplit: Equatable, Sendable {
    /// What stands between the parts.
    public var separator: String
    /// The part, counted from 1, or from the end with -1 for the last.
    public var part: Int
}

/// What texts stand for.
public struct LookupPlan: Equatable, Sendable {
    /// What to do with a text that is not in the table.
    public enum UnmatchedPolicy: String, Equatable, Sendable, CaseIterable {
        case error, keep, null
    }

    /// One text and its value.
    public struct Entry: Equatable, Sendable {
        public var text: String
        public var value: Located<Scalar>
        /// The value as it was written, where it is a number.
        public var writtenText: String?
    }

    public var entries: [Entry]
    public var unmatched: UnmatchedPolicy
}

/// The words for true and false.
public struct BooleanWords: Equatable, Sendable {
    public var trueWords: [String]
    public var falseWords: [String]
}

/// How bytes are written in a cell.
public enum BinaryForm: String, Equatable, Sendable, CaseIterable {
    case base64, hex
    /// The name of a file in the declared folder.
    case file
    /// The text itself, as UTF-8.
    case text
    /// A list of texts as JSON, as SwiftData keeps arrays of `Codable` values.
    case jsonList
}

/// What a transformable attribute holds.
public enum ArchiveForm: String, Equatable, Sendable, CaseIterable {
    /// Bytes as they are.
    case raw
    case string, number, boolean, date
    /// A list of ``ValueOptions/elements``, or a JSON array.
    case array
    /// Keys and values, or a JSON object.
    case dictionary
}
