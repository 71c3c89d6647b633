/// How much memory this process has needed.
package enum MemoryUse {
    /// What the system told when it was asked first. Linux counts what the process was that started
    /// this one: until the number grows, it may be another's.
    private static let first = told

    /// The most bytes that were in memory at once so far; 0 where the system does not tell.
    package static var peak: Int {
        let first = first
        let now = told
        #if canImport(Darwin)
            return max(first, now)
        #else
            return now > first ? now : highWaterMark ?? 0
        #endif
    }

    private static var told: Int {
        var usage = rusage()
        // 0 is RUSAGE_SELF, whose type differs between the C libraries.
        guard getrusage(0, &usage) == 0 else { return 0 }
        #if canImport(Darwin)
            return Int(usage.ru_maxrss)
        #else
            return Int(usage.ru_maxrss) * 1024
        #endif
    }

    /// The peak of this program alone; nil where `/proc` is not mounted.
    private static var highWaterMark: Int? {
        guard let bytes = try? FileBytes.first(1 << 14, of: "/proc/self/status") else { return nil }
        let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            .first { $0.hasPrefix("VmHWM:") }
        let number = line?.dropFirst("VmHWM:".count).drop { " \t".contains($0) }
            .prefix { $0.isNumber }
        return number.flatMap { Int($0) }.map { $0 * 1024 }
    }
}
