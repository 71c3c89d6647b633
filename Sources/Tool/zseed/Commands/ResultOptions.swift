import ArgumentParser
import Verification

/// The options for a command's messages.
struct PrintOptions: ParsableArguments {
    @Flag(help: HelpText.json)
    var json = false

    @Flag(name: [.short, .long], help: HelpText.quiet)
    var quiet = false
}

/// The options for finishing a new store.
struct ResultOptions: ParsableArguments {
    @Flag(inversion: .prefixedNo, help: "Verify the store before it is put in place.")
    var verify = true

    @OptionGroup
    var printing: PrintOptions

    var json: Bool { printing.json }
    var quiet: Bool { printing.quiet }

    /// Returns the last line: the result, and whether it was verified.
    func line(_ path: String, _ facts: [String], _ results: [StoreVerifier.Result]) -> String {
        let checks = verify ? VerificationRenderer().tally(results) : "not verified"
        return "\(path): \((facts + [checks]).joined(separator: ", "))"
    }
}
