import Foundation

/// The conditions that must hold after a run with a fault.
struct FaultCheck {
    let bench: FaultBench
    let fault: FaultShim.Fault

    /// Runs the command with the fault, and returns the problems found.
    func problems() throws -> [String] {
        let outcome = try bench.run(fault)
        var problems: [String]
        if outcome.status == -SIGALRM {
            problems = ["does not end"]
        } else if fault.isKill {
            problems = try afterKill(outcome)
        } else if fault.isInterrupt {
            problems = afterInterrupt(outcome)
        } else if outcome.status < 0 || fault.call == .allocate && outcome.status == 127 {
            // Swift ends the process when it is out of memory, and the C library may end before it begins. The
            // remaining files are then like those after a kill.
            problems =
                fault.call == .allocate
                ? try afterKill(outcome) : ["ended by signal \(-outcome.status)"]
        } else if outcome.status == bench.baseline.status {
            problems = try afterSuccess(outcome)
        } else {
            problems = try afterFailure(outcome)
        }
        return problems.map {
            "\(bench.scenario.name): \(fault) (\(outcome.fault)): \($0)"
        }
    }

    // MARK: Kinds of endings

    private func afterSuccess(_ outcome: FaultBench.Outcome) throws -> [String] {
        var problems: [String] = []
        if outcome.errors.contains(": warning: "), Self.isToldOfOldFiles(outcome.errors) {
            // Files of the old store may remain if that is reported. The next build removes them.
            let files = outcome.files.filter { name, entry in
                bench.baseline.files[name] != nil || entry != bench.before[name]
            }
            problems += differences(files, bench.baseline.files, allowsPrivate: true)
            problems += try afterKill(outcome)
        } else {
            problems += differences(
                outcome.files, bench.baseline.files, allowsPrivate: fault.call == .unlink)
        }
        if bench.scenario.printsSame, outcome.output != bench.baseline.output {
            problems.append("prints something else, as if nothing had failed")
        }
        if fault.call != .unlink, !outcome.temporary.isEmpty {
            problems.append("leaves \(outcome.temporary) in the temporary folder")
        }
        return problems
    }

    /// Returns problems unless everything is unchanged or everything is done. No files may be left over.
    private func afterInterrupt(_ outcome: FaultBench.Outcome) -> [String] {
        var problems: [String] = []
        if outcome.status != -SIGTERM, outcome.status != bench.baseline.status {
            problems.append("ends with \(outcome.status): \(outcome.errors)")
        }
        // An existing record contains the files of both builds until the next build.
        let undone = differences(
            outcome.files.merging(bench.before.filter { Self.isRecord($0.key) }) { $1 },
            bench.before, allowsPrivate: false)
        // Reports are written after the store is in place.
        let complete = bench.baseline.files.filter { name, _ in
            !bench.scenario.reports.contains(name) || outcome.files[name] != nil
        }
        let done = differences(outcome.files, complete, allowsPrivate: false)
        if !undone.isEmpty, !done.isEmpty { problems += undone }
        if !outcome.temporary.isEmpty {
            problems.append("leaves \(outcome.temporary) in the temporary folder")
        }
        return problems
    }

    private func afterFailure(_ outcome: FaultBench.Outcome) throws -> [String] {
        var problems: [String] = []
        let words = outcome.errors.trimmingCharacters(in: .whitespacesAndNewlines)
        if fault.isHarmless { problems.append("fails: \(words)") }
        if outcome.status != 3 { problems.append("exit code \(outcome.status): \(words)") }
        if !words.contains(": error: ") { problems.append("no error in its place: \(words)") }
        // The bench's own folder may have a name like a private one.
        let named = words.replacing(bench.folder.path, with: "")
        let isPrivateNamed = named.contains(".zseed-") || named.contains("/tmp/zseed-")
        if isPrivateNamed { problems.append("names a private file: \(words)") }
        if words.contains(bench.temporary), outcome.fault.contains("/"),
            !outcome.fault.contains(bench.temporary)
        {
            problems.append("blames the folder for temporary files: \(words)")
        }
        if words.contains("is in place") { return try problems + afterPlacing(outcome, words) }
        problems += differences(
            outcome.files.filter { !tells($0.key, of: words, in: outcome) }, bench.before,
            allowsPrivate: fault.call == .unlink)
        if fault.call != .unlink, fault.call != .allocate, !outcome.temporary.isEmpty {
            problems.append("leaves \(outcome.temporary) in the temporary folder")
        }
        return problems
    }

