import CLibCSV

/// libcsv's parser, whose callbacks fill the cells of a ``Record``.
///
/// No libcsv pointer leaves this file.
final class CSVParser {
    let delimiter: UInt8
    private var state = csv_parser()
    private let sink = Sink()
    /// The parser in place of libcsv, or nil if quotes must follow RFC 4180.
    private var lenient: LenientRow?

    /// The result of the callbacks. A class, so that C can carry a reference to it.
    private final class Sink {
        var record: Record?
        var finishedRows = 0
    }

    /// Creates a parser in libcsv's strict mode.
    ///
    /// - Throws: ``SeedIssue`` if libcsv cannot start.
    init(path: String, delimiter: UInt8, isLenient: Bool = false) throws {
        self.delimiter = delimiter
        lenient = isLenient ? LenientRow(delimiter: delimiter) : nil
        guard begin() else {
            throw SeedIssue(.file(.fileSystem("libcsv cannot start")), at: .init(path: path))
        }
    }

    deinit { csv_free(&state) }

    private func begin() -> Bool {
        let options = UInt8(CSV_STRICT | CSV_STRICT_FINI | CSV_EMPTY_IS_NULL)
        guard csv_init(&state, options) == 0 else { return false }
        csv_set_delim(&state, delimiter)
        // The size by which libcsv enlarges its buffer. Its default of 128 bytes would move a cell of megabytes
        // thousands of times.
        csv_set_blk_size(&state, 64 * 1024)
        // Spaces belong to the value. By default libcsv trims unquoted fields.
        csv_set_space_func(&state) { _ in 0 }
        return true
    }

    /// Parses bytes and appends the completed fields to the record.
    ///
    /// - Returns: the number of bytes parsed, which is smaller than the given number if the quoting is malformed.
    func parse(_ bytes: UnsafeRawBufferPointer, into record: Record) -> Int {
        if lenient != nil {
            sink.finishedRows += lenient?.take(bytes, into: record) ?? 0
            return bytes.count
        }
        sink.record = record
        defer { sink.record = nil }
        let context = Unmanaged.passUnretained(sink).toOpaque()
        return csv_parse(
            &state, bytes.baseAddress, bytes.count, Self.fieldEnded, Self.rowEnded, context)
    }

    /// Ends the input.
    ///
    /// - Returns: false if it ended inside a quoted field.
    func finish(into record: Record) -> Bool {
        if let open = lenient?.isOpen {
            guard !open else { return false }
            if lenient?.finish(into: record) == true { sink.finishedRows += 1 }
            return true
        }
        sink.record = record
        defer { sink.record = nil }
        let context = Unmanaged.passUnretained(sink).toOpaque()
        return csv_fini(&state, Self.fieldEnded, Self.rowEnded, context) == 0
    }

    /// The number of rows that ended since ``takeFinishedRows()``.
    var finishedRows: Int { sink.finishedRows }

    /// Returns the number of rows that ended, and resets it to 0.
    func takeFinishedRows() -> Int {
        defer { sink.finishedRows = 0 }
        return sink.finishedRows
    }

    /// libcsv's message if it ran out of memory.
    var memoryFailure: String? {
        let status = csv_error(&state)
        guard status == CSV_ENOMEM || status == CSV_ETOOBIG else { return nil }
        return csv_strerror(status).map { String(cString: $0) } ?? "out of memory"
    }

    /// Discards an unfinished row after an error, to continue at the next line.
    func restart() {
        csv_free(&state)
        sink.finishedRows = 0
        lenient?.restart()
        _ = begin()
    }

    private static let fieldEnded:
        @convention(c) (UnsafeMutableRawPointer?, Int, UnsafeMutableRawPointer?) -> Void = {
            data, count, context in
            guard let context else { return }
            let sink = Unmanaged<Sink>.fromOpaque(context).takeUnretainedValue()
            guard let data else {
                sink.record?.appendNull()
                return
            }
            sink.record?.append(text: UnsafeRawBufferPointer(start: data, count: count))
        }

    private static let rowEnded: @convention(c) (Int32, UnsafeMutableRawPointer?) -> Void = {
        _, context in
        guard let context else { return }
        Unmanaged<Sink>.fromOpaque(context).takeUnretainedValue().finishedRows += 1
    }
}
