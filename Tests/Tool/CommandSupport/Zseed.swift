import Foundation
import SQLite
import TestSupport
import Testing
import Verification

/// The built command.
package enum Zseed {
    package static let path = Built.zseed

    /// Returns a script that runs the command, because packing a debug build takes seconds.
    package static func script(in folder: TestFolder) throws -> String {
        let script = try folder.write("#!/bin/sh\nexec '\(path)' \"$@\"\n", as: "bin/zseed")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
        return script
    }

    /// The number of checks that `verify` runs.
    package static let checkCount = StoreVerifier.allChecks.count

    /// Returns the version from the Makefile, which is the only place that defines it.
    package static func version() throws -> String {
        let makefile = try String(contentsOfFile: Corpus.packageRoot + "/Makefile", encoding: .utf8)
        let line = makefile.split(separator: "\n").first { $0.hasPrefix("VERSION ") }
        return line?.split(separator: "=").last?.trimmingCharacters(in: .whitespaces) ?? "none"
    }

    /// The interrupts that end the command. A test run under `nohup`, or in the background of a script, ignores some of
    /// them, and the command then ignores them, too.
    package static let interrupts = [SIGINT, SIGTERM, SIGHUP, SIGQUIT].filter { number in
        let disposition = signal(number, SIG_IGN)
        signal(number, disposition)
        return unsafeBitCast(disposition, to: Int.self) != unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// Runs the command in a folder, by default in the current one.
    package static func run(
        _ arguments: [String], in folder: String? = nil, environment: [String: String] = [:],
        input: Data? = nil
    ) throws -> ProcessResult {
        try TestSupport.run(path, arguments, in: folder, environment: environment, input: input)
    }

    /// Runs the command in a folder.
    package static func run(
        _ arguments: String..., in folder: String, environment: [String: String] = [:],
        input: Data? = nil
    ) throws -> ProcessResult {
        try run(arguments, in: folder, environment: environment, input: input)
    }

    /// Starts the command without waiting, and discards its output.
    package static func start(_ arguments: [String], in folder: String) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }
}

/// Returns the names of all files in a folder, including hidden ones.
package func files(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
}

/// Returns the bytes of a file.
package func bytes(of path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

extension ProcessResult {
    /// The lines of standard output.
    package var lines: [String] { output.split(separator: "\n").map(String.init) }

    /// Expects that the process succeeded without any message.
    package func expectSuccess(sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(status == 0, "\(errors)", sourceLocation: sourceLocation)
        #expect(errors == "", sourceLocation: sourceLocation)
    }
}

extension Connection {
    /// Returns the rows of a query as texts: columns separated by `|`, NULL as an empty text.
    package func lines(_ sql: String) throws -> [String] {
        try rows(sql) { row in
            (0..<row.columnCount).map { row.text(at: $0) ?? "" }.joined(separator: "|")
        }
    }
}
