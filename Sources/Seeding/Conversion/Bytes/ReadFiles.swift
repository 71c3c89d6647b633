import Foundation

/// The files that rows named, as they were when they were read.
///
/// Safe to share between threads: a lock guards what is noted.
final class ReadFiles: @unchecked Sendable {
    private let lock = NSLock()
    private var noted: [String: String?] = [:]

    /// The digests of the files by their paths; nil for one that could not be read.
    var digests: [String: String?] { lock.withLock { noted } }

    /// Notes a file; the first look counts.
    func note(_ path: String, digest: @autoclosure () -> String?) {
        let isKnown = lock.withLock { noted.keys.contains(path) }
        guard !isKnown else { return }
        let digest = digest()
        lock.withLock { noted[path] = .some(digest) }
    }
}
