import Foundation

/// Makes the header of a finished database independent of the SQLite library that wrote it.
///
/// SQLite notes its own version at offset 96 and, at 92, the change counter (offset 24) for which
/// that note holds. Neither says anything about the content, but the first would make the files of
/// two machines differ. See <https://www.sqlite.org/fileformat2.html#the_database_header>.
public enum HeaderStamp {
    /// The version that is noted: 3.8.10, the oldest among the model-carrying stores we know.
    static let version: [UInt8] = [0x00, 0x2D, 0xE6, 0x0A]

    /// Stamps a closed database.
    ///
    /// - Throws: the system's error.
    public static func apply(to path: String) throws {
        let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        defer { try? handle.close() }
        try handle.seek(toOffset: 24)
        guard let counter = try handle.read(upToCount: 4), counter.count == 4 else { return }
        try handle.seek(toOffset: 92)
        try handle.write(contentsOf: counter + Data(version))
    }
}
