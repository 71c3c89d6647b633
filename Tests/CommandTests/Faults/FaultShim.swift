import Foundation
import TestSupport
import Testing

/// The library that fails calls, `Tests/Faults/faults.c`, compiled once for this run of the tests.
enum FaultShim {
    /// A fault: the n-th call of a class fails in a way.
    struct Fault: Equatable, CustomStringConvertible {
        /// What is called, with the numbers that the shim counts under.
        enum Call: Int, CaseIterable {
            case open, read, write, sync, rename, unlink, make, map, allocate, look, thread, spawn, lock,
                folder
        }

        let call: Call
        /// Counted from 1.
        let number: Int
        /// An errno, `short`, `kill`, `killed` or `term`, see the shim.
        let kind: String

        var description: String { "\(call):\(number):\(kind)" }
        /// Whether the process is killed by it.
        var isKill: Bool { kind.hasPrefix("kill") }
        /// Whether the process is told to end.
        var isInterrupt: Bool { kind == "term" }
        /// Whether a program has to go on as if nothing had been: interrupted or short calls, no thread.
        var isHarmless: Bool { kind == "EINTR" || kind == "short" || call == .thread }
    }

    /// The program whose calls fail, where it is not the built one: `ZSEED_FAULTS_PROGRAM`, such as the static one
    /// that is released. It loads no library, and is run by another program that stops it at each call.
    static let program = ProcessInfo.processInfo.environment["ZSEED_FAULTS_PROGRAM"]

    /// Why tests with it are skipped.
    static let absence: Comment = "needs Linux and clang or cc"

    /// The compiled library, or program that runs ``program``; nil where there is no compiler for it.
    static let library: String? = {
        #if os(Linux)
            let source = Corpus.packageRoot + "/Tests/Faults/" + (program == nil ? "faults.c" : "trace.c")
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
