import ArgumentParser
import StoreFormat

/// The form of a new store.
struct FrameworkOption: ParsableArguments {
    @Option(name: .customLong("framework"), help: "The framework version whose format the store has.")
    var version = SchemaEra.newestFramework

    func validate() throws {
        guard version > 0, Int32(exactly: version) != nil else {
            throw ValidationError(
                "--framework must be a framework version such as \(SchemaEra.newestFramework), "
                    + "not \(version)")
        }
    }

    /// The format rules for stores of the version.
    var era: SchemaEra { SchemaEra(framework: version) }
}
