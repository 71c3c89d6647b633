import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

/// The effects of single machine faults, and the messages about them.
@Suite("Messages about system call failures", .enabled(if: FaultShim.library != nil, FaultShim.absence))
struct FaultMessageTests {
    private static func bench(_ name: String) throws -> FaultBench {
        let scenario = try #require(FaultScenario.all.first { $0.name == name })
        return try FaultBench(scenario, library: try #require(FaultShim.library))
    }

    @Test("A failed rename has the system's reason")
    func rename() throws {
        let bench = try Self.bench("build-replacing")
        let outcome = try bench.run(.init(call: .rename, number: 1, kind: "EACCES"))
        #expect(outcome.status == 3)
        #expect(outcome.errors == "out.sqlite: error: Permission denied\n")
        #expect(outcome.files == bench.before)
    }

    @Test("A folder that cannot be flushed after the rename is reported, and the store is in place")
    func folderFlush() throws {
        let bench = try Self.bench("build-replacing")
        let last = try #require(bench.counts[.sync])
        let outcome = try bench.run(.init(call: .sync, number: last, kind: "EIO"))
        #expect(outcome.status == 3)
        #expect(
            outcome.errors
                == "out.sqlite: error: is in place, but its folder could not be flushed: "
                + "Input/output error\n")
        #expect(outcome.files == bench.baseline.files)
    }

    @Test("Reject files and their folder are flushed before the store is placed")
    func rejectsFlush() throws {
        let bench = try Self.bench("build-rejects")
        var flushed: [String] = []
        for number in 1...(bench.counts[.sync] ?? 1) {
            let outcome = try bench.run(.init(call: .sync, number: number, kind: "EIO"))
            #expect(outcome.status == 3, "\(outcome.fault): \(outcome.errors)")
            let path = outcome.fault.split(separator: " ").last.map(String.init) ?? ""
            flushed.append(path)
            if outcome.errors.contains("is in place") {
                #expect(outcome.files["out.sqlite"] == bench.baseline.files["out.sqlite"])
            } else {
                #expect(outcome.files == bench.before, "\(outcome.fault)")
            }
        }
        #expect(flushed.contains { $0.hasSuffix("/labels.csv") }, "\(flushed)")
        #expect(flushed.contains { $0.hasSuffix(".rejects.zseed-\(Self.number(in: $0))") }, "\(flushed)")
    }

    /// Returns the number of the process in the name of its private file.
    private static func number(in path: String) -> Substring {
        path.split(separator: "-").last ?? ""
    }

    @Test(
        "A full folder for temporary files is named, not the copied file or the output",
        arguments: [
            "migrate", "migrate-check", "repair", "copy-objects", "merge", "copy-external", "build-waiting",
        ])
    func fullTemporaryFolder(name: String) throws {
        let bench = try Self.bench(name)
        bench.isTemporaryOnly = true
        let outcome = try bench.run(.init(call: .write, number: 1, kind: "ENOSPC+"))
        try #require(outcome.fault.contains(bench.temporary))
        #expect(outcome.status == 3)
        #expect(outcome.errors.hasPrefix(bench.temporary + ": error: "), "\(outcome.errors)")
        #expect(outcome.files == bench.before && outcome.temporary == [])
    }

    @Test(
        "External data that cannot be opened ends with 3, even if SQL reads it",
        arguments: [
            "dump-external", "query-external", "export-external", "report-external", "copy-objects-external",
        ])
    func externalData(name: String) throws {
        let bench = try Self.bench(name)
        var isTried = false
        for number in 1...(bench.counts[.open] ?? 1) {
            let outcome = try bench.run(.init(call: .open, number: number, kind: "EACCES"))
            guard outcome.fault.contains("/_EXTERNAL_DATA/") else { continue }
            isTried = true
            #expect(outcome.status == 3, "\(outcome.fault): \(outcome.errors)")
            #expect(outcome.errors.contains(": Permission denied"), "\(outcome.errors)")
        }
        #expect(isTried)
    }

