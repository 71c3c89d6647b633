import CZlib

/// The zlib that this process uses.
public enum ZLibrary {
    /// Its version, such as `1.3.1`.
    public static var version: String { zlibVersion().map { String(cString: $0) } ?? "" }
}
