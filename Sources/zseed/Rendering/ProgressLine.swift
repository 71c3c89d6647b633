import Foundation
import StoreMaking

/// A line on a terminal that tells how far a build is: rows, rows a second, time remaining, that of indexes and
/// checks included.
///
/// It is written over itself at most ten times a second, and ``clear()`` takes it away before
/// anything else is printed.
final class ProgressLine: @unchecked Sendable {
    private let lock = NSLock()
    private let write: @Sendable (String) -> Void
    private let start: ContinuousClock.Instant
    /// How long indexes and checks take, in times of what the rows take.
    private let share: Double
    private var subject = ""
    private var subjectStart: ContinuousClock.Instant
    private var shown: ContinuousClock.Instant?

    /// Prepares a line.
    ///
    /// - Parameters:
    ///   - share: how long what comes behind the rows takes, in times of what they take.
    ///   - write: puts a text on the terminal as it is.
    init(
        start: ContinuousClock.Instant = .now, share: Double = 0, write: @escaping @Sendable (String) -> Void
    ) {
        self.start = start
        self.share = share
        subjectStart = start
        self.write = write
    }

    /// A line on standard error where that is a terminal that can go back on a line; else nil.
    static func onTerminal(share: Double = 0) -> ProgressLine? {
        guard isatty(STDERR_FILENO) == 1, ProcessInfo.processInfo.environment["TERM"] != "dumb"
        else {
            return nil
        }
        return ProgressLine(share: share) { try? FileHandle.standardError.write(contentsOf: Data($0.utf8)) }
    }

    /// Shows how far the build is, unless that was done a moment ago.
    func show(_ progress: SeedProgress, at now: ContinuousClock.Instant = .now) {
        lock.withLock {
            if progress.subject != subject {
                subject = progress.subject
                subjectStart = shown == nil ? start : now
            }
            if let shown, now - shown < .milliseconds(100) { return }
            shown = now
            // Back to the first column, and whatever is left of the old line goes.
            let text = Self.text(progress, after: now - subjectStart, since: now - start, share: share)
            write("\r" + text + "\u{1B}[K")
        }
    }

    /// Takes the line away.
    func clear() {
        lock.withLock {
            guard shown != nil else { return }
            write("\r\u{1B}[K")
            shown = nil
        }
    }

    /// `Item: 49,152 rows, 120,000 rows/s, 62 %, 3 s remaining`.
    ///
    /// - Parameters:
    ///   - duration: the time that the subject took so far.
    ///   - whole: the time that all took so far.
    ///   - share: how long what comes behind the rows takes, in times of what they take.
    static func text(
        _ progress: SeedProgress, after duration: Duration, since whole: Duration? = nil, share: Double = 0
    ) -> String {
        let seconds = max(Self.seconds(duration), 0.001)
        var text = Terminal.harmless(progress.subject)
        guard let rows = progress.rows else {
            return text + (progress.fraction.map { ": \(Int($0 * 100)) %" } ?? "")
        }
        let rate = Int(clamping: Int64(min(Double(rows) / seconds, 1e15)))
        text += ": \(grouped(rows)) rows, \(grouped(rate)) rows/s"
        guard let fraction = progress.fraction, fraction > 0 else { return text }
        let rest = seconds / fraction * (1 - fraction)
        let remaining = min(rest + share * (max(Self.seconds(whole ?? duration), seconds) + rest), 1e9)
        return text + ", \(Int(fraction * 100)) %, \(Self.time(Int(remaining.rounded()))) remaining"
    }

    private static func seconds(_ duration: Duration) -> Double {
        Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
    }

    private static func time(_ seconds: Int) -> String {
        guard seconds >= 60 else { return "\(seconds) s" }
        return seconds < 3600
            ? "\(seconds / 60) min \(seconds % 60) s"
            : "\(seconds / 3600) h \(seconds / 60 % 60) min"
    }

    private static func grouped(_ number: Int) -> String {
        var groups: [String] = []
        var rest = number
        while rest >= 1000 {
            let group = String(rest % 1000)
            groups.append(String(repeating: "0", count: 3 - group.count) + group)
            rest /= 1000
        }
        return ([String(rest)] + groups.reversed()).joined(separator: ",")
    }
}
