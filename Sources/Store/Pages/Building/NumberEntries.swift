import Files
import SQLite

/// Sorts the numbers of a column in runs, by radix. If there are several runs, they are stored in a file.
final class NumberEntries: IndexEntries {
    /// An entry whose key has the order of its value.
    private struct Entry {
        let key: UInt64
        let rowID: Int64
    }

    private final class Run {
        let entries: UnsafeMutableBufferPointer<Entry>
        var count = 0

        init(length: Int) { entries = .allocate(capacity: length) }
        deinit { entries.deallocate() }
    }

    private let isReal: Bool
    private let sorter: SerialWorker<Void>
    private let path: String
    private let runLength: Int
    private var run: Run
    /// Rows without a value, which sort before all others.
    private var nulls: Run
    private var spilled: SpillFile?
    private var spilledRuns: [Range<Int>] = []
    private var spilledNulls: SpillFile?

    /// - Parameter isReal: whether reals occur. Integers must then be exactly representable as reals.
    init(isReal: Bool, sorter: SerialWorker<Void>, path: String, runLength: Int) {
        self.isReal = isReal
        self.runLength = runLength
        run = Run(length: runLength)
        nulls = Run(length: runLength)
        self.sorter = sorter
        self.path = path
    }

    // MARK: Adding

    func add(_ row: Statement, column: Int, rowID: Int64) throws -> Bool {
        switch row.storageClass(at: column) {
        case .null:
            if nulls.count == runLength { try spillNulls() }
            nulls.entries[nulls.count] = Entry(key: 0, rowID: rowID)
            nulls.count += 1
            return true
        case .integer:
            let value = row.integer(at: column)
            guard isReal else { return try add(Self.key(value), rowID) }
            guard value.magnitude <= 1 << 53 else { return false }
            return try add(Self.key(Double(value)), rowID)
        case .real where isReal: return try add(Self.key(row.real(at: column)), rowID)
        case .real, .text, .blob: return false
        }
    }

    @inline(__always)
    private func add(_ key: UInt64, _ rowID: Int64) throws -> Bool {
        if run.count == runLength {
            let full = run
            run = Run(length: runLength)
            let work = Transfer((entries: self, run: full))
            sorter.add { _ in try work.value.entries.spill(work.value.run) }
        }
        run.entries[run.count] = Entry(key: key, rowID: rowID)
        run.count += 1
        return true
    }

    private func spillNulls() throws {
        let file = try spilledNulls ?? SpillFile(beside: path)
        spilledNulls = file
        try Self.write(nulls, to: file)
        nulls.count = 0
    }

    private func spill(_ run: Run) throws {
        Self.sort(run)
        let file = try spilled ?? SpillFile(beside: path)
        spilled = file
        let start = file.count
        try Self.write(run, to: file)
        spilledRuns.append(start..<file.count)
    }

    /// Writes a sorted run in groups of equal keys.
    ///
    /// A group has the difference of its key from the one before, the number of its rows, and the difference of
    /// each row's number from the one before. If there are few distinct keys, as in foreign keys, that takes a byte
    /// or two per row.
    private static func write(_ run: Run, to file: SpillFile) throws {
        var writer = SpillWriter(file)
        let entries = UnsafeBufferPointer(rebasing: run.entries[..<run.count])
        var start = 0
        var latestKey: UInt64 = 0
        while start < entries.count {
            let key = entries[start].key
            var end = start + 1
            while end < entries.count, entries[end].key == key { end += 1 }
            try writer.append(key &- latestKey)
            latestKey = key
            try writer.append(UInt64(end - start))
            var latestRow: Int64 = 0
            for entry in entries[start..<end] {
                try writer.append(UInt64(bitPattern: entry.rowID &- latestRow))
                latestRow = entry.rowID
            }
            start = end
        }
        try writer.finish()
    }

    // MARK: Keys

    /// Returns a key that sorts negative numbers below positive ones.
    private static func key(_ value: Int64) -> UInt64 {
        UInt64(bitPattern: value) ^ 1 << 63
    }

    private static func key(_ value: Double) -> UInt64 {
        let bits = (value == 0 ? 0 : value).bitPattern
        return bits >> 63 == 0 ? bits ^ 1 << 63 : ~bits
    }

    private static func double(_ key: UInt64) -> Double {
        Double(bitPattern: key >> 63 == 1 ? key ^ 1 << 63 : ~key)
    }

