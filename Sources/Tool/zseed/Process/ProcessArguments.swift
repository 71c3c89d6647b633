import Files

#if canImport(Glibc)
    @preconcurrency import Glibc

    /// Sets the arguments of the process in the Swift runtime.
    @_silgen_name("_swift_stdlib_overrideUnsafeArgvArgc")
    private func overrideArguments(
        _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, _ count: Int32)
#endif

/// Restores the arguments of the process if the Swift runtime cannot find them.
enum ProcessArguments {
    /// Finds the arguments if `/proc` is not mounted, as in a bare chroot. Must be called before the first use of
    /// `CommandLine.arguments`.
    ///
    /// The Swift runtime finds the arguments on the initial stack of the process. It reads the bounds of the stack from
    /// `/proc/self/maps`, and finds no arguments without that file. The layout of the stack is fixed: the number of
    /// arguments, the arguments, a null word, and then the environment. The stack is above all other memory, so the
    /// address shows whether the environment was moved meanwhile. Nothing below the current frame is ever read.
    @inline(never)
    static func restore() {
        #if canImport(Glibc)
            guard System.readFailure("/proc/self/maps") != nil else { return }
            var frame: UInt = 0
            let environment = environ
            withUnsafePointer(to: &frame) { frame in
                let words = UnsafeMutableRawPointer(environment)
                    .assumingMemoryBound(to: UInt.self)
                let lowest = UnsafeRawPointer(frame)
                guard UnsafeRawPointer(words) > lowest, words[-1] == 0 else { return }
                var count = 0
                while UnsafeRawPointer(words - (count + 2)) > lowest {
                    guard words[-(count + 2)] != UInt(count) else {
                        return overrideArguments(environment - (count + 1), Int32(count))
                    }
                    count += 1
                }
            }
        #endif
    }
}
