/// One block of bytes that grows at its end.
final class GrowingBlock {
    /// The address of the first byte, which changes when the block grows.
    private(set) var start: UnsafeMutableRawPointer
    /// The number of bytes added.
    private(set) var count = 0
    private var capacity = 1024

    init() { start = .allocate(byteCount: capacity, alignment: 16) }

    deinit { start.deallocate() }

    /// Adds bytes.
    @inline(__always)
    func append(_ bytes: UnsafeRawBufferPointer) {
        if capacity - count < bytes.count { grow(by: bytes.count) }
        if let source = bytes.baseAddress {
            (start + count).copyMemory(from: source, byteCount: bytes.count)
        }
        count += bytes.count
    }

    private func grow(by more: Int) {
        let larger = capacity < 1 << 20 ? capacity * 2 : capacity + capacity / 2
        let wanted = max(larger, count + more)
        let moved = UnsafeMutableRawPointer.allocate(byteCount: wanted, alignment: 16)
        moved.copyMemory(from: start, byteCount: count)
        start.deallocate()
        start = moved
        capacity = wanted
    }
}
