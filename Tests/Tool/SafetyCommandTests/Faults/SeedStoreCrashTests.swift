import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

/// The part of `SeedStore` that moves files is compiled by itself and killed before each of its system calls in turn. A
/// complete store exists at every moment, and the next launch completes the move.
@Suite("SeedStore, killed at any call", .enabled(if: FaultShim.hasSwift, FaultShim.absence))
struct SeedStoreCrashTests {
    /// The calls that change files. Each of them may be the last one.
    private static let calls: [FaultShim.Fault.Call] = [.write, .rename, .unlink, .make]

    private let folder: TestFolder
    private var work: String { folder.path + "/work" }
    /// The shim counts calls of programs with this name.
    private var program: String { folder.path + "/program/zseed" }

    init() throws {
        folder = try TestFolder()
        try folder.write(
            """
            import Foundation
            let words = CommandLine.arguments
            let files = words.dropFirst(2).map { URL(fileURLWithPath: $0) }
            if words[1] == "move" {
                print(try SeedStore.move(from: files[0], to: files[1]))
            } else {
                print(try SeedStore.install(seed: files[0], version: words[1], at: files[1]))
            }
            """, as: "program/main.swift")
        let compiled = try run(
            "swiftc",
            ["-swift-version", "6", "main.swift", "-o", "zseed"]
                + ["Installing", "Moving", "Staging", "TemporaryCopy"].map {
                    Corpus.packageRoot + "/Sources/Apps/SeedStore/\($0).swift"
                },
            in: folder.path + "/program")
        #expect(compiled.errors == "")
        compiled.expectSuccess()
    }

    // MARK: Stores

    /// Creates a store with a row and an external file.
    private func makeStore(_ path: String, _ word: String) throws {
        try folder.write(word, as: path + "/.Store_SUPPORT/_EXTERNAL_DATA/A")
        let store = try Connection(path: folder.path + "/" + path + "/Store.sqlite", mode: .create)
        try store.execute("CREATE TABLE t (a); INSERT INTO t VALUES ('\(word)')")
    }

