import CommandSupport
import Files
import Foundation
import Seeding
import TestSupport
import Testing

@testable import zseed

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

@Suite("Progress")
struct ProgressTests {
    @Test(
        "A line has the rows, the rate and the remaining time",
        arguments: [
            (49_152, 0.5, 2.0, "Item: 49,152 rows, 24,576 rows/s, 50 %, 2 s remaining"),
            (16_384, 0.01, 1.5, "Item: 16,384 rows, 10,922 rows/s, 1 %, 2 min 29 s remaining"),
            (
                1_048_576, 0.001, 10,
                "Item: 1,048,576 rows, 104,857 rows/s, 0 %, 2 h 46 min remaining"
            ),
            (16_384, nil, 1, "Item: 16,384 rows, 16,384 rows/s"),
        ])
    func text(rows: Int, fraction: Double?, seconds: Double, text: String) {
        let progress = SeedProgress(subject: "Item", rows: rows, fraction: fraction)
        #expect(ProgressLine.text(progress, after: .seconds(seconds)) == text)
    }

    @Test("Phases after the rows are part of the line and of the estimate")
    func behindRows() {
        let indexes = SeedProgress(subject: "building indexes", fraction: 0.25)
        #expect(ProgressLine.text(indexes, after: .seconds(2)) == "building indexes: 25 %")
        let check = SeedProgress(subject: "verifying Item", fraction: nil)
        #expect(ProgressLine.text(check, after: .seconds(2)) == "verifying Item")
        // 2 s of rows remain. The rest takes as long as all 6 s of rows, including the earlier ones.
        let rows = SeedProgress(subject: "Item", rows: 49_152, fraction: 0.5)
        #expect(
            ProgressLine.text(rows, after: .seconds(2), since: .seconds(4), share: 1)
                == "Item: 49,152 rows, 24,576 rows/s, 50 %, 8 s remaining")
    }

    @Test("The line is rewritten at most ten times a second, and removed at the end")
    func throttle() {
        let written = Written()
        let start = ContinuousClock.now
        let line = ProgressLine(start: start) { written.add($0) }
        line.clear()
        for (tenth, rows) in [(10, 1), (10, 2), (11, 3), (12, 4)] {
            line.show(
                SeedProgress(subject: "A", rows: rows, fraction: nil),
                at: start + .milliseconds(tenth * 100))
        }
        line.clear()
        line.clear()
        #expect(
            written.texts == [
                "\rA: 1 rows, 1 rows/s\u{1B}[K", "\rA: 3 rows, 2 rows/s\u{1B}[K",
                "\rA: 4 rows, 3 rows/s\u{1B}[K", "\r\u{1B}[K",
            ])
    }

    private final class Written: @unchecked Sendable {
        var texts: [String] = []
        func add(_ text: String) { texts.append(text) }
    }

    @Test(
        "A build shows progress on a terminal only",
        arguments: [
            (true, [], ["TERM": "xterm"], true), (true, ["--quiet"], ["TERM": "xterm"], false),
            (true, [], ["TERM": "dumb"], false), (false, [], ["TERM": "xterm"], false),
        ] as [(Bool, [String], [String: String], Bool)])
    func build(onTerminal: Bool, options: [String], environment: [String: String], isShown: Bool)
        throws
    {
        let shop = try Shop()
        var rows = "name,quantity\n"
        for number in 0..<(SeedProgress.interval + 1) { rows += "n\(number),1\n" }
        try shop.folder.write(rows, as: "many.csv")
        try shop.folder.write(
            """
            reference: reference.sqlite
            output: many.sqlite
            sources: { units: { csv: many.csv } }
            entities: { Unit: { from: units, attributes: { name: name } } }
            """, as: "many.yml")
        let errors = try standardError(
            ["build", "many.yml"] + options, in: shop.path, environment: environment,
            onTerminal: onTerminal)
        #expect(errors.contains("Unit: 16,384 rows") == isShown)
        #expect(errors.hasSuffix("\r\u{1B}[K") == isShown)
        #expect(errors.isEmpty == !isShown)
        #expect(FileManager.default.fileExists(atPath: shop.path + "/many.sqlite"))
    }

    /// Returns the text that a command writes to standard error, which is a terminal or a pipe.
    private func standardError(
        _ arguments: [String], in folder: String, environment: [String: String], onTerminal: Bool
    ) throws -> String {
        var ends: (reader: Int32, writer: Int32) = (-1, -1)
        if onTerminal {
            try #require(openpty(&ends.reader, &ends.writer, nil, nil, nil) == 0)
        } else {
            var both: [Int32] = [-1, -1]
            try #require(pipe(&both) == 0)
            ends = (both[0], both[1])
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Zseed.path)
        process.arguments = arguments
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle(fileDescriptor: ends.writer)
        try process.run()
        close(ends.writer)
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        // A closed terminal gives an error where a pipe gives its end.
        while true {
            let count = read(ends.reader, &buffer, buffer.count)
            guard count > 0 else { break }
            text += buffer.prefix(count)
        }
        close(ends.reader)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return String(decoding: text, as: UTF8.self)
    }
}
