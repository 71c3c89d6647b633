#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Calls of the system as they have to be made: again after an interrupt, and on after a read or
/// write that came back short.
///
/// All tell an error as the calls do: by a negative result, and `errno`.
public enum SystemCall {
    /// Makes a call again for as long as a signal interrupts it.
    @inline(__always)
    public static func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
        while true {
            let result = call()
            guard result < 0, errno == EINTR else { return result }
        }
    }

    /// Opens a file.
    ///
    /// - Parameter permissions: those of a file that is made.
    /// - Returns: its descriptor.
    public static func open(
        _ path: String, _ flags: Int32, permissions: mode_t = 0o600
    ) -> Int32 {
        #if canImport(Darwin)
            retrying { Darwin.open(path, flags | O_CLOEXEC, permissions) }
        #elseif canImport(Musl)
            retrying { Musl.open(path, flags | O_CLOEXEC, permissions) }
        #else
            retrying { Glibc.open(path, flags | O_CLOEXEC, permissions) }
        #endif
    }

    /// Reads from a place of a file until a buffer is full or the file ends.
    ///
    /// - Returns: how many bytes were read.
    public static func readAll(
        _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) -> Int {
        var count = 0
        while count < buffer.count {
            let result = retrying {
                pread(
                    descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count,
                    off_t(offset + count))
            }
            guard result >= 0 else { return result }
            guard result > 0 else { break }
            count += result
        }
        return count
    }

    /// Writes all bytes at a place of a file.
    ///
    /// - Returns: 0.
    public static func writeAll(
        _ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int
    ) -> Int {
        var count = 0
        while count < bytes.count {
            let result = retrying {
                pwrite(
                    descriptor, bytes.baseAddress.map { $0 + count }, bytes.count - count,
                    off_t(offset + count))
            }
            guard result >= 0 else { return result }
            count += result
        }
        return 0
    }

    /// Writes all bytes where a file or pipe is.
    ///
    /// - Returns: 0.
    public static func writeAll(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        var count = 0
        while count < bytes.count {
            let result = retrying {
                #if canImport(Darwin)
                    Darwin.write(
                        descriptor, bytes.baseAddress.map { $0 + count }, bytes.count - count)
                #elseif canImport(Musl)
                    Musl.write(
                        descriptor, bytes.baseAddress.map { $0 + count }, bytes.count - count)
                #else
                    Glibc.write(
                        descriptor, bytes.baseAddress.map { $0 + count }, bytes.count - count)
                #endif
            }
            guard result >= 0 else { return result }
            count += result
        }
        return 0
    }

    /// Flushes a file or folder to the disk.
    ///
    /// - Returns: 0.
    public static func sync(_ descriptor: Int32) -> Int32 { retrying { fsync(descriptor) } }
}
