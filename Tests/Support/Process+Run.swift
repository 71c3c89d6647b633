import Foundation

/// The exit status and output of a finished process.
package struct ProcessResult: Sendable {
    package let status: Int32
    package let output: String
    package let errors: String
}

/// The path of Python. The `python3` of a version manager is a script that looks for it each time, which takes ten times
/// as long as Python itself.
private let python: String = {
    let words = ["-c", "import sys; print(sys.executable)"]
    let path = (try? launch("python3", words, in: nil, environment: [:], input: nil))?.output
        .trimmingCharacters(in: .whitespacesAndNewlines)
    return path.flatMap { FileManager.default.isExecutableFile(atPath: $0) ? $0 : nil } ?? "python3"
}()

/// Runs a program to its end.
///
/// - Parameters:
///   - program: an absolute path, or a name that `env` finds.
///   - environment: variables added to this process's own.
package func run(
    _ program: String, _ arguments: [String], in folder: String? = nil,
    environment: [String: String] = [:], input: Data? = nil
) throws -> ProcessResult {
    try launch(
        program == "python3" ? python : program, arguments, in: folder, environment: environment, input: input
    )
}

private func launch(
    _ program: String, _ arguments: [String], in folder: String?, environment: [String: String], input: Data?
) throws -> ProcessResult {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    // In GitHub's workflows, commands would annotate the errors that tests expect.
    process.environment = ProcessInfo.processInfo.environment
        .filter { !$0.key.hasPrefix("GITHUB_") }
        .merging(environment) { _, new in new }
    // Files instead of pipes, because a program with much output must not wait for a reader.
    let scratch = try TestFolder()
    let files = ["out", "err", "in"].map { scratch.path + "/" + $0 }
    for file in files { _ = FileManager.default.createFile(atPath: file, contents: nil) }
    if let input { try input.write(to: URL(fileURLWithPath: files[2])) }
    let handles = try files.prefix(2).map {
        try FileHandle(forWritingTo: URL(fileURLWithPath: $0))
    }
    process.standardOutput = handles[0]
    process.standardError = handles[1]
    process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: files[2]))
    try process.run()
    process.waitUntilExit()
    for handle in handles { try handle.close() }
    func text(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
    }
    let status =
        process.terminationReason == .uncaughtSignal
        ? -process.terminationStatus : process.terminationStatus
    return ProcessResult(status: status, output: try text(files[0]), errors: try text(files[1]))
}
