import Foundation
import ObjectModel
import SQLite
import TestSupport
import Testing

@Suite("Written model caches, checked by oracles", .enabled(if: Corpus.isPresent, Corpus.absence))
struct ModelArchiveOracleTests {
    @Test(
        "The oracles find the same hashes and schema with a written model cache",
        arguments: Corpus.realEnds.filter { (try? $0.facts().model_cache) == true })
    func oracles(entry: Corpus.Entry) throws {
        let folder = try TestFolder()
        let copy = folder.path + "/store.sqlite"
        try FileManager.default.copyItem(atPath: entry.store, toPath: copy)
        if FileManager.default.fileExists(atPath: entry.store + "-wal") {
            try FileManager.default.copyItem(atPath: entry.store + "-wal", toPath: copy + "-wal")
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: copy)
        try? FileManager.default.setAttributes(
            [.posixPermissions: 0o600], ofItemAtPath: copy + "-wal")
        let content = try ModelArchive(of: ModelFile.read(path: entry.store).model).modelCache
        let changed = try Self.python(
            """
            import sqlite3, sys
            c = sqlite3.connect(sys.argv[1])
            c.execute('pragma journal_mode=delete')
            content = open(sys.argv[2], 'rb').read()
            n = c.execute('update Z_MODELCACHE set Z_CONTENT = ?', (content,))
            print(n.rowcount); c.commit()
            """, [copy, folder.write(Data(content), as: "content")])
        #expect(changed == "1\n")
        let hashes = [Corpus.formatFolder + "/hashes.py"]
        #expect(
            try run("python3", hashes + [copy]).output
                == run("python3", hashes + [entry.store]).output)
        let schema = [Corpus.formatFolder + "/ddl.py", "--check"]
        let written = try run("python3", schema + [copy])
        let real = try run("python3", schema + [entry.store])
        #expect(written.output == real.output)
        #expect(written.errors == real.errors)
        #expect(written.output.contains("objects exact"))
    }

    private static func python(_ script: String, _ arguments: [String]) throws -> String {
        let result = try run("python3", ["-c", script] + arguments)
        guard result.status == 0 else {
            Issue.record("\(result.errors)")
            return ""
        }
        return result.output
    }
}
