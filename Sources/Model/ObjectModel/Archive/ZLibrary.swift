import CZlib

/// The zlib that this process uses.
package enum ZLibrary {
    /// Its version, such as `1.3.1`.
    package static var version: String { zlibVersion().map { String(cString: $0) } ?? "" }
}
