import CSpawn
import Foundation

/// Removes private files and empty folders, and ends child processes, when this process is interrupted or its
/// output is no longer read.
///
/// Interrupts are SIGINT, SIGTERM, SIGHUP, SIGQUIT and a time limit. A signal handler may do very little. This one
/// unlinks paths that were prepared as C strings, and raises the signal again with its default effect. It waits
/// while outputs are being placed.
///
/// Other threads continue during the cleanup, and may find that their files are gone. Before they print, place an
/// output, register an item or end the process, they wait for the end of the process. The user therefore does not
/// see their errors.
package enum InterruptCleanup {
    private typealias Slots = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

    /// The paths in blocks of slots, which are allocated when needed and never move.
    nonisolated(unsafe) private static let blocks: UnsafeMutablePointer<Slots?> = {
        let blocks = UnsafeMutablePointer<Slots?>.allocate(capacity: blockCount)
        blocks.initialize(repeating: nil, count: blockCount)
        return blocks
    }()
    private static let blockSize = 1_024
    /// Room for four million files. Further files are not removed after an interrupt.
    private static let blockCount = 4_096
    /// Guards all state except in the handler, because several builds may run at once.
    private static let lock = NSLock()
    /// The number of slots that were ever used, and the free ones among them. Accessed under the lock.
    nonisolated(unsafe) private static var used = 0
    nonisolated(unsafe) private static var free: [Int] = []
    /// The number of registered files and programs. Accessed under the lock.
    nonisolated(unsafe) private static var count = 0
    /// The signals that have this type's handler. Accessed under the lock.
    nonisolated(unsafe) private static var handled: [Int32] = []
    /// Three words that the threads and the handler share.
    ///
    /// 1. The number of outputs being placed and items being registered, or ``ending`` while an interrupt cleans
    ///    up.
    /// 2. The signal that waits for these to finish.
    /// 3. Whether the process writes an output.
    nonisolated(unsafe) private static let words: UnsafeMutablePointer<Int32> = {
        let words = UnsafeMutablePointer<Int32>.allocate(capacity: 3)
        words.initialize(repeating: 0, count: 3)
        return words
    }()
    private static let ending: Int32 = -1
    private static var state: UnsafeMutablePointer<Int32> { words }
    private static var waiting: UnsafeMutablePointer<Int32> { words + 1 }

    /// The greatest nesting of registered folders.
    private static let deepest = 4
    private static let attempts = 3

    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGXCPU]

    /// The child processes, which lead process groups. A free slot is 0.
    nonisolated(unsafe) private static let processes: UnsafeMutablePointer<pid_t> = {
        let processes = UnsafeMutablePointer<pid_t>.allocate(capacity: processCount)
        processes.initialize(repeating: 0, count: processCount)
        return processes
    }()
    private static let processCount = 64

    /// Registers a program, so that an interrupt ends it and its process group.
    ///
    /// - Returns: the slot for ``unregisterProcess(_:)``, or nil if all slots are taken.
    static func register(process: pid_t) -> Int? {
        changing {
            guard let slot = (0..<processCount).first(where: { processes[$0] == 0 }) else { return nil }
            processes[slot] = process
            count += 1
            if count == 1 { handleSignals() }
            return slot
        }
    }

    /// Unregisters a program before the system can reuse its number.
    static func unregisterProcess(_ slot: Int?) {
        guard let slot else { return }
        changing {
            processes[slot] = 0
            leave()
        }
    }

    /// Counts one item less. Called under the lock.
    private static func leave() {
        count -= 1
        guard count == 0 else { return }
        for number in handled { signal(number, SIG_DFL) }
        handled = []
    }

    /// Registers a file or an empty folder, which an interrupt removes.
    ///
    /// - Returns: the slot for ``unregister(_:)``, or nil if all slots are taken.
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

    /// Unregisters a file.
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

    /// Delays signals while `body` places outputs, so that an interrupt takes effect before or after.
    package static func holding<Result>(_ body: () throws -> Result) rethrows -> Result {
        hold()
        defer { letGo() }
        return try body()
    }

    /// Changes the registered items. The handler must not see them half changed.
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
        // The thread that takes the signal raises it.
        if number != 0, replace_word(waiting, number, 0) { raise(number) }
    }

    /// Waits for the end of the process if an interrupt is already cleaning up.
    ///
    /// Errors from that point on are caused by the removed files, and must not be reported in place of the signal.
    package static func awaitEnd() {
        while word_value(state) == ending { pause() }
    }

    /// Records that the process writes an output. A closed pipe for its other output must not end the process
    /// before that output is placed.
    package static func expectOutput() { _ = replace_word(words + 2, 0, 1) }

    /// Whether the process writes an output.
    package static var expectsOutput: Bool { word_value(words + 2) != 0 }

    /// Ends the process by a signal as if the signal had arrived, after its outputs are placed and with the usual
    /// cleanup.
    package static func end(by number: Int32) {
        prepareHandler()
        signal(number, handler)
        unblock([number])
        raise(number)
    }

    /// Makes every exit of the process wait for a running cleanup.
    private static let waitsAtExit: Bool = atexit { InterruptCleanup.awaitEnd() } == 0

    /// Initializes all lazy state, because the handler must not do that.
    private static func prepareHandler() { _ = (blocks, processes, words, signals, waitsAtExit) }

    private static func handleSignals() {
        prepareHandler()
        for number in signals {
            // Signals that the parent process ignores (`nohup`) stay ignored, and existing handlers stay in place.
            let previous = signal(number, handler)
            // Swift's runtime handles SIGQUIT itself if it reports crashes.
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

    /// Unblocks the signals. Dispatch's threads block signals, and child processes inherit that. An interrupt would
    /// have no effect.
    private static func unblock(_ signals: [Int32]) {
        var set = sigset_t()
        sigemptyset(&set)
        for number in signals { sigaddset(&set, number) }
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }

    /// The handler must not allocate memory, because the interrupted thread may be allocating. It uses only plain
    /// pointers and loops, and no type that is initialized lazily, such as a `stride`.
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
        // Another thread may create a file until it reaches the point where it waits.
        var attempt = 0
        while attempt < attempts, removeFiles() { attempt += 1 }
        signal(number, SIG_DFL)
        raise(number)
    }

    /// Removes the registered items.
    ///
    /// - Returns: whether a registered folder still has content.
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
        // Folders are empty only now, and outer folders only after the inner ones were removed.
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
