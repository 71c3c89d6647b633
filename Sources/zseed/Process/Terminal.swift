import Files
import Foundation
import ObjectModel

/// Writes to standard output and standard error.
enum Terminal {
    /// Why standard output could not be written, such as a full disk; nil while all is well.
    static var failure: String? { state.failure }

    private static let state = OutputState()

    /// The same, once: whoever asks tells it.
    static func takeFailure() -> String? { state.takeFailure() }

    /// Whether the process ends like others when its output is no longer read (SIGPIPE); set once, at the start.
    nonisolated(unsafe) private static var endsWithReader = false

    /// Lets outputs be placed although the printed text is no longer read.
    static func holdPipeSignal() { endsWithReader = System.ignorePipeSignal() }

    /// Ends the process if its output is no longer read. Call this when all work is done.
    static func endWithReader() {
        if state.isClosed { InterruptCleanup.end(by: SIGPIPE) }
    }

    /// Gives the process the standard streams that its parent closed: files that are opened later
    /// would take their numbers, and what is printed would go into them.
    static func openStandardStreams() {
        for stream in 0...2 as ClosedRange<Int32> where fcntl(stream, F_GETFD) == -1 {
            _ = System.openOutput("/dev/null", O_RDWR)
        }
    }

    /// How many characters a line of the terminal has; nil where standard output is none.
    static let width: Int? = {
        var size = winsize()
        guard isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0,
            size.ws_col >= 20
        else { return nil }
        return Int(size.ws_col)
    }()

    /// Writes a line to standard output; on a terminal as several, broken between words.
    static func print(_ line: String) {
        guard let width, line.utf8.count > width else { return show(harmless(line) + "\n") }
        for part in broken(harmless(line), within: width) { show(part + "\n") }
    }

    /// A line as several, broken between words; what follows stands a little to the right of its beginning.
    static func broken(_ line: String, within width: Int) -> [String] {
        guard line.count > width, !line.contains("\n"), !line.contains("\t") else { return [line] }
        let indent = String(repeating: " ", count: min(line.prefix { $0 == " " }.count + 2, width / 2))
        var lines: [String] = []
        var rest = Substring(line)
        while rest.count > (lines.isEmpty ? width : width - indent.count) {
            let room = rest.prefix((lines.isEmpty ? width : width - indent.count) + 1)
            // A word that is longer than a line stays whole.
            let start = rest.firstIndex { $0 != " " } ?? rest.startIndex
            let end =
                room[start...].lastIndex(of: " ") ?? rest[start...].firstIndex(of: " ") ?? rest.endIndex
            lines.append((lines.isEmpty ? "" : indent) + rest[..<end].trimmed(" "))
            rest = rest[end...].drop { $0 == " " }
        }
        if !rest.isEmpty { lines.append((lines.isEmpty ? "" : indent) + rest) }
        return lines
    }

    /// Writes a text that programs read to standard output, as it is; where people read it at a
    /// terminal, without what that would obey.
    static func printData(_ text: String) { show(isatty(STDOUT_FILENO) == 1 ? harmless(text) : text) }

    /// The same for the one document that a command prints: should something fail when its result was told
    /// already, no second one follows.
    static func printDocument(_ text: String) {
        if state.beginDocument() { printData(text) }
    }

    /// The same for UTF-8 bytes, whole lines of them.
    static func printData(_ bytes: UnsafeRawBufferPointer) {
        guard isatty(STDOUT_FILENO) != 1 else { return printData(String(decoding: bytes, as: UTF8.self)) }
        if state.isOpen { note(write(bytes, to: STDOUT_FILENO)) }
    }

    private static func show(_ text: String) {
        if state.isOpen { note(write(text, to: STDOUT_FILENO)) }
    }

    /// Keeps why standard output could not be written.
    ///
    /// - Parameter code: 0, or the error number.
    private static func note(_ code: Int32) {
        guard code != 0 else { return }
        guard code == EPIPE, endsWithReader else { return state.fail(System.words(code)) }
        state.close()
        // A command that only prints has nothing more to do.
        if !InterruptCleanup.expectsOutput { endWithReader() }
    }

    /// Writes a line to standard error, as far as that can be written.
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

    /// The line without what a terminal would obey: names and texts come from files of others.
    /// Tabs and line ends stay, since some output has them.
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
    /// Without such signs at the end.
    fileprivate func trimmed(_ sign: Character) -> String {
        var text = self
        while text.last == sign { text.removeLast() }
        return String(text)
    }
}

/// What became of standard output.
private final class OutputState: @unchecked Sendable {
    private let lock = NSLock()
    private var reason: String?
    private var isTold = false
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
            defer { isTold = true }
            return isTold ? nil : reason
        }
    }

    func beginDocument() -> Bool {
        lock.withLock {
            defer { hasDocument = true }
            return !hasDocument
        }
    }
}
