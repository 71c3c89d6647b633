import Files
import SQLite

/// Sorts the texts of a column by their bytes, as `COLLATE BINARY` does, in runs in memory. If there are several
/// runs, they are stored in a file.
final class TextEntries: IndexEntries {
    private struct Entry {
        /// Eight bytes of the text as a number with the same order.
        var key: UInt64
        let rowID: Int64
        let offset: UInt32
        let count: UInt32
    }

    private final class Run {
        let entries: UnsafeMutableBufferPointer<Entry>
        let bytes: UnsafeMutableRawBufferPointer
        var count = 0
        var byteCount = 0

        init(length: Int, byteCount: Int) {
            entries = .allocate(capacity: length)
            bytes = .allocate(byteCount: byteCount, alignment: 16)
        }

        deinit {
            entries.deallocate()
            bytes.deallocate()
        }

        func text(_ entry: Entry) -> UnsafeRawBufferPointer {
            let start = Int(entry.offset)
            return UnsafeRawBufferPointer(rebasing: bytes[start..<(start + Int(entry.count))])
        }
    }

    private let sorter: SerialWorker<Void>
    private let path: String
    private let longest: Int
    private let nulls: NumberEntries
    /// The greatest number of entries in a run, and of bytes in its texts.
    private let runLength: Int
    private let runBytes: Int
    private var run: Run
    private var spilled: SpillFile?
    private var spilledRuns: [Range<Int>] = []

    /// - Parameter longest: the length of the longest text in bytes.
    init(sorter: SerialWorker<Void>, path: String, longest: Int, runLength: Int) {
        self.runLength = runLength
        // 32 bytes for each text, and room for the longest one.
        runBytes = runLength * 32 + longest
        run = Run(length: runLength, byteCount: runBytes)
        self.sorter = sorter
        self.path = path
        self.longest = longest
        nulls = NumberEntries(isReal: false, sorter: sorter, path: path, runLength: runLength)
    }

    // MARK: Adding

    func add(_ row: Statement, column: Int, rowID: Int64) throws -> Bool {
        switch row.storageClass(at: column) {
        case .null: return try nulls.add(row, column: column, rowID: rowID)
        case .text:
            return row.withText(at: column) { text in
                guard let text, text.count <= longest else { return false }
                add(text, rowID)
                return true
            }
        case .integer, .real, .blob: return false
        }
    }

    private func add(_ text: UnsafeRawBufferPointer, _ rowID: Int64) {
        if run.count == runLength || runBytes - run.byteCount < text.count {
            let full = run
            run = Run(length: runLength, byteCount: runBytes)
            let work = Transfer((entries: self, run: full))
            sorter.add { _ in try work.value.entries.spill(work.value.run) }
        }
        run.entries[run.count] = Entry(
            key: 0, rowID: rowID, offset: UInt32(run.byteCount),
            count: UInt32(text.count))
        run.count += 1
        if let start = text.baseAddress, let block = run.bytes.baseAddress {
            (block + run.byteCount).copyMemory(from: start, byteCount: text.count)
        }
        run.byteCount += text.count
    }

    // MARK: Sorting

    /// Returns eight bytes from an offset on. Bytes after the end are zeros.
    @inline(__always)
    private static func key(_ text: UnsafeRawBufferPointer, at offset: Int) -> UInt64 {
        if offset + 8 <= text.count {
            return UInt64(bigEndian: text.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        }
        var key: UInt64 = 0
        for index in offset..<(offset + 8) {
            key = key << 8 | (index < text.count ? UInt64(text[index]) : 0)
        }
        return key
    }

    private static func sort(_ run: Run) {
        for index in 0..<run.count {
            run.entries[index].key = key(run.text(run.entries[index]), at: 0)
        }
        sort(UnsafeMutableBufferPointer(rebasing: run.entries[..<run.count]), of: run, at: 0)
    }

    /// Sorts entries that are equal up to an offset, by their keys from that offset. If texts are still equal, they
    /// are sorted from the next offset on.
    private static func sort(
        _ entries: UnsafeMutableBufferPointer<Entry>, of run: Run, at offset: Int
    ) {
        let end = UInt32(offset + 8)
        var entries = entries
        entries.sort { one, other in
            if one.key != other.key { return one.key < other.key }
            // A text that ends here precedes one that continues, even with a NUL character.
            let (oneCount, otherCount) = (min(one.count, end + 1), min(other.count, end + 1))
            return oneCount == otherCount ? one.rowID < other.rowID : oneCount < otherCount
        }
        var start = 0
        while start < entries.count {
            let key = entries[start].key
            var next = start + 1
            guard entries[start].count > end else {
                start = next
                continue
            }
            while next < entries.count, entries[next].key == key { next += 1 }
            if next - start > 1 {
                let group = UnsafeMutableBufferPointer(rebasing: entries[start..<next])
                for index in group.indices {
                    group[index].key = Self.key(run.text(group[index]), at: Int(end))
                }
                sort(group, of: run, at: Int(end))
            }
            start = next
        }
    }

    // MARK: Merging

    private func spill(_ run: Run) throws {
        Self.sort(run)
        let file = try spilled ?? SpillFile(beside: path)
        spilled = file
        let start = file.count
        var writer = SpilledTexts.Writer(file)
        for entry in run.entries[..<run.count] {
            try writer.append(run.text(entry), rowID: entry.rowID)
        }
        try writer.finish()
        spilledRuns.append(start..<file.count)
    }

    func forEachCell(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        try sorter.wait()
        try nulls.forEachCell(body)
        var cell = IndexCell(longest: longest)
        guard let spilled else {
            Self.sort(run)
            for entry in run.entries[..<run.count] {
                try cell.with(run.text(entry), rowID: entry.rowID, body)
            }
            return
        }
        if run.count > 0 {
            try spill(run)
            run.count = 0
            run.byteCount = 0
        }
        let bufferSize = SpillReader.bufferSize(ofRuns: spilledRuns.count, longest: longest)
        var merge = try SortedRuns(
            spilledRuns.map { SpilledTexts(SpillReader(spilled, $0, bufferSize: bufferSize)) })
        try merge.forEach { item, _ in try cell.with(item.text, rowID: item.rowID, body) }
    }

    func release() {
        run = Run(length: 0, byteCount: 0)
        spilled = nil
        spilledRuns = []
        nulls.release()
    }
}