    @Test("Partial writes are continued", arguments: ["build", "export", "codegen"])
    func shortWrites(name: String) throws {
        let bench = try Self.bench(name)
        let count = try #require(bench.counts[.write])
        #expect(count > 0)
        for number in Set([1, count / 2, count]) where number > 0 {
            let outcome = try bench.run(.init(call: .write, number: number, kind: "short"))
            #expect(outcome.status == 0, "\(outcome.fault): \(outcome.errors)")
            #expect(outcome.files == bench.baseline.files, "\(outcome.fault)")
        }
    }

    @Test(
        "An interrupt at any step leaves all files or none",
        arguments: ["codegen", "export", "export-exact", "create-sql", "plan"])
    func interrupts(name: String) throws {
        let bench = try Self.bench(name)
        for call in [.make, .write, .sync, .rename, .unlink] as [FaultShim.Fault.Call] {
            let count = bench.counts[call] ?? 0
            for number in Set([1, (count + 1) / 2, count]) where number > 0 {
                let fault = FaultShim.Fault(call: call, number: number, kind: "term")
                let problems = try FaultCheck(bench: bench, fault: fault).problems()
                #expect(problems == [])
            }
        }
    }

    @Test("A failure while a draft is tried is reported, and not written into the plan")
    func draft() throws {
        let bench = try Self.bench("plan")
        let outcome = try bench.run(.init(call: .make, number: 1, kind: "ENOSPC"))
        #expect(outcome.status == 3)
        #expect(outcome.errors.contains("(TMPDIR): No space left on device"), "\(outcome.errors)")
        #expect(outcome.files == bench.before)
    }

