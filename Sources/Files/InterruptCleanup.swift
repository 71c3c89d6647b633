import CSpawn
import Foundation

/// Removes private files and empty folders, and ends programs that were started, when the process is told
/// to end (SIGINT, SIGTERM, SIGHUP, SIGQUIT, a limit of time) or when its output is no longer read.
///
/// A signal handler may do next to nothing: it unlinks paths that were prepared as C text, and
/// raises the signal again with its usual effect. While outputs come into place it waits. Other threads go on
/// meanwhile, and may find that their files are gone: they wait for the end where they would print, put something
/// in place, register something more or end the process, so that nobody sees it.
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
    /// How many outputs are coming into place, or things are being registered; ``ending`` from when an interrupt
    /// cleans up. The signal that waits for these. And whether the process writes an output.
    nonisolated(unsafe) private static let words: UnsafeMutablePointer<Int32> = {
        let words = UnsafeMutablePointer<Int32>.allocate(capacity: 3)
        words.initialize(repeating: 0, count: 3)
        return words
    }()
    private static let ending: Int32 = -1
    private static var state: UnsafeMutablePointer<Int32> { words }
    private static var waiting: UnsafeMutablePointer<Int32> { words + 1 }

    /// How deep the folders lie within each other at most.
    private static let deepest = 4
    private static let attempts = 3

    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGXCPU]

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
        changing {
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
        changing {
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
        changing {
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
        changing {
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
        hold()
        defer { letGo() }
        return try body()
    }

    /// Changes what is registered, which a handler must not see half done.
    private static func changing<Result>(_ body: () -> Result) -> Result {
        holding { lock.withLock(body) }
    }

    private static func hold() {
        while true {
            awaitEnd()
            let count = word_value(state)
            if count >= 0, replace_word(state, count, count + 1) { return }
        }
    }

    private static func letGo() {
        var count = word_value(state)
        while !replace_word(state, count, count - 1) { count = word_value(state) }
        guard count == 1 else { return }
        let number = word_value(waiting)
        // Whoever takes it raises it.
        if number != 0, replace_word(waiting, number, 0) { raise(number) }
    }

    /// Waits for the end of the process where an interrupt cleans up already: what fails from now on does so since
    /// files are gone, and must not be told in place of the signal.
    package static func awaitEnd() {
        while word_value(state) == ending { pause() }
    }

    /// Remembers that the process was asked for an output: what it prints besides is no reason to end before that is
    /// in place.
    package static func expectOutput() { _ = replace_word(words + 2, 0, 1) }

    /// Whether the process was asked for an output.
    package static var expectsOutput: Bool { word_value(words + 2) != 0 }

    /// Ends the process by a signal, as if that had come: after its outputs are in place, and with all that an
    /// interrupt removes.
    package static func end(by number: Int32) {
        prepareHandler()
        signal(number, handler)
        unblock([number])
        raise(number)
    }

    /// So that whoever ends the process waits, too, wherever that is.
    private static let waitsAtExit: Bool = atexit { InterruptCleanup.awaitEnd() } == 0

    /// Nothing is made for the first time by a handler.
    private static func prepareHandler() { _ = (blocks, processes, words, signals, waitsAtExit) }

    private static func handleSignals() {
        prepareHandler()
        for number in signals {
            // What whoever started us had ignored (`nohup`) stays ignored, and a program that has
            // a handler of its own keeps it.
            let previous = signal(number, handler)
            // Swift's runtime has a handler of its own for SIGQUIT where it reports crashes.
            if isUsual(previous) || number == SIGQUIT && !isIgnored(previous) {
                handled.append(number)
            } else {
                signal(number, previous)
            }
        }
        unblock(handled)
        System.ignoreFileSizeSignal()
    }

    private static func isIgnored(_ disposition: (@convention(c) (Int32) -> Void)?) -> Bool {
        unsafeBitCast(disposition, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    static func isUsual(_ disposition: (@convention(c) (Int32) -> Void)?) -> Bool {
        unsafeBitCast(disposition, to: Int.self) == unsafeBitCast(SIG_DFL, to: Int.self)
    }

    /// A thread of Dispatch blocks signals, and a process that it starts inherits that: an
    /// interrupt would have no effect.
    private static func unblock(_ signals: [Int32]) {
        var set = sigset_t()
        sigemptyset(&set)
        for number in signals { sigaddset(&set, number) }
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }

    /// Nothing here may ask for memory, which whoever is interrupted may be asking for just now: plain
    /// pointers and loops, and no type that is made when it is needed first, such as a `stride`.
    private static let handler: @convention(c) (Int32) -> Void = { number in
        let code = errno
        _ = replace_word(waiting, 0, number)
        guard replace_word(state, 0, ending) else {
            errno = code
            return
        }
        var process = 0
        while process < processCount {
            if processes[process] > 0 { kill(-processes[process], SIGKILL) }
            process += 1
        }
        // Another thread may make a file until it comes to where it waits.
        var attempt = 0
        while attempt < attempts, removeFiles() { attempt += 1 }
        signal(number, SIG_DFL)
        raise(number)
    }

    /// Removes what is registered.
    ///
    /// - Returns: whether there is a folder that has something in it still.
    private static func removeFiles() -> Bool {
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
        var isLeft = false
        while depth < deepest {
            isLeft = false
            var slot = last
            while slot >= 0 {
                if let path = blocks[slot / blockSize]?[slot % blockSize], rmdir(path) != 0 {
                    if errno == ENOTEMPTY || errno == EEXIST { isLeft = true }
                }
                slot -= 1
            }
            depth += 1
        }
        return isLeft
    }
}
