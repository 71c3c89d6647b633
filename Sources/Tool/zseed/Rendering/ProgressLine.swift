import Files
import Foundation

/// A line on a terminal with the progress of a build: rows, rows per second, and the remaining time, including that of
/// indexes and checks.
///
/// It is overwritten at most ten times per second, and ``clear()`` removes it before anything else is printed.
final class ProgressLine: @unchecked Sendable {
    private let lock = NSLock()
    private let write: @Sendable (String) -> Void
    private let start: ContinuousClock.Instant
    /// The duration of indexes and checks, as a multiple of that of the rows.
    private let share: Double
    private var subject = ""
    private var subjectStart: ContinuousClock.Instant
    private var shown: ContinuousClock.Instant?

    /// Creates a line.
    ///
    /// - Parameters:
    ///   - share: the duration of the work after the rows, as a multiple of that of the rows.
    ///   - write: writes a text to the terminal unchanged.
    init(
        start: ContinuousClock.Instant = .now, share: Double = 0, write: @escaping @Sendable (String) -> Void
    ) {
        self.start = start
        self.share = share
        subjectStart = start
        self.write = write
    }

    /// Returns a line on standard error if that is a terminal with cursor control; otherwise nil.
    static func onTerminal(share: Double = 0) -> ProgressLine? {
        guard isatty(STDERR_FILENO) == 1, ProcessInfo.processInfo.environment["TERM"] != "dumb"
        else {
            return nil
        }
        return ProgressLine(share: share) { try? FileHandle.standardError.write(contentsOf: Data($0.utf8)) }
    }

    /// Shows the progress, unless it was shown a moment ago.
    func show(_ progress: SeedProgress, at now: ContinuousClock.Instant = .now) {
        lock.withLock {
            if progress.subject != subject {
                subject = progress.subject
                subjectStart = shown == nil ? start : now
            }
            if let shown, now - shown < .milliseconds(100) { return }
            shown = now
            // Returns to the first column, and clears the rest of the old line.
            let text = Self.text(progress, after: now - subjectStart, since: now - start, share: share)
            write("\r" + text + "\u{1B}[K")
        }
    }

    /// Removes the line.
    func clear() {
        lock.withLock {
            guard shown != nil else { return }
            write("\r\u{1B}[K")
            shown = nil
        }
    }

    /// Returns a text such as `Item: 49,152 rows, 120,000 rows/s, 62 %, 3 s remaining`.
    ///
    /// - Parameters:
    ///   - duration: the time spent on the subject so far.
    ///   - whole: the total time so far.
    ///   - share: the duration of the work after the rows, as a multiple of that of the rows.
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