    /// Sorts by the bytes in which the keys differ, from the last one to the first. Equal keys keep the order of
    /// their rows.
    private static func sort(_ run: Run) {
        guard run.count > 1 else { return }
        var differences: UInt64 = 0
        for entry in run.entries[..<run.count] { differences |= entry.key ^ run.entries[0].key }
        let scratch = UnsafeMutableBufferPointer<Entry>.allocate(capacity: run.count)
        defer { scratch.deallocate() }
        var source = UnsafeMutableBufferPointer(rebasing: run.entries[..<run.count])
        var target = scratch
        for shift in stride(from: UInt64(0), to: 64, by: 8) where differences >> shift & 0xFF != 0 {
            withUnsafeTemporaryAllocation(of: Int.self, capacity: 256) { indices in
                indices.initialize(repeating: 0)
                for entry in source { indices[Int(entry.key >> shift & 0xFF)] += 1 }
                var start = 0
                for value in 0..<256 {
                    let count = indices[value]
                    indices[value] = start
                    start += count
                }
                for entry in source {
                    let value = Int(entry.key >> shift & 0xFF)
                    target[indices[value]] = entry
                    indices[value] += 1
                }
            }
            swap(&source, &target)
        }
        if source.baseAddress != run.entries.baseAddress {
            _ = target.update(from: source)
        }
    }

    // MARK: Merging

    private final class SpilledRun: MergedRun {
        /// The rows with one key. They must be read before the next group.
        struct Group: BitwiseCopyable {
            let key: UInt64
            let count: UInt64
        }

        private let reader: SpillReader
        private var latestKey: UInt64 = 0

        init(_ file: SpillFile, _ range: Range<Int>, runs: Int = 1) {
            reader = SpillReader(
                file, range, bufferSize: SpillReader.bufferSize(ofRuns: runs, longest: 0))
        }

        func next() throws -> Group? {
            guard let difference = try reader.number() else { return nil }
            guard let count = try reader.number() else { throw reader.endedEarly }
            latestKey &+= difference
            return Group(key: latestKey, count: count)
        }

        @inline(__always)
        static func precedes(_ one: inout Group, _ other: inout Group, whereEqual: Bool) -> Bool {
            one.key == other.key ? whereEqual : one.key < other.key
        }

        /// Passes the entries of the latest group to `body`.
        @inline(__always)
        func forEachEntry(of group: Group, _ body: (Entry) throws -> Void) throws {
            var rowID: Int64 = 0
            for _ in 0..<group.count {
                guard let difference = try reader.number() else { throw reader.endedEarly }
                rowID &+= Int64(bitPattern: difference)
                try body(Entry(key: group.key, rowID: rowID))
            }
        }
    }

    func forEachCell(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        try sorter.wait()
        var cell = IndexCell(longest: 0)
        if let spilledNulls {
            let run = SpilledRun(spilledNulls, 0..<spilledNulls.count)
            while let group = try run.next() {
                try run.forEachEntry(of: group) { try cell.withNull(rowID: $0.rowID, body) }
            }
        }
        for entry in nulls.entries[..<nulls.count] {
            try cell.withNull(rowID: entry.rowID, body)
        }
        guard let spilled else {
            Self.sort(run)
            for entry in run.entries[..<run.count] { try give(entry, &cell, body) }
            return
        }
        if run.count > 0 {
            try spill(run)
            run.count = 0
        }
        let runs = spilledRuns.map { SpilledRun(spilled, $0, runs: spilledRuns.count) }
        var merge = try SortedRuns(runs)
        try merge.forEach { group, run in
            try runs[run].forEachEntry(of: group) { try give($0, &cell, body) }
        }
    }

    @inline(__always)
    private func give(
        _ entry: Entry, _ cell: inout IndexCell, _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        guard isReal else {
            let value = Int64(bitPattern: entry.key ^ 1 << 63)
            return try cell.with(value, rowID: entry.rowID, body)
        }
        let value = Self.double(entry.key)
        // SQLite stores a whole number in such a column as an integer.
        if abs(value) <= 0x1p53, value == value.rounded() {
            try cell.with(Int64(value), rowID: entry.rowID, body)
        } else {
            try cell.with(value, rowID: entry.rowID, body)
        }
    }

    func release() {
        (run, nulls) = (Run(length: 0), Run(length: 0))
        (spilled, spilledNulls) = (nil, nil)
        spilledRuns = []
    }
}
