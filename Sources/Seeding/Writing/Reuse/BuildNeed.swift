/// Why a store is to be built, although there may be one already.
package enum BuildNeed: Equatable, Sendable {
    /// There is no output.
    case noOutput
    /// No record tells what the output was built from; the file where it would be.
    case noRecord(path: String)
    /// The file where the record would be is not one.
    case foreignRecord(path: String)
    /// Another version of the program built it.
    case otherProgram(String)
    /// It was built without being verified.
    case unverified
    /// The output is not what was built: an app, or somebody, has changed it.
    case changedOutput
    /// A file with values of the output, outside of it, is gone or not what was built.
    case changedExternalFile(path: String)
    /// The plan means something else, by its text or by what the command line says.
    case changedPlan(path: String)
    case changedInput(path: String)
    /// An input that was not read then.
    case newInput(path: String)
    /// An input that is not there any more.
    case missingInput(path: String)
    /// An input that cannot be read twice, such as standard input.
    case unrepeatableInput(path: String)
}
