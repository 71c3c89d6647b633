import CommandSupport
import Foundation
import TestSupport

/// A command with its files, which is run repeatedly from the same starting point, each time with another fault.
final class FaultBench {
    /// The result of a run.
    struct Outcome {
        /// The exit code, or minus the signal.
        let status: Int32
        let output: String
        let errors: String
        /// The files of the working folder.
        let files: [String: Entry]
        /// The remaining files in the folder for temporary files.
        let temporary: [String]
        /// The failed call, as reported by the shim.
        let fault: String
    }

    /// A file, link or folder that must be unchanged after a failure.
    struct Entry: Equatable {
        let content: Data
        let permissions: Int
        let isFile: Bool
    }

    let scenario: FaultScenario
    /// Whether only calls for files in the folder for temporary files are counted.
    var isTemporaryOnly = false
    /// The working folder before the command runs.
    private(set) var before: [String: Entry] = [:]
    /// The result of the command without a fault.
    private(set) var baseline: Outcome
    /// The number of calls of each class in that run.
    private(set) var counts: [FaultShim.Fault.Call: Int] = [:]

    let folder: TestFolder
    private let library: String
    private var pristine: String { folder.path + "/pristine" }
    private var work: String { folder.path + "/work" }
    var temporary: String { folder.path + "/tmp" }

    init(_ scenario: FaultScenario, library: String) throws {
        self.scenario = scenario
        self.library = library
        folder = try TestFolder()
        baseline = Outcome(
            status: -1, output: "", errors: "", files: [:], temporary: [], fault: "")
        try scenario.prepare(folder)
        guard FileManager.default.fileExists(atPath: pristine) else { throw NothingPrepared() }
        try restore()
        before = try Self.entries(of: work)
        baseline = try execute(nil)
        counts = try countsOfLastRun()
    }

    struct NothingPrepared: Error {}

    // MARK: Running

    /// Runs the command from the starting point, with a fault.
    func run(_ fault: FaultShim.Fault?) throws -> Outcome {
        try restore()
        return try execute(fault)
    }

    /// Runs the command again without a fault, on the files of the previous run.
    func runAgain() throws -> Outcome { try execute(nil) }

    /// Returns the number of calls of each class that the last run began.
    func countsOfLastRun() throws -> [FaultShim.Fault.Call: Int] {
        let words = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/counts"))
        return Dictionary(
            uniqueKeysWithValues: FaultShim.Fault.Call.allCases.map { call in
                let count = words.withUnsafeBytes {
                    $0.loadUnaligned(fromByteOffset: call.rawValue * 8, as: UInt64.self)
                }
                return (call, Int(count))
            })
    }

    private func restore() throws {
        let manager = FileManager.default
        for path in [work, temporary] where manager.fileExists(atPath: path) {
            try manager.removeItem(atPath: path)
        }
        try manager.copyItem(atPath: pristine, toPath: work)
        try manager.createDirectory(atPath: temporary, withIntermediateDirectories: true)
    }

    private func execute(_ fault: FaultShim.Fault?) throws -> Outcome {
        let names = (
            out: folder.path + "/out", errors: folder.path + "/errors",
            counts: folder.path + "/counts", log: folder.path + "/log"
        )
        for name in [names.out, names.errors, names.log] {
            try Data().write(to: URL(fileURLWithPath: name))
        }
        try Data(count: 128).write(to: URL(fileURLWithPath: names.counts))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: FaultShim.program == nil ? Zseed.path : library)
        process.arguments = (FaultShim.program.map { [$0] } ?? []) + scenario.arguments
        process.currentDirectoryURL = URL(fileURLWithPath: work)
        var environment = ProcessInfo.processInfo.environment
        environment["TMPDIR"] = temporary
        if FaultShim.program == nil { environment["LD_PRELOAD"] = library }
        environment["ZSEED_FAULT_ROOTS"] = isTemporaryOnly ? temporary : work + ":" + temporary
        environment["ZSEED_FAULT_COUNTS"] = names.counts
        environment["ZSEED_FAULT_LOG"] = names.log
        environment["ZSEED_FAULT"] = fault?.description
        // Printing a crash takes seconds, and the output is not needed.
        environment["SWIFT_BACKTRACE"] = "enable=no"
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: names.out))
        process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: names.errors))
        try process.run()
        process.waitUntilExit()
        func text(_ path: String) throws -> String {
            String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
        }
        return Outcome(
            status: process.terminationReason == .uncaughtSignal
                ? -process.terminationStatus : process.terminationStatus,
            output: try text(names.out), errors: try text(names.errors),
            files: try Self.entries(of: work),
            temporary: try FileManager.default.contentsOfDirectory(atPath: temporary),
            fault: try text(names.log).trimmingCharacters(in: .newlines))
    }

    // MARK: Looking

    private static func entries(of folder: String) throws -> [String: Entry] {
        var entries: [String: Entry] = [:]
        let manager = FileManager.default
        for case let name as String in manager.enumerator(atPath: folder) ?? .init() {
            let path = folder + "/" + name
            let attributes = try manager.attributesOfItem(atPath: path)
            let content: Data =
                switch attributes[.type] as? FileAttributeType {
                case .typeDirectory: Data("folder".utf8)
                case .typeSymbolicLink:
                    Data(try manager.destinationOfSymbolicLink(atPath: path).utf8)
                default: try Data(contentsOf: URL(fileURLWithPath: path))
                }
            entries[name] = Entry(
                content: content, permissions: attributes[.posixPermissions] as? Int ?? 0,
                isFile: attributes[.type] as? FileAttributeType == .typeRegular)
        }
        return entries
    }
}
