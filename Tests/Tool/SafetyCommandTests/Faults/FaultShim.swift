import CommandSupport
import Foundation
import TestSupport
import Testing

/// The library that makes calls fail, `Tests/Harness/Faults/faults.c`, compiled once for each test run.
enum FaultShim {
    /// A fault: the n-th call of a class fails in a certain way.
    struct Fault: Equatable, CustomStringConvertible {
        /// The class of a call, with the number that the shim uses for it.
        enum Call: Int, CaseIterable {
            case open, read, write, sync, rename, unlink, make, map, allocate, look, thread, spawn, lock,
                folder
        }

        let call: Call
        /// The number of the call, counted from 1.
        let number: Int
        /// An errno, `short`, `kill`, `killed` or `term`, see the shim.
        let kind: String

        var description: String { "\(call):\(number):\(kind)" }
        /// Whether the fault kills the process.
        var isKill: Bool { kind.hasPrefix("kill") }
        /// Whether the fault asks the process to terminate.
        var isInterrupt: Bool { kind == "term" }
        /// Whether the program must continue normally: interrupted or short calls, or no thread.
        var isHarmless: Bool { kind == "EINTR" || kind == "short" || call == .thread }
    }

    /// The program whose calls fail, if it is not the built one: `ZSEED_FAULTS_PROGRAM`, such as the static release. It
    /// loads no library, so another program runs it and stops it at each call.
    static let program = ProcessInfo.processInfo.environment["ZSEED_FAULTS_PROGRAM"]

    /// The reason why tests with it are skipped.
    static let absence: Comment = "needs Linux and clang or cc"

    /// The compiled library, or the program that runs ``program``; nil if there is no compiler.
    static let library: String? = {
        #if os(Linux)
            let source =
                Corpus.packageRoot + "/Tests/Harness/Faults/" + (program == nil ? "faults.c" : "trace.c")
            let folder = Zseed.path.split(separator: "/").dropLast().joined(separator: "/")
            let target = "/\(folder)/libzseedfaults-\(getpid()).so"
            for compiler in ["clang", "cc"] {
                let kind = program == nil ? ["-shared", "-fPIC"] : []
                let arguments = kind + ["-O1", "-o", target, source, "-ldl"]
                let result = try? run(compiler, arguments)
                if result?.status == 0 {
                    atexit { FaultShim.remove() }
                    return target
                }
            }
        #endif
        return nil
    }()

    private static func remove() { if let library { unlink(library) } }
}
