/// A buffer of lines for standard output. A separate write for each of millions of lines would take longer than all
/// other work.
final class LineBuffer {
    private var bytes: [UInt8] = []
    private static let size = 64 * 1024

    init() { bytes.reserveCapacity(Self.size + 4096) }

    /// Adds a line as ``Terminal/print(_:)`` would write it.
    func print(_ line: String) {
        add(line)
        endLine()
    }

    /// Adds a part of a line. Joining the parts to a text first would take longer than writing them.
    func add(_ part: String) { bytes.append(contentsOf: Terminal.harmless(part).utf8) }

    /// Ends a line.
    func endLine() {
        bytes.append(UInt8(ascii: "\n"))
        if bytes.count >= Self.size { flush() }
    }

    /// Writes the buffered lines.
    func flush() {
        bytes.withUnsafeBytes { Terminal.printData($0) }
        bytes.removeAll(keepingCapacity: true)
    }
}
