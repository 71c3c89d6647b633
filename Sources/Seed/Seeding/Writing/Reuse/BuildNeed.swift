/// A reason to build a store that may already exist.
package enum BuildNeed: Equatable, Sendable {
    /// The output does not exist.
    case noOutput
    /// The output has no record. The path is that of the missing record.
    case noRecord(path: String)
    /// Another file is in the record's place.
    case foreignRecord(path: String)
    /// Another version of the program built it.
    case otherProgram(String)
    /// It was built without being verified.
    case unverified
    /// The output was changed after the build, by an app or otherwise.
    case changedOutput
    /// An external value of the output is missing or was changed.
    case changedExternalFile(path: String)
    /// The plan has changed, in its text or through the command line.
    case changedPlan(path: String)
    case changedInput(path: String)
    /// An input is new.
    case newInput(path: String)
    /// An input is missing.
    case missingInput(path: String)
    /// An input that cannot be read twice, such as standard input.
    case unrepeatableInput(path: String)
}
