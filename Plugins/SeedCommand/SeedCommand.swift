import Foundation
import PackagePlugin

/// `swift package seed …`: the program, in the package's folder.
@main
struct SeedCommand: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        try run(
            context.tool(named: "zseed").url, arguments, in: context.package.directoryURL)
    }

    private func run(_ tool: URL, _ arguments: [String], in folder: URL) throws {
        let process = Process()
        process.executableURL = tool
        process.arguments = arguments
        process.currentDirectoryURL = folder
        try process.run()
        process.waitUntilExit()
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            throw Failed(status: process.terminationStatus)
        }
    }

    /// The exit of the program with an error, which it has printed on standard error.
    private struct Failed: Error, CustomStringConvertible {
        let status: Int32

        var description: String { "zseed ended with exit code \(status)" }
    }
}

#if canImport(XcodeProjectPlugin)
    import XcodeProjectPlugin

    extension SeedCommand: XcodeCommandPlugin {
        func performCommand(context: XcodePluginContext, arguments: [String]) throws {
            try run(
                context.tool(named: "zseed").url, arguments, in: context.xcodeProject.directoryURL)
        }
    }
#endif