    /// Creates such a store as left by a terminated app: one row is in the `-wal`.
    private func makeUsedStore(_ path: String) throws {
        try makeStore("making", "old")
        let file = folder.path + "/making/Store.sqlite"
        let open = try Connection(path: file, mode: .readWrite)
        try open.execute("PRAGMA journal_mode = WAL; INSERT INTO t VALUES ('mine')")
        let target = folder.path + "/" + path
        try FileManager.default.createDirectory(
            atPath: (target as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: folder.path + "/making", toPath: target)
        withExtendedLifetime(open) {}
    }

    /// Returns the data that an app would find in a store: its rows, and the file beside it. A copy of the store is
    /// read, because SQLite itself would clean up.
    private func content(_ path: String) throws -> [String]? {
        let look = folder.path + "/look"
        let manager = FileManager.default
        if manager.fileExists(atPath: look) { try manager.removeItem(atPath: look) }
        guard manager.fileExists(atPath: work + "/" + path + "/Store.sqlite") else { return nil }
        try manager.copyItem(atPath: work + "/" + path, toPath: look)
        let store = try Connection(path: look + "/Store.sqlite", mode: .readWrite)
        #expect(try store.rows("PRAGMA integrity_check") { $0.text(at: 0) ?? "" } == ["ok"])
        let beside = manager.contents(atPath: look + "/.Store_SUPPORT/_EXTERNAL_DATA/A")
        return try store.rows("SELECT a FROM t") { $0.text(at: 0) ?? "" }
            + [beside.map { String(decoding: $0, as: UTF8.self) } ?? "no file"]
    }

    private static let old = ["old", "mine", "old"]
    private static let new = ["new", "new"]

    // MARK: Running

    private func restore() throws {
        let manager = FileManager.default
        if manager.fileExists(atPath: work) { try manager.removeItem(atPath: work) }
        try manager.copyItem(atPath: folder.path + "/pristine", toPath: work)
    }

    @discardableResult
    private func launch(_ arguments: [String], _ fault: FaultShim.Fault? = nil) throws -> ProcessResult {
        try Data(count: 128).write(to: URL(fileURLWithPath: folder.path + "/counts"))
        var environment = [
            "LD_PRELOAD": try #require(FaultShim.library), "ZSEED_FAULT_ROOTS": work,
            "ZSEED_FAULT_COUNTS": folder.path + "/counts", "SWIFT_BACKTRACE": "enable=no",
        ]
        if let fault { environment["ZSEED_FAULT"] = fault.description }
        return try run(program, arguments, in: work, environment: environment)
    }

    /// Kills the program before each of its calls, and checks the files at that time and after another launch.
    private func killEverywhere(
        _ arguments: [String], _ look: (_ isFinished: Bool, _ fault: String) throws -> Void
    ) throws {
        try restore()
        try launch(arguments).expectSuccess()
        try look(true, "none")
        let words = try bytes(of: folder.path + "/counts")
        var kills = 0
        for call in Self.calls {
            let count = words.withUnsafeBytes {
                $0.loadUnaligned(fromByteOffset: call.rawValue * 8, as: UInt64.self)
            }
            for number in 1..<(Int(count) + 1) {
                let fault = FaultShim.Fault(call: call, number: number, kind: "kill")
                try restore()
                #expect(try launch(arguments, fault).status != 0, "\(fault)")
                try look(false, "\(fault)")
                try launch(arguments).expectSuccess()
                try look(true, "\(fault)")
                kills += 1
            }
        }
        #expect(kills > 10)
    }

    @Test("A kill while a used store is replaced leaves the old or the new one, and a restart the new")
    func replaced() throws {
        try makeStore("pristine/bundle", "new")
        try makeUsedStore("pristine/app")
        try folder.write("1", as: "pristine/app/Store.sqlite.seed-version")
        try killEverywhere(["2", "bundle/Store.sqlite", "app/Store.sqlite"]) { isFinished, fault in
            let found = try content("app")
            // The new store is complete beside the old one before any old file is removed.
            let isReady = FileManager.default.fileExists(
                atPath: work + "/app/Store.sqlite.seed-new/ready")
            #expect(found != nil, "\(fault)")
            #expect(
                found == Self.new || !isFinished && (found == Self.old || isReady), "\(fault): \(found ?? [])"
            )
            guard isFinished else { return }
            #expect(
                try files(in: work + "/app")
                    == [".Store_SUPPORT", "Store.sqlite", "Store.sqlite.seed-version"], "\(fault)")
        }
    }

    @Test("A kill at first launch leaves no store or the whole seed")
    func installed() throws {
        try makeStore("pristine/bundle", "new")
        try FileManager.default.createDirectory(
            atPath: folder.path + "/pristine/app", withIntermediateDirectories: true)
        try killEverywhere(["2", "bundle/Store.sqlite", "app/Store.sqlite"]) { isFinished, fault in
            let found = try content("app")
            #expect(found == Self.new || !isFinished && found == nil, "\(fault): \(found ?? [])")
        }
    }

    @Test("A version with a line break, as from a file, is accepted")
    func lineBreak() throws {
        try makeStore("pristine/bundle", "new")
        try restore()
        for (version, outcome) in [("1\n", "installed\n"), ("1\n", "upToDate\n"), ("2\n", "replaced\n")] {
            #expect(try launch([version, "bundle/Store.sqlite", "app/Store.sqlite"]).output == outcome)
        }
    }

    @Test("An app and its extensions at once: one process copies the seed, the others find it")
    func atOnce() throws {
        try makeStore("pristine/bundle", "new")
        try restore()
        let processes = try (0..<6).map { number in
            let process = Process()
            process.executableURL = URL(fileURLWithPath: program)
            process.arguments = ["1", "bundle/Store.sqlite", "app/Store.sqlite"]
            process.currentDirectoryURL = URL(fileURLWithPath: work)
            let output = try folder.write("", as: "output\(number)")
            process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
            try process.run()
            return process
        }
        for process in processes {
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
        }
        let words = try (0..<6).map { number in
            String(decoding: try bytes(of: folder.path + "/output\(number)"), as: UTF8.self)
        }
        #expect(words.filter { $0 == "installed\n" }.count == 1)
        #expect(words.filter { $0 == "upToDate\n" }.count == 5)
        #expect(try content("app") == Self.new)
    }

    @Test("A kill while a store is moved leaves it whole in one place, and a restart in the new one")
    func moved() throws {
        try makeUsedStore("pristine/app")
        try folder.write("1", as: "pristine/app/Store.sqlite.seed-version")
        try killEverywhere(["move", "app/Store.sqlite", "group/Store.sqlite"]) { isFinished, fault in
            let group = try content("group")
            let app = try content("app")
            #expect(group == Self.old || app == Self.old, "\(fault)")
            guard isFinished else { return }
            #expect(group == Self.old, "\(fault)")
            #expect(try files(in: work + "/app") == [], "\(fault)")
            #expect(
                try files(in: work + "/group") == [
                    ".Store_SUPPORT", "Store.sqlite", "Store.sqlite-wal", "Store.sqlite.seed-version",
                ], "\(fault)")
        }
    }
}

extension FaultShim {
    /// Whether programs can be compiled for which it makes calls fail.
    fileprivate static let hasSwift: Bool =
        library != nil && (try? run("swiftc", ["--version"]).status) == 0
}
