import ArgumentParser
import StoreFormat
import Verification

/// `zseed verify`: makes every check on a store.
struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check that a store is sound.",
        discussion: "Prints each check with its result; exits with 1 if one fails.")

    @Argument(help: "The store, an SQLite file written by Core Data, SwiftData or zseed.")
    var store: String

    func run() throws {
        try Failures.reported {
            let results = try StoreVerifier().verify(path: store)
            for line in VerificationRenderer().lines(results) { Terminal.print(line) }
            Terminal.print("")
            Terminal.print("\(store): \(VerificationRenderer().tally(results))")
            guard results.allSatisfy(\.isPassed) else { throw ExitStatus.data.code }
        }
    }
}
