import Foundation

/// Removes private files and empty folders, and ends programs that were started, when the process is told
/// to end (SIGINT, SIGTERM, SIGHUP).
///
/// A signal handler may do next to nothing: it unlinks paths that were prepared as C text, and
/// raises the signal again with its usual effect. While outputs come into place it waits.
package enum InterruptCleanup {
    private typealias Slots = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

    /// The paths in blocks of slots, which are made when they are needed and never move.
    nonisolated(unsafe) private static let blocks: UnsafeMutablePointer<Slots?> = {
        let blocks = UnsafeMutablePointer<Slots?>.allocate(capacity: blockCount)
        blocks.initialize(repeating: nil, count: blockCount)
        return blocks
    }()
    private static let blockSize = 1_024
    /// Four million files: more go without this net.
    private static let blockCount = 4_096
    /// Guards everything but what the handler does: several builds may run at once.
    private static let lock = NSLock()
    /// How many slots were ever used, and which of them are free again; under the lock.
    nonisolated(unsafe) private static var used = 0
    nonisolated(unsafe) private static var free: [Int] = []
    /// How many files and programs are registered; under the lock.
    nonisolated(unsafe) private static var count = 0
    /// The signals whose handler is ours; under the lock.
    nonisolated(unsafe) private static var handled: [Int32] = []
    /// How many outputs are coming into place; changed under the lock.
    nonisolated(unsafe) private static var holds = 0
    /// The signal that waits for them.
    nonisolated(unsafe) private static var waiting: Int32 = 0

    /// How deep the folders lie within each other at most.
    private static let deepest = 4

    private static let signals = [SIGINT, SIGTERM, SIGHUP]

    /// The programs that run for us, which lead process groups; 0 for none.
    nonisolated(unsafe) private static let processes: UnsafeMutablePointer<pid_t> = {
        let processes = UnsafeMutablePointer<pid_t>.allocate(capacity: processCount)
        processes.initialize(repeating: 0, count: processCount)
        return processes
    }()
    private static let processCount = 64

    /// Ends a program with its group, should the process be interrupted.
    ///
    /// - Returns: what to give to ``unregisterProcess(_:)``; nil where all slots are taken.
    static func register(process: pid_t) -> Int? {
        lock.withLock {
            guard let slot = (0..<processCount).first(where: { processes[$0] == 0 }) else { return nil }
            processes[slot] = process
            count += 1
            if count == 1 { handleSignals() }
            return slot
        }
    }

    /// Forgets a program, before its number can be another one's.
    static func unregisterProcess(_ slot: Int?) {
        guard let slot else { return }
        lock.withLock {
            processes[slot] = 0
            leave()
        }
    }

    /// One thing less is registered; under the lock.
    private static func leave() {
        count -= 1
        guard count == 0 else { return }
        for number in handled { signal(number, SIG_DFL) }
        handled = []
    }

    /// Removes this file, or this folder if it is empty by then, should the process be interrupted.
    ///
    /// - Returns: what to give to ``unregister(_:)``; nil where all slots are taken.
    package static func register(_ file: String) -> Int? {
        lock.withLock {
            guard let slot = freeSlot() else { return nil }
            blocks[slot / blockSize]?[slot % blockSize] = strdup(file)
            count += 1
            if count == 1 { handleSignals() }
            return slot
        }
    }

    private static func freeSlot() -> Int? {
        if let slot = free.popLast() { return slot }
        guard used < blockSize * blockCount else { return nil }
        if used % blockSize == 0 {
            let slots = Slots.allocate(capacity: blockSize)
            slots.initialize(repeating: nil, count: blockSize)
            blocks[used / blockSize] = slots
        }
        used += 1
        return used - 1
    }

    /// Forgets a file.
    package static func unregister(_ slot: Int?) {
        guard let slot else { return }
        lock.withLock {
            guard let slots = blocks[slot / blockSize], let path = slots[slot % blockSize] else {
                return
            }
            slots[slot % blockSize] = nil
            Foundation.free(path)
            free.append(slot)
            leave()
        }
    }

    /// Lets signals wait while `body` puts outputs in place: an interrupt comes before or after.
    package static func holding<Result>(_ body: () throws -> Result) rethrows -> Result {
        lock.withLock { holds += 1 }
        defer {
            let number = lock.withLock {
                holds -= 1
                guard holds == 0 else { return Int32(0) }
                defer { waiting = 0 }
                return waiting
            }
            if number != 0 { raise(number) }
        }
        return try body()
    }

    private static func handleSignals() {
        for number in signals {
            // What whoever started us had ignored (`nohup`) stays ignored, and a program that has
            // a handler of its own keeps it.
            let previous = signal(number, handler)
            if isUsual(previous) {
                handled.append(number)
            } else {
                signal(number, previous)
            }
        }
        unblock()
        System.ignoreFileSizeSignal()
    }

    private static func isUsual(_ disposition: (@convention(c) (Int32) -> Void)?) -> Bool {
        unsafeBitCast(disposition, to: Int.self) == unsafeBitCast(SIG_DFL, to: Int.self)
    }

    /// A thread of Dispatch blocks signals, and a process that it starts inherits that: an
    /// interrupt would have no effect.
    private static func unblock() {
        var set = sigset_t()
        sigemptyset(&set)
        for number in handled { sigaddset(&set, number) }
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }

    /// Nothing here may ask for memory, which whoever is interrupted may be asking for just now: plain
    /// pointers and loops, and no type that is made when it is needed first, such as a `stride`.
    private static let handler: @convention(c) (Int32) -> Void = { number in
        guard holds == 0 else {
            waiting = number
            return
        }
        var process = 0
        while process < processCount {
            if processes[process] > 0 { kill(-processes[process], SIGKILL) }
            process += 1
        }
        var last = -1
        var block = 0
        while block < blockCount, let slots = blocks[block] {
            var slot = 0
            while slot < blockSize {
                if let path = slots[slot] {
                    unlink(path)
                    last = block * blockSize + slot
                }
                slot += 1
            }
            block += 1
        }
        // Folders are empty only now, and the outer ones when the inner ones are gone.
        var depth = 0
        while depth < deepest {
            var slot = last
            while slot >= 0 {
                if let path = blocks[slot / blockSize]?[slot % blockSize] { rmdir(path) }
                slot -= 1
            }
            depth += 1
        }
        signal(number, SIG_DFL)
        raise(number)
    }
}
