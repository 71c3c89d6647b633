import Dispatch
import TestSupport
import Testing

@testable import Pages
@testable import SQLite

/// The steps between the rows of a large table and the pages of its indexes.
@Suite("Sorting the entries of indexes")
struct IndexSortingTests {
    /// A run in memory.
    private final class Numbers: MergedRun {
        private var rest: ArraySlice<Int>

        init(_ numbers: [Int]) { rest = numbers[...] }

        func next() -> Int? { rest.popFirst() }

        /// Compares by tens, so that equal items can still be distinguished.
        static func precedes(_ one: inout Int, _ other: inout Int, whereEqual: Bool) -> Bool {
            one / 10 == other / 10 ? whereEqual : one < other
        }
    }

    @Test(
        "A merge gives all items in order, and equal items in the order of their runs",
        arguments: [0, 1, 2, 3, 4, 5, 7, 8, 31, 80])
    func merge(runs count: Int) throws {
        var random = SeededGenerator(seed: UInt64(count))
        let runs = (0..<count).map { _ in
            let length = Int.random(in: 0...40, using: &random)
            return (0..<length).map { _ in Int.random(in: 0...200, using: &random) }
                .enumerated().sorted { ($0.element / 10, $0.offset) < ($1.element / 10, $1.offset) }
                .map(\.element)
        }
        var merged: [[Int]] = []
        var merge = try SortedRuns(runs.map(Numbers.init))
        try merge.forEach { item, run in merged.append([item, run]) }
        let expected = runs.enumerated().flatMap { run, items in items.map { [$0, run] } }
            .enumerated()
            .sorted { ($0.element[0] / 10, $0.offset) < ($1.element[0] / 10, $1.offset) }
            .map(\.element)
        #expect(merged == expected)
    }

    /// Returns texts with common prefixes of eight bytes, early ends, and NUL characters.
    private static func text(using random: inout SeededGenerator) -> [UInt8] {
        let words = [
            "", "\0", "\0\0\0\0\0\0\0\0", "a", "ab", "Dried Be", "Dried Bf", "Dried B", "ÿ",
            "long enough for several words of eight bytes",
        ]
        return (0..<Int.random(in: 0...4, using: &random)).flatMap { _ in
            Array((words.randomElement(using: &random) ?? "").utf8)
        }
    }

    @Test(
        "Texts from a temporary file are merged in order",
        arguments: [1, 2, 3, 5, 8, 13, 40], [UInt64(1), 2, 3])
    func mergedTexts(runs count: Int, seed: UInt64) throws {
        let folder = try TestFolder()
        let file = try SpillFile(beside: folder.path + "/store.sqlite")
        var random = SeededGenerator(seed: seed)
        var ranges: [Range<Int>] = []
        var all: [(text: [UInt8], rowID: Int64)] = []
        for _ in 0..<count {
            let run = (0..<Int.random(in: 0...300, using: &random)).map { index in
                (text: Self.text(using: &random), rowID: Int64(all.count + index))
            }.sorted { $0.text.lexicographicallyPrecedes($1.text) }
            all += run
            let start = file.count
            var writer = SpilledTexts.Writer(file)
            for (text, rowID) in run {
                try text.withUnsafeBytes { try writer.append($0, rowID: rowID) }
            }
            try writer.finish()
            ranges.append(start..<file.count)
        }
        var merged: [Int64] = []
        var texts: [[UInt8]] = []
        var merge = try SortedRuns(ranges.map { SpilledTexts(SpillReader(file, $0, bufferSize: 256)) })
        try merge.forEach { item, _ in
            merged.append(item.rowID)
            texts.append(Array(item.text))
        }
        // The order is stable: equal texts keep the order of their runs.
        let expected = all.enumerated().sorted { one, other in
            one.element.text == other.element.text
                ? one.offset < other.offset
                : one.element.text.lexicographicallyPrecedes(other.element.text)
        }.map(\.element)
        #expect(merged == expected.map(\.rowID))
        #expect(texts == expected.map(\.text))
    }

    @Test("Numbers and bytes are read back from a spilled run, whatever the size of the buffer")
    func spilledNumbers() throws {
        let folder = try TestFolder()
        let file = try SpillFile(beside: folder.path + "/store.sqlite")
        let numbers: [UInt64] = [0, 1, 127, 128, 16_383, 16_384, 1 << 32, 1 << 63, .max]
        let texts = ["", "a", String(repeating: "long ", count: 12)]
        var starts: [Int] = []
        for _ in 0..<2 {
            starts.append(file.count)
            var writer = SpillWriter(file)
            for _ in 0..<10_000 {
                for number in numbers { try writer.append(number) }
                for var text in texts {
                    try text.withUTF8 { try writer.append(UnsafeRawBufferPointer($0)) }
                }
            }
            try writer.finish()
        }
        for size in [64, 100, 1 << 16] {
            let reader = SpillReader(file, starts[1]..<file.count, bufferSize: size)
            for _ in 0..<10_000 {
                for number in numbers { try #require(try reader.number() == number) }
                for text in texts {
                    let bytes = try #require(try reader.next(text.utf8.count))
                    try #require(bytes.elementsEqual(text.utf8))
                }
            }
            #expect(try reader.number() == nil)
        }
    }

    // MARK: From thread to thread

    private struct Broken: Error, Equatable {}

    /// Cells of eight bytes with the numbers from 0 upwards.
    private final class Counted: IndexEntries {
        private let count: Int
        private let isBroken: Bool
        private(set) var isReleased = false

        init(_ count: Int, isBroken: Bool = false) {
            self.count = count
            self.isBroken = isBroken
        }

        func add(_ row: Statement, column: Int, rowID: Int64) -> Bool { false }

        func release() { isReleased = true }

        func forEachCell(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
            #expect(!isReleased)
            for number in 0..<count { try withUnsafeBytes(of: number, body) }
            if isBroken { throw Broken() }
        }
    }

    /// Passes cells from one thread to another. `body` gets each cell, and nil after each index.
    private static func pass(_ entries: [Counted], _ body: (Int?) throws -> Void) throws {
        let queue = CellQueue(entries)
        defer { queue.stop() }
        for _ in 0..<entries.count {
            try queue.forEachCell { try body($0.loadUnaligned(as: Int.self)) }
            try body(nil)
        }
    }

    @Test("Cells arrive in order, index after index", arguments: [0, 1, 100_000])
    func cells(count: Int) throws {
        var received: [Int] = []
        var ends: [Int] = []
        // Two indexes over one column have the same entries.
        let three = Counted(3)
        let indexes = [three, Counted(count), three, Counted(0)]
        try Self.pass(indexes) { cell in
            if let cell { received.append(cell) } else { ends.append(received.count) }
        }
        // The thread that fills the queue has ended.
        #expect(indexes.filter { !$0.isReleased }.isEmpty)
        #expect(received == [0, 1, 2] + Array(0..<count) + [0, 1, 2])
        #expect(ends == [3, count + 3, count + 6, count + 6])
    }

    @Test("A failure on one thread ends the other", arguments: [0, 10, 200_000])
    func failures(count: Int) throws {
        #expect(throws: Broken.self) {
            try Self.pass([Counted(count, isBroken: true), Counted(5)]) { _ in }
        }
        #expect(throws: Broken.self) {
            try Self.pass([Counted(count), Counted(1_000_000)]) { cell in
                if cell == nil { throw Broken() }
            }
        }
    }
}
