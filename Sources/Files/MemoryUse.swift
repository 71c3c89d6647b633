#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// How much memory this process has needed.
public enum MemoryUse {
    /// The most bytes that were in memory at once so far; 0 where the system does not tell.
    public static var peak: Int {
        var usage = rusage()
        // 0 is RUSAGE_SELF, whose type differs between the C libraries.
        guard getrusage(0, &usage) == 0 else { return 0 }
        #if canImport(Darwin)
            return Int(usage.ru_maxrss)
        #else
            return Int(usage.ru_maxrss) * 1024
        #endif
    }
}
