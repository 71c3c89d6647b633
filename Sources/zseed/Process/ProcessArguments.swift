import Files

#if canImport(Glibc)
    @preconcurrency import Glibc

    /// Tells the Swift runtime the arguments of the process itself.
    @_silgen_name("_swift_stdlib_overrideUnsafeArgvArgc")
    private func overrideArguments(
        _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, _ count: Int32)
#endif

/// The arguments of the process where the runtime cannot find them.
enum ProcessArguments {
    /// Finds the arguments where `/proc` is not mounted, as in a bare chroot. To be called before
    /// anything asks for `CommandLine.arguments`.
    ///
    /// The Swift runtime finds the arguments on the stack that the kernel made, whose bounds it
    /// takes from `/proc/self/maps`; without that, it knows none. Their address does not depend on
    /// it: the number of arguments, the arguments, a null word, and then the environment. The
    /// stack lies above all other memory, so that a program whose environment was moved meanwhile
    /// is told by its address, and nothing below the present frame is ever read.
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
