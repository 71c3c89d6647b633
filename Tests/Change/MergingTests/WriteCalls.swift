import CSQLite
import Foundation

/// The system calls by which SQLite changes files on one thread.
///
/// A process that is killed before a call leaves the results of all earlier calls. Looking at the files before each
/// call therefore covers every state that a kill can leave.
enum WriteCalls {
    private typealias Call = @convention(c) () -> Void
    private typealias Write = @convention(c) (Int32, UnsafeRawPointer?, Int) -> Int
    private typealias WriteAt = @convention(c) (Int32, UnsafeRawPointer?, Int, off_t) -> Int
    private typealias Truncate = @convention(c) (Int32, off_t) -> Int32
    private typealias Unlink = @convention(c) (UnsafePointer<CChar>?) -> Int32

    private nonisolated(unsafe) static var write: Write?
    private nonisolated(unsafe) static var writeAt: WriteAt?
    private nonisolated(unsafe) static var truncate: Truncate?
    private nonisolated(unsafe) static var unlink: Unlink?
    private nonisolated(unsafe) static var look: (() -> Void)?
    private nonisolated(unsafe) static var thread: pthread_t?
    private static let lock = NSLock()

    /// Runs a closure, and calls `looking` before each system call.
    static func each(_ looking: @escaping () -> Void, during body: () throws -> Void) rethrows {
        lock.lock()
        defer { lock.unlock() }
        guard let system = sqlite3_vfs_find("unix") else { return }
        func put<Function>(_ names: [String], _ function: Function) -> Function? {
            for name in names {
                guard let former = system.pointee.xGetSystemCall(system, name) else { continue }
                _ = system.pointee.xSetSystemCall(system, name, unsafeBitCast(function, to: Call.self))
                return unsafeBitCast(former, to: Function.self)
            }
            return nil
        }
        let onWrite: Write = { file, bytes, count in
            WriteCalls.before()
            return WriteCalls.write?(file, bytes, count) ?? -1
        }
        let onWriteAt: WriteAt = { file, bytes, count, offset in
            WriteCalls.before()
            return WriteCalls.writeAt?(file, bytes, count, offset) ?? -1
        }
        let onTruncate: Truncate = { file, size in
            WriteCalls.before()
            return WriteCalls.truncate?(file, size) ?? -1
        }
        let onUnlink: Unlink = { path in
            WriteCalls.before()
            return WriteCalls.unlink?(path) ?? -1
        }
        // SQLite uses one of the two.
        writeAt = put(["pwrite64", "pwrite"], onWriteAt)
        write = put(["write"], onWrite)
        truncate = put(["ftruncate"], onTruncate)
        unlink = put(["unlink"], onUnlink)
        look = looking
        thread = pthread_self()
        defer {
            thread = nil
            look = nil
            _ = system.pointee.xSetSystemCall(system, nil, nil)
        }
        try body()
    }

    private static func before() {
        guard let thread, pthread_equal(thread, pthread_self()) != 0 else { return }
        look?()
    }
}
