import Foundation

/// The products that were built with these tests.
package enum Built {
    /// The folder that contains the test bundle, the program and `Modules`.
    package static let folder: String = {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
        let file =
            bundle.map { URL(fileURLWithPath: $0.bundlePath) }
            ?? Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
        return file.deletingLastPathComponent().path
    }()

    /// The path of the program `zseed`. The copy that `make` linked statically starts in half the time, and is used if it
    /// was linked after the program.
    package static let zseed: String = {
        let paths = ["/zseed", "/static/zseed"].map { folder + $0 }
        let dates = paths.map { path in
            (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date
        }
        guard let built = dates[0], let linked = dates[1], linked >= built else { return paths[0] }
        return paths[1]
    }()

    /// Flags for packages that tests build. Like `make test` they leave out what only debugging needs.
    package static let packageFlags = [
        "-c", "release", "--disable-index-store", "-Xswiftc", "-Onone", "-Xswiftc", "-gnone",
        "-Xswiftc", "-Xfrontend", "-Xswiftc", "-disable-llvm-verify",
    ]
}
