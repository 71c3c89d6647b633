import Files
import Foundation
import ObjectModel

/// Writes to standard output and standard error.
enum Terminal {
    /// The reason why standard output could not be written, such as a full disk; nil for no failure.
    static var failure: String? { state.failure }

    private static let state = OutputState()

    /// Returns the failure only once, so that only one caller reports it.
    static func takeFailure() -> String? { state.takeFailure() }

    /// Whether the process ends like others when its output is no longer read (SIGPIPE); set once, at the start.
    nonisolated(unsafe) private static var endsWithReader = false

    /// Lets outputs be placed although the printed text is no longer read.
    static func holdPipeSignal() { endsWithReader = System.ignorePipeSignal() }

    /// Ends the process if its output is no longer read. Call this when all work is done.
    static func endWithReader() {
        if state.isClosed { InterruptCleanup.end(by: SIGPIPE) }
    }

    /// Opens standard streams that the parent process closed. Otherwise, files that are opened later would get their
    /// numbers, and printed text would be written into them.
    static func openStandardStreams() {
        for stream in 0...2 as ClosedRange<Int32> where fcntl(stream, F_GETFD) == -1 {
            _ = System.openOutput("/dev/null", O_RDWR)
        }
    }

    /// The number of characters in a line of the terminal; nil if standard output is not a terminal.
    static let width: Int? = {
        var size = winsize()
        guard isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0,
            size.ws_col >= 20
        else { return nil }
        return Int(size.ws_col)
    }()

    /// Writes a line to standard output. On a terminal, a long line is broken between words.
    static func print(_ line: String) {
        guard let width, line.utf8.count > width else { return show(harmless(line) + "\n") }
        for part in broken(harmless(line), within: width) { show(part + "\n") }
    }

    /// Returns a line broken between words into several, with continuation lines indented.
    static func broken(_ line: String, within width: Int) -> [String] {
        guard line.count > width, !line.contains("\n"), !line.contains("\t") else { return [line] }
        let indent = String(repeating: " ", count: min(line.prefix { $0 == " " }.count + 2, width / 2))
        var lines: [String] = []
        var rest = Substring(line)
        while rest.count > (lines.isEmpty ? width : width - indent.count) {
            let room = rest.prefix((lines.isEmpty ? width : width - indent.count) + 1)
            // A word longer than a line is not broken.
            let start = rest.firstIndex { $0 != " " } ?? rest.startIndex
            let end =
                room[start...].lastIndex(of: " ") ?? rest[start...].firstIndex(of: " ") ?? rest.endIndex
            lines.append((lines.isEmpty ? "" : indent) + rest[..<end].trimmed(" "))
            rest = rest[end...].drop { $0 == " " }
        }
        if !rest.isEmpty { lines.append((lines.isEmpty ? "" : indent) + rest) }
        return lines
    }

    /// Writes a text for programs to standard output, unchanged. If standard output is a terminal, control characters
    /// are escaped.
    static func printData(_ text: String) { show(isatty(STDOUT_FILENO) == 1 ? harmless(text) : text) }

    /// Writes the single document of a command. If an error occurs after the result was printed, no second document
    /// follows.
    static func printDocument(_ text: String) {
        if state.beginDocument() { printData(text) }
    }

    /// Writes UTF-8 bytes of whole lines in the same way.
    static func printData(_ bytes: UnsafeRawBufferPointer) {
        guard isatty(STDOUT_FILENO) != 1 else { return printData(String(decoding: bytes, as: UTF8.self)) }
        if state.isOpen { note(write(bytes, to: STDOUT_FILENO)) }
    }

    private static func show(_ text: String) {
        if state.isOpen { note(write(text, to: STDOUT_FILENO)) }
    }

    /// Records why standard output could not be written.
    ///
    /// - Parameter code: 0, or the error number.
    private static func note(_ code: Int32) {
        guard code != 0 else { return }
        guard code == EPIPE, endsWithReader else { return state.fail(System.words(code)) }
        state.close()
        // A command that only prints has nothing else to do.
        if !InterruptCleanup.expectsOutput { endWithReader() }
    }

    /// Writes a line to standard error. Errors while writing are ignored.
    static func report(_ line: String) { _ = write(harmless(line) + "\n", to: STDERR_FILENO) }

    /// Writes a text.
    ///
    /// - Returns: 0, or the error number.
    private static func write(_ text: String, to descriptor: Int32) -> Int32 {
        var text = text
        return text.withUTF8 { write(UnsafeRawBufferPointer($0), to: descriptor) }
    }

    private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
        InterruptCleanup.awaitEnd()
        return System.writeAll(bytes, to: descriptor)
    }

    /// Returns the line with control characters escaped, because names and texts come from outside. Tabs and line ends
    /// are kept, because some output has them.
    static func harmless(_ line: String) -> String {
        if PrintableText.isPlainASCII(line) { return line }
        func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
            scalar == "\t" || scalar == "\n" || !PrintableText.isObeyed(scalar)
        }
        guard !line.unicodeScalars.allSatisfy(isHarmless) else { return line }
        return line.unicodeScalars.map {
            isHarmless($0) ? String($0) : "\\u{\(String($0.value, radix: 16))}"
        }.joined()
    }
}

extension Substring {
    /// Returns the text without such characters at the end.
    fileprivate func trimmed(_ sign: Character) -> String {
        var text = self
        while text.last == sign { text.removeLast() }
        return String(text)
    }
}

/// The state of standard output.
private final class OutputState: @unchecked Sendable {
    private let lock = NSLock()
    private var reason: String?
    private var isReported = false
    private var hasDocument = false
    private var hasNoReader = false

    var failure: String? { lock.withLock { reason } }

    /// Whether the output is no longer read.
    var isClosed: Bool { lock.withLock { hasNoReader } }
    var isOpen: Bool { lock.withLock { reason == nil && !hasNoReader } }

    func close() { lock.withLock { hasNoReader = true } }

    func fail(_ reason: String) { lock.withLock { self.reason = reason } }

    func takeFailure() -> String? {
        lock.withLock {
            defer { isReported = true }
            return isReported ? nil : reason
        }
    }

    func beginDocument() -> Bool {
        lock.withLock {
            defer { hasDocument = true }
            return !hasDocument
        }
    }
}
