import Foundation
import TestSupport
import Testing

/// Machine faults at every call. `make faults` tries all of them, `make test` a few: each kind of fault in every third
/// command.
///
/// `ZSEED_FAULTS` is the number of places to try for each class and kind, or `all`. `ZSEED_FAULTS_SHIFT` shifts the
/// chosen places, so that nightly runs differ. `ZSEED_FAULTS_OF` chooses classes of calls.
@Suite(
    "System call failures",
    .enabled(if: FaultShim.library != nil, FaultShim.absence))
struct FaultTests {
    private static let places: Int = {
        switch ProcessInfo.processInfo.environment["ZSEED_FAULTS"] {
        case "all": .max
        case let text?: Int(text) ?? 1
        case nil: 1
        }
    }()

    /// Whether each kind of fault is tried in every command.
    private static let isThorough = ProcessInfo.processInfo.environment.keys.contains {
        $0.hasPrefix("ZSEED_FAULTS") || $0 == "ZSEED_ROUNDS"
    }

    /// The classes of calls that are made to fail; nil for all.
    private static let calls = ProcessInfo.processInfo.environment["ZSEED_FAULTS_OF"]?
        .split(separator: ",").map(String.init)

    private static let shift =
        ProcessInfo.processInfo.environment["ZSEED_FAULTS_SHIFT"].flatMap(Int.init) ?? 0

    /// Returns the possible faults for calls of a class.
    private static func kinds(of call: FaultShim.Fault.Call) -> [String] {
        switch call {
        case .open: ["EACCES", "EMFILE", "EINTR", "kill", "term"]
        case .read: ["EIO", "EINTR", "short", "kill"]
        case .write: ["ENOSPC", "ENOSPC+", "EIO", "EINTR", "short", "killed", "term"]
        case .sync: ["EIO", "EINTR", "kill", "term"]
        case .rename: ["EIO", "EACCES", "kill", "killed", "term"]
        case .unlink: ["EACCES", "kill", "killed", "term"]
        case .make: ["ENOSPC", "EACCES", "kill", "killed", "term"]
        case .map: ["ENOMEM", "kill"]
        // `+` means all calls from then on: a process at its memory limit.
        case .allocate: ["ENOMEM", "ENOMEM+"]
        case .look: ["EIO", "EACCES", "ESTALE", "kill", "term"]
        case .thread: ["EAGAIN", "EAGAIN+"]
        case .spawn: ["EAGAIN", "ENOMEM"]
        case .lock: ["EAGAIN", "EAGAIN+"]
        case .folder: ["EACCES", "EIO"]
        }
    }

    /// Returns the numbers of the calls that fail: the first and the last ones, and some in between. With a single call
    /// for each kind, the first, the last and a middle one alternate.
    private static func numbers(of count: Int, turn: Int) -> [Int] {
        guard count > places else { return Array(1...max(count, 1)).filter { $0 <= count } }
        guard places > 1 else { return [[1, count, (count + 1) / 2][(turn / 3 + shift) % 3]] }
        let spread = (0..<places).map { place in
            1 + (place * (count - 1) / (places - 1) + shift) % count
        }
        return Array(Set(spread)).sorted()
    }

    @Test(
        "Every failure leaves the old or the new files, the right exit code and no leftovers",
        arguments: FaultScenario.chosen)
    func fault(_ scenario: FaultScenario) throws {
        let bench = try FaultBench(scenario, library: try #require(FaultShim.library))
        #expect(
            bench.baseline.status == scenario.status, "\(scenario): \(bench.baseline.errors)")
        var turn = scenario.name.utf8.count
        for call in FaultShim.Fault.Call.allCases where Self.calls?.contains("\(call)") != false {
            for kind in Self.kinds(of: call) {
                turn += 1
                guard Self.isThorough || turn.isMultiple(of: 3) else { continue }
                for number in Self.numbers(of: bench.counts[call] ?? 0, turn: turn) {
                    let fault = FaultShim.Fault(call: call, number: number, kind: kind)
                    // Problems are reported immediately, because trying all places takes hours.
                    let problems = try FaultCheck(bench: bench, fault: fault).problems()
                    #expect(problems.isEmpty, "\(problems.joined(separator: "\n"))")
                }
            }
        }
    }

    @Test(
        "Commands work without threads, and flush files before and folders after naming them",
        arguments: FaultScenario.all)
    func flushed(_ scenario: FaultScenario) throws {
        let bench = try FaultBench(scenario, library: try #require(FaultShim.library))
        if bench.counts[.thread] ?? 0 > 0 {
            let fault = FaultShim.Fault(call: .thread, number: 1, kind: "EAGAIN+")
            #expect(try FaultCheck(bench: bench, fault: fault).problems() == [])
        }
        let files = bench.baseline.files.count { name, entry in
            entry.isFile && bench.before[name]?.content != entry.content
        }
        guard files > 0 else { return }
        let renames = bench.counts[.rename] ?? 0
        let all = bench.counts[.sync] ?? 0
        #expect(renames > 0 && all > files)
        // Before the last file is renamed, all files are synced, but not yet the folder with that name.
        _ = try bench.run(.init(call: .rename, number: renames, kind: "kill"))
        let before = try bench.countsOfLastRun()[.sync] ?? 0
        #expect(before >= files && before < all, "\(before) of \(all), \(files) files")
    }

    @Test("Every command has a scenario")
    func completeness() throws {
        let tried = Set(FaultScenario.all.compactMap(\.arguments.first))
        #expect(tried == Set(try CommandOption.all().map(\.command)))
    }

    @Test("An interrupt is not reported as an error of files that its clean-up removes")
    func interrupts() throws {
        let scenario = try #require(FaultScenario.all.first { $0.name == "repair-external" })
        let bench = try FaultBench(scenario, library: try #require(FaultShim.library))
        for number in Array(repeating: [1, 2, 3, 4], count: 5).joined() {
            let outcome = try bench.run(.init(call: .sync, number: number, kind: "term"))
            #expect(outcome.status == -SIGTERM, "\(outcome.fault): \(outcome.errors)")
            #expect(outcome.errors.isEmpty && outcome.temporary.isEmpty)
            #expect(outcome.files == bench.before)
        }
    }

    @Test("The preloaded library fails the given call: a full disk ends a build with 3")
    func shim() throws {
        let bench = try FaultBench(
            FaultScenario.all[0], library: try #require(FaultShim.library))
        #expect(bench.counts[.write] ?? 0 > 10)
        let outcome = try bench.run(.init(call: .write, number: 5, kind: "ENOSPC"))
        #expect(outcome.status == 3)
        #expect(outcome.fault.hasPrefix("write "))
    }
}
