/// Lines for standard output, written many at a time: a write for each of millions takes longer than all else.
final class LineBuffer {
    private var bytes: [UInt8] = []
    private static let size = 64 * 1024

    init() { bytes.reserveCapacity(Self.size + 4096) }

    /// Adds a line, as ``Terminal/print(_:)`` would write it.
    func print(_ line: String) {
        bytes.append(contentsOf: Terminal.harmless(line).utf8)
        bytes.append(UInt8(ascii: "\n"))
        if bytes.count >= Self.size { flush() }
    }

    /// Writes what is there.
    func flush() {
        bytes.withUnsafeBytes { Terminal.printData($0) }
        bytes.removeAll(keepingCapacity: true)
    }
}
