import Foundation

/// The digests of the files that rows named, at the time they were read.
///
/// Safe to share between threads: a lock guards the digests.
final class ReadFiles: @unchecked Sendable {
    private let lock = NSLock()
    private var noted: [String: String?] = [:]

    /// The digests of the files by their paths; nil for a file that could not be read.
    var digests: [String: String?] { lock.withLock { noted } }

    /// Records a file. Only the first call for a path counts.
    func note(_ path: String, digest: @autoclosure () -> String?) {
        let isKnown = lock.withLock { noted.keys.contains(path) }
        guard !isKnown else { return }
        let digest = digest()
        lock.withLock { noted[path] = .some(digest) }
    }
}
