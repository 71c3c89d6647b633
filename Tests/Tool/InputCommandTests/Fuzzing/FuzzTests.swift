import CommandSupport
import Foundation
import TestSupport
import Testing

/// Damaged input for every reader, each in its own process. The process must end by itself, soon, and report the input
/// as the cause.
///
/// `make test` tries a few inputs; `make fuzz SECONDS=3600` continues for that long with each reader. `ZSEED_FUZZ_SEED`
/// repeats a run. Input that breaks a reader is kept in `build/fuzz`.
@Suite("Damaged input")
struct FuzzTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let seconds = environment["ZSEED_FUZZ_SECONDS"].flatMap(Double.init)
    private static let seed =
        environment["ZSEED_FUZZ_SEED"].flatMap(UInt64.init) ?? (seconds == nil ? 14 : .random(in: 0 ..< .max))
    private static let few = 4
    /// All readers, or those named in `ZSEED_FUZZ_IN`, separated by commas.
    private static let readers = FuzzedReader.all.filter { reader in
        environment["ZSEED_FUZZ_IN"]?.split(separator: ",").contains { $0 == reader.name } ?? true
    }

    @Test(
        "Reading ends without a signal, in time, and never with exit code 3",
        arguments: readers)
    func damaged(_ reader: FuzzedReader) throws {
        let folder = try TestFolder()
        try reader.prepare(folder)
        let good = Array(try bytes(of: folder.path + "/" + reader.file))
        let first = try Self.run(reader, in: folder)
        #expect(first.status == 0, "\(reader): \(first.errors)")

        var damage = InputDamage(seed: Self.seed, tokens: reader.tokens, limits: reader.limits)
        let end = Self.seconds.map { Date(timeIntervalSinceNow: $0) }
        var tries = 0
        while end.map({ Date() < $0 }) ?? (tries < Self.few) {
            tries += 1
            let input = damage.applied(to: good)
            try folder.write(Data(input), as: reader.file)
            let result = try Self.run(reader, in: folder)
            // A plan with a damaged path names a missing file.
            let isMissing =
                reader.name == "plan" && result.status == 3
                && result.errors.contains(": error: no such file")
            // 137: `timeout` killed the process because it did not end.
            if !isMissing, result.status < 0 || result.status > 2 {
                let kept = try Self.keep(input, of: reader)
                Issue.record(
                    "\(reader), seed \(Self.seed), try \(tries), kept as \(kept): \(result.status) \(result.errors.prefix(500))"
                )
            }
        }
    }

    private static func run(_ reader: FuzzedReader, in folder: TestFolder) throws -> ProcessResult {
        let text = String(decoding: try bytes(of: folder.path + "/" + reader.file), as: UTF8.self)
            .replacing("\0", with: "")
        if reader.name == "date pattern" {
            let pattern = text.replacing("'", with: "''").replacing("\n", with: " ")
            try folder.write(
                Shop.plan.replacing(
                    "added: added", with: "added: { column: added, date: '\(pattern)' }"),
                as: "plan.yml")
        }
        if reader.name == FuzzedReader.keyedArchive {
            try FuzzedReader.putArchive(
                try bytes(of: folder.path + "/" + reader.file), in: folder)
        }
        if reader.name == FuzzedReader.worksheet {
            let workbook = FuzzedReader.workbook(sheet: text)
            try folder.write(Data(workbook.zip.bytes), as: "items.xlsx")
        }
        let arguments = reader.arguments.map { $0 == "INPUT" ? text : $0 }
        return try TestSupport.run(
            "timeout", ["-s", "KILL", "60", Zseed.path] + arguments, in: folder.path,
            environment: ["SWIFT_BACKTRACE": "enable=no"])
    }

    private static func keep(_ input: [UInt8], of reader: FuzzedReader) throws -> String {
        let folder = Corpus.packageRoot + "/build/fuzz"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        let path = folder + "/" + reader.name.replacing(" ", with: "-") + "-\(UUID().uuidString)"
        try Data(input).write(to: URL(fileURLWithPath: path))
        return path
    }
}
