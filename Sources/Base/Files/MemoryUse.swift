/// The memory use of this process.
package enum MemoryUse {
    /// The first value that the system reported. On Linux it includes the program that this process was before
    /// `exec`, so that it counts only after it has grown.
    private static let first = systemPeak

    /// The greatest amount of memory in use so far, in bytes, or 0 if the system does not report it.
    package static var peak: Int {
        let first = first
        let now = systemPeak
        #if canImport(Darwin)
            return max(first, now)
        #else
            return now > first ? now : highWaterMark ?? 0
        #endif
    }

    private static var systemPeak: Int {
        var usage = rusage()
        // 0 is RUSAGE_SELF, whose type differs between C libraries.
        guard getrusage(0, &usage) == 0 else { return 0 }
        #if canImport(Darwin)
            return Int(usage.ru_maxrss)
        #else
            return Int(usage.ru_maxrss) * 1024
        #endif
    }

    /// The peak of this program alone, or nil if `/proc` is not mounted.
    private static var highWaterMark: Int? {
        guard let bytes = try? FileBytes.first(1 << 14, of: "/proc/self/status") else { return nil }
        let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            .first { $0.hasPrefix("VmHWM:") }
        let number = line?.dropFirst("VmHWM:".count).drop { " \t".contains($0) }
            .prefix { $0.isNumber }
        return number.flatMap { Int($0) }.map { $0 * 1024 }
    }
}
