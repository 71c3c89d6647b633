extension SeedIssue.Reason {
    /// Reasons that a cell cannot be converted to a value of its attribute.
    package enum Value: Equatable, Sendable {
        /// A text is not a value of the attribute's type.
        case notA(SeedIssue.ValueKind)
        /// A number is outside the range of the attribute's type.
        case outOfRange(lowest: String, highest: String)
        /// A nonzero number is closer to 0 than any nonzero value of the attribute's type.
        case tooSmall
        /// A number for an integer attribute has a fraction.
        case fractionInInteger
        /// NaN or infinity.
        case notFinite
        /// A date does not match the declared format.
        case dateFormat(String)
        /// The calendar does not have this day, month, hour or the like.
        case noSuchDate
        /// A date has no time zone, although the format requires one in the value.
        case dateWithoutZone
        /// A non-optional property has no value.
        case missingValue
        /// A storage class cannot be converted to the attribute's type.
        case wrongStorageClass(String)
        /// The model's validation refuses a value.
        case validation(ValidationRule)
        /// A decimal number has more digits than a store can keep. The text is the number that would be stored.
        case inexactDecimal(stored: String)
        /// A text is given for a binary attribute, but the plan does not specify how to read it.
        case textForBytes
        /// A NUL character in a text.
        case nulCharacter
        /// The lookup table does not have this text.
        case notInLookup(nearest: String?)
        /// A value is not a case of the attribute's enumeration.
        case noSuchCase(nearest: String?)
        /// The structure does not have this member.
        case noSuchMember(nearest: String?)
        /// A non-optional member of a structure has no value.
        case memberWithoutValue
        /// A text has fewer parts than the plan requires.
        case tooFewParts(String, found: Int)
        /// A text is too long for regular expressions, in UTF-16 units.
        case textTooLong(limit: Int)
        /// A text is too long for a regular expression of the model. The text describes the limit.
        case unmatchable(String)
        /// A file name is outside the declared folder.
        case fileOutside
        /// The declared folder does not have this file.
        case noSuchFile
        /// A folder, pipe or device is in place of a file.
        case noPlainFile
        /// A file is larger than the limit for its kind, in bytes.
        case fileTooLarge(limit: Int)
        /// A file in the declared folder cannot be read. The words are the system's.
        case unreadableFile(String)
        /// The bytes for a thumbnail are not an image.
        case notAnImage
        /// This system cannot read the named kind of image, which is needed for a thumbnail.
        case unsupportedImage(String)
        /// The image for a thumbnail cannot be read. The words are the library's.
        case damagedImage(String)
        /// The image for a thumbnail has more pixels than the limit.
        case imageTooLarge(width: Int, height: Int)
        /// ``ExactCell`` cannot read a cell.
        case notAnExactValue
    }
}

extension SeedIssue.Reason.Value {
    /// The part that must be corrected.
    var fault: SeedIssue.Fault { .data }
}