    private static func isToldOfOldFiles(_ words: String) -> Bool {
        words.contains(" and could not be removed: ")
            || words.contains("files of the replaced store may remain: ")
    }

    /// Returns the problems with a store that the message reports as placed. Only files that the old store needed may
    /// remain, and no private ones.
    private func afterPlacing(_ outcome: FaultBench.Outcome, _ words: String) throws -> [String] {
        var problems: [String] = []
        for name in outcome.files.keys where Self.isPrivate(name) {
            problems.append("leaves \(name)")
        }
        let placed = words.split(separator: "\n").compactMap { line in
            line.firstRange(of: ": error: is in place").map { String(line[..<$0.lowerBound]) }
        }
        for name in bench.baseline.files.keys {
            let isStore = words.contains("the store is in place") && name.hasSuffix(".sqlite")
            let isNamed = placed.contains { name == $0 || name.hasPrefix($0 + "/") }
            guard isStore || isNamed else { continue }
            if outcome.files[name] != bench.baseline.files[name] {
                problems.append("\(name) is not the new one")
            }
        }
        return try problems + afterKill(outcome)
    }

    /// Returns whether a file is a report of the failure.
    private func tells(
        _ name: String, of words: String, in outcome: FaultBench.Outcome
    ) -> Bool {
        // The results are valid even if output after them could not be printed.
        if bench.scenario.reports.contains(name), words.hasPrefix("standard output: error: "),
            outcome.files[name] == bench.baseline.files[name]
        {
            return true
        }
        guard bench.scenario.reports.contains(name), bench.before[name] == nil,
            let reason = words.split(separator: ": ").last, let entry = outcome.files[name]
        else { return false }
        return String(decoding: entry.content, as: UTF8.self).contains(reason)
    }

    /// Returns problems unless each file is the old or the new one, all other files are private, and a second run
    /// removes those.
    private func afterKill(_ outcome: FaultBench.Outcome) throws -> [String] {
        var problems: [String] = []
        for (name, entry) in outcome.files where !Self.isPrivate(name) && !Self.isRecord(name) {
            if entry != bench.before[name], entry != bench.baseline.files[name] {
                problems.append("\(name) is neither the old nor the new one")
            }
        }
        for name in bench.before.keys where outcome.files[name] == nil {
            if bench.baseline.files[name] != nil { problems.append("\(name) is gone") }
        }
        // Work that was completed before the kill need not be repeated, and may be refused.
        guard outcome.files != bench.baseline.files else { return problems }
        let isFinished = outcome.files.filter { !Self.isPrivate($0.key) } == bench.baseline.files
        let second = try bench.runAgain()
        if isFinished {
            // A copy into a store adds its objects again.
            guard second.status == bench.baseline.status else { return problems }
            problems += second.files.keys.filter(Self.isPrivate).map { "after a second run leaves \($0)" }
        } else if second.status != bench.baseline.status {
            let words = second.errors.trimmingCharacters(in: .whitespacesAndNewlines)
            problems.append("a second run ends with \(second.status): \(words)")
        } else {
            problems += differences(second.files, bench.baseline.files, allowsPrivate: false)
                .map { "after a second run " + $0 }
        }
        return problems
    }

    // MARK: Files

    private static func isPrivate(_ name: String) -> Bool {
        name.split(separator: "/").contains { $0.hasPrefix(".") && $0.contains(".zseed-") }
    }

    /// Returns whether a file is the record of reject files. It contains those of two builds while one replaces the
    /// other.
    private static func isRecord(_ name: String) -> Bool {
        name.hasPrefix(".") && name.hasSuffix(".rejects")
    }

    private func differences(
        _ found: [String: FaultBench.Entry], _ expected: [String: FaultBench.Entry],
        allowsPrivate: Bool
    ) -> [String] {
        var problems: [String] = []
        for (name, entry) in found where !(allowsPrivate && Self.isPrivate(name)) {
            guard let other = expected[name] else {
                problems.append("leaves \(name)")
                continue
            }
            if entry.content != other.content {
                problems.append("\(name) has another content")
            } else if entry != other {
                problems.append("\(name) has other permissions")
            }
        }
        for name in expected.keys where found[name] == nil { problems.append("\(name) is gone") }
        return problems
    }
}
