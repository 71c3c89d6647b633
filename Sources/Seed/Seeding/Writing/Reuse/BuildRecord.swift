import Files
import Foundation

/// The record of a store's inputs, in a file beside the store.
///
/// The file may be removed: the next `zseed build --if-needed` builds the store and writes it again. It has digests
/// of contents and no times, so that it may be kept in a repository with the store.
struct BuildRecord: Codable, Equatable {
    /// The version of this format. Its key identifies the file.
    var zseedBuildRecord = BuildRecord.form
    /// An explanation for people who find the file.
    var about = "The inputs of the store beside it, for `zseed build --if-needed`."
    /// The version of the program.
    var program: String
    var isVerified: Bool
    /// The digest of the plan.
    var plan: String
    /// The digests of all inputs that the plan names.
    var inputs: [String: String]
    /// The digests of files that rows name.
    var filesOfRows: [String: String]
    /// The digest of the store.
    var store: String
    /// The digests of the store's external values, by their names.
    var externalFiles: [String: String]

    static let form = 1
    /// The size limit in bytes; a larger file is not a record.
    private static let longest = 256 << 20

    /// Returns the path of a store's record.
    static func path(ofStore path: String) -> String {
        let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        return String(path[..<start]) + "." + String(path[start...]) + ".zseed.json"
    }

    /// The kind of file in a record's place.
    enum Presence: Equatable {
        case none
        /// A file that zseed did not write, or another version of it.
        case foreign
        case record(BuildRecord)
    }

    /// Looks for the record of a store.
    ///
    /// - Throws: `FileError` if it cannot be read.
    static func present(at path: String) throws -> Presence {
        guard let status = try FileStatus(path: path, followsLinks: false) else { return .none }
        guard status.isRegularFile, status.size <= longest else { return .foreign }
        let bytes = try InputFiles.lookingAtOutput { try FileBytes.first(longest, of: path) }
        guard let record = try? JSONDecoder().decode(BuildRecord.self, from: Data(bytes)),
            record.zseedBuildRecord == form
        else { return .foreign }
        return .record(record)
    }

    /// Returns the text of the file; equal records give equal texts.
    func text() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    }

    /// Returns the files named by rows, and the external values, that have changed.
    ///
    /// - Throws: `FileError`.
    func needs(inFolder folder: String) throws -> [BuildNeed] {
        try filesOfRows.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            .compactMap { name, digest in
                let path = BuildInputs.path(of: name, in: folder)
                let now = try FileDigest.text(ofFile: path) ?? BuildInputs.absent
                return now == digest ? nil : Self.need(path, was: digest, is: now)
            }
    }

    /// Returns the reasons for a build if these are the current inputs.
    func needs(for now: BuildInputs, folder: String, planPath: String) -> [BuildNeed] {
        let names = Set(inputs.keys).union(now.files.keys)
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        let changed = names.compactMap { name -> BuildNeed? in
            guard inputs[name] != now.files[name] else { return nil }
            let path = BuildInputs.path(of: name, in: folder)
            return Self.need(path, was: inputs[name], is: now.files[name])
        }
        // The plan's file is an input. The command line can change the plan even if the file is the same.
        let isReported = changed.contains(.changedInput(path: planPath))
        return (plan != now.plan && !isReported ? [.changedPlan(path: planPath)] : []) + changed
    }

    private static func need(_ path: String, was: String?, is now: String?) -> BuildNeed {
        if was == nil || was == BuildInputs.absent { return .newInput(path: path) }
        if now == nil || now == BuildInputs.absent { return .missingInput(path: path) }
        return .changedInput(path: path)
    }
}
