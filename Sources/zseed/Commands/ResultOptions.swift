import ArgumentParser
import Verification

/// How a command tells what it did.
struct PrintOptions: ParsableArguments {
    @Flag(help: HelpText.json)
    var json = false

    @Flag(name: [.short, .long], help: HelpText.quiet)
    var quiet = false
}

/// What a command that makes a store does with it at the end.
struct ResultOptions: ParsableArguments {
    @Flag(inversion: .prefixedNo, help: "Verify the store before it is put in place.")
    var verify = true

    @OptionGroup
    var printing: PrintOptions

    var json: Bool { printing.json }
    var quiet: Bool { printing.quiet }

    /// The last line: what became of the store, and whether it was verified.
    func line(_ path: String, _ facts: [String], _ results: [StoreVerifier.Result]) -> String {
        let checks = verify ? VerificationRenderer().tally(results) : "not verified"
        return "\(path): \((facts + [checks]).joined(separator: ", "))"
    }
}
