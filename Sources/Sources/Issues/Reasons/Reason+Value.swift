extension SeedIssue.Reason {
    /// Why a cell is no value of its attribute.
    package enum Value: Equatable, Sendable {
        /// A text that is no value of the attribute's type.
        case notA(SeedIssue.ValueKind)
        /// A number outside of what the attribute's type can hold.
        case outOfRange(lowest: String, highest: String)
        /// A number other than 0 that is nearer to it than any that the attribute's type can hold.
        case tooSmall
        /// A number with a fraction for an integer attribute.
        case fractionInInteger
        /// NaN or infinity.
        case notFinite
        /// A date that does not fit the declared format.
        case dateFormat(String)
        /// A day, month, hour … that the calendar does not have.
        case noSuchDate
        /// A date without a zone where the format leaves it to the value.
        case dateWithoutZone
        /// No value for a property that is not optional.
        case missingValue
        /// A storage class that cannot become the attribute's type.
        case wrongStorageClass(String)
        /// A value that the model's validation refuses.
        case validation(ValidationRule)
        /// A decimal number with more digits than a store keeps; what it would hold.
        case inexactDecimal(stored: String)
        /// A text for bytes, and the plan does not say how it is to be read.
        case textForBytes
        /// A NUL character in a text.
        case nulCharacter
        /// A text that the lookup table lacks.
        case notInLookup(nearest: String?)
        /// A value that is no case of the enumeration which the attribute keeps.
        case noSuchCase(nearest: String?)
        /// A member that the structure does not have.
        case noSuchMember(nearest: String?)
        /// No value for a member of a structure that is not optional.
        case memberWithoutValue
        /// A text with fewer parts than the plan asks for.
        case tooFewParts(String, found: Int)
        /// A text too long for regular expressions; in UTF-16 units.
        case textTooLong(limit: Int)
        /// A text too long for a regular expression of the model; in words.
        case unmatchable(String)
        /// A file name that leads out of the declared folder.
        case fileOutside
        /// No such file in the declared folder.
        case noSuchFile
        /// A folder, pipe or device where a file is needed.
        case noPlainFile
        /// A file larger than its kind may be, in bytes.
        case fileTooLarge(limit: Int)
        /// A file in the declared folder that cannot be read; the system's words.
        case unreadableFile(String)
        /// Bytes for a thumbnail that are no image.
        case notAnImage
        /// An image for a thumbnail of a kind that this system does not read, by its name.
        case unsupportedImage(String)
        /// An image for a thumbnail that cannot be read; the library's words.
        case damagedImage(String)
        /// An image for a thumbnail with more pixels than are read.
        case imageTooLarge(width: Int, height: Int)
        /// A cell that ``ExactCell`` cannot read.
        case notAnExactValue
    }
}

extension SeedIssue.Reason.Value {
    /// Who has to act on such an issue.
    var fault: SeedIssue.Fault { .data }
}