    @Test(
        "A disk that stays full ends with 3, is named, and leaves every file unchanged",
        arguments: FaultScenario.merging.map(\.name) + ["export-plain"])
    func fullDisk(name: String) throws {
        let bench = try Self.bench(name)
        #expect(bench.baseline.status == bench.scenario.status, "\(bench.baseline.errors)")
        let count = try #require(bench.counts[.write])
        for number in Set([1, 2, count / 4, count / 2, count - 1, count]) where (1...count).contains(number) {
            let outcome = try bench.run(.init(call: .write, number: number, kind: "ENOSPC+"))
            #expect(outcome.fault.hasPrefix("write "))
            #expect(outcome.status == 3, "\(outcome.fault): \(outcome.errors)")
            // SQLite has its own message for it. The file has the name that the user gave, or it is the folder for
            // temporary files.
            let words = outcome.errors.components(separatedBy: ": error: ")
            #expect(
                words.last == "No space left on device\n"
                    || words.last == "SQLite: database or disk is full\n", "\(outcome.errors)")
            #expect(
                words.first == bench.temporary || words.first?.contains("/") == false, "\(outcome.errors)")
            #expect(outcome.files == bench.before, "\(outcome.fault)")
            #expect(outcome.temporary == [], "\(outcome.fault)")
        }
    }

    @Test("An interrupted merge leaves none of its own large values")
    func interruptedMerge() throws {
        let bench = try Self.bench("merge-external")
        for call in [.write, .sync] as [FaultShim.Fault.Call] {
            let count = bench.counts[call] ?? 0
            #expect(count > 2)
            for number in Set([1, count / 3, count / 2, count * 2 / 3, count]) {
                let outcome = try bench.run(.init(call: call, number: number, kind: "term"))
                #expect(outcome.temporary == [], "\(outcome.fault)")
            }
        }
    }

    @Test("A result file that cannot be placed leaves no other file")
    func results() throws {
        let bench = try Self.bench("verify")
        let outcome = try bench.run(.init(call: .rename, number: 1, kind: "EACCES"))
        #expect(outcome.status == 3)
        #expect(outcome.files == bench.before, "\(outcome.errors)")
    }

    @Test("Generated code that is killed while it is replaced is all old or all new")
    func codeKills() throws {
        let model = FaultScenario.photo
        let scenario = FaultScenario(
            name: "codegen-again", arguments: ["codegen", "Model.xcdatamodel", "-o", "Code"]
        ) {
            try $0.writeModel(model, as: "pristine/Model.xcdatamodel")
            let made = try Zseed.run("codegen", "Model.xcdatamodel", "-o", "Code", in: $0.path + "/pristine")
            guard made.status == 0 else { throw FaultBench.NothingPrepared() }
            let changed =
                model.replacing("name=\"name\"", with: "name=\"title\"") + "<entity name=\"Other\"/>"
            try $0.writeModel(changed, as: "pristine/Model.xcdatamodel")
        }
        let bench = try FaultBench(scenario, library: try #require(FaultShim.library))
        #expect(
            bench.baseline.status == 0
                && bench.baseline.files["Code/Photo.swift"] != bench.before["Code/Photo.swift"])
        var generations: Set<[String: Data]> = []
        for call in [.rename, .unlink, .make, .sync] as [FaultShim.Fault.Call] {
            for number in 1...max(bench.counts[call] ?? 1, 1) where bench.counts[call] ?? 0 > 0 {
                let outcome = try bench.run(.init(call: call, number: number, kind: "kill"))
                generations.insert(
                    outcome.files.filter { $0.key.hasPrefix("Code/") }.mapValues(\.content))
                #expect(try bench.runAgain().files == bench.baseline.files, "\(outcome.fault)")
            }
        }
        #expect(generations.count == 2)
    }

    // MARK: External files

    @Test("A kill while a store with files is replaced leaves the old or the new one, valid")
    func externalKills() throws {
        let bench = try Self.bench("build-external")
        let work = bench.folder.path + "/work"
        var stores: Set<Data> = []
        for call in [.rename, .unlink, .make, .sync] as [FaultShim.Fault.Call] {
            for number in 1...(bench.counts[call] ?? 1) {
                let outcome = try bench.run(.init(call: call, number: number, kind: "kill"))
                #expect(outcome.status == -SIGKILL, "\(outcome.errors)")
                if let store = outcome.files["out.sqlite"] { stores.insert(store.content) }
                let verified = try Zseed.run(
                    "verify", "out.sqlite", "--check", "external-files", "--json", in: work)
                #expect(verified.status == 0, "\(outcome.fault): \(verified.output)")
                // No value has lost its file.
                #expect(!verified.output.contains("does not exist"), "\(outcome.fault)")
                #expect(verified.output.contains("\"examined\" : 2"), "\(verified.output)")
                // The next build removes the remaining files.
                let next = try bench.runAgain()
                #expect(next.files == bench.baseline.files, "\(outcome.fault)")
            }
        }
        #expect(stores.count == 2, "both the old and the new store were met")
    }

    @Test("Files of the old store that cannot be removed are reported, and the next build removes them")
    func leftFiles() throws {
        let bench = try Self.bench("build-external")
        var told = 0
        for number in 1...(bench.counts[.unlink] ?? 1) {
            let outcome = try bench.run(.init(call: .unlink, number: number, kind: "EACCES"))
            #expect(outcome.status == 0, "\(outcome.fault): \(outcome.errors)")
            guard outcome.fault.contains("/_EXTERNAL_DATA/") else { continue }
            told += 1
            #expect(
                outcome.errors.contains(
                    "warning: belongs to the replaced store and could not be removed: Permission "
                        + "denied"), "\(outcome.errors)")
            #expect(try bench.runAgain().files == bench.baseline.files)
        }
        #expect(told == 2)
    }

    @Test("Private files that cannot be removed are reported, and the next command removes them")
    func leftCopies() throws {
        let bench = try Self.bench("merge-external")
        // SQLite also removes files: the journal of the copy in which the merge is saved.
        let outcome = try bench.run(.init(call: .unlink, number: 1, kind: "EACCES+"))
        #expect(
            outcome.status == 3 && outcome.errors.hasSuffix("user.sqlite: error: SQLite: disk I/O error\n"),
            "\(outcome.errors)")
        let words =
            "user.sqlite: warning: could not remove this temporary file: Permission denied\n"
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
        #expect(outcome.temporary.count == 1)
        #expect(try bench.runAgain().temporary == [])
    }
}
