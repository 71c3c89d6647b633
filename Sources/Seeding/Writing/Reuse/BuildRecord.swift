import Foundation
import Files

/// What a store was built from, as a file beside it tells.
///
/// Whoever removes the file loses nothing: the next `zseed build --if-needed` builds, and writes it
/// anew. It holds digests of contents and no times, so that it may be kept in a repository with
/// the store.
struct BuildRecord: Codable, Equatable {
    /// The version of this form, under a key that tells whose file it is.
    var zseedBuildRecord = BuildRecord.form
    /// What the file is, for people who find it.
    var about = "What the store beside it was built from, for `zseed build --if-needed`."
    /// The version of the program.
    var program: String
    var isVerified: Bool
    /// The digest of what the plan says.
    var plan: String
    /// The digests of all inputs that the plan names.
    var inputs: [String: String]
    /// The digests of files that rows name.
    var filesOfRows: [String: String]
    /// The digest of the store.
    var store: String
    /// The digests of values in files of the store's own, by their names.
    var externalFiles: [String: String]

    static let form = 1
    /// In bytes: a file that is larger is none of ours.
    private static let longest = 256 << 20

    /// Where the record of a store is.
    static func path(ofStore path: String) -> String {
        let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        return String(path[..<start]) + "." + String(path[start...]) + ".zseed.json"
    }

    /// What is in the place of a record.
    enum Presence: Equatable {
        case none
        /// A file that zseed did not write, or another version of it.
        case foreign
        case record(BuildRecord)
    }

    /// Looks for the record of a store.
    ///
    /// - Throws: `FileError` where it cannot be read.
    static func present(at path: String) throws -> Presence {
        guard let status = try FileStatus(path: path, followsLinks: false) else { return .none }
        guard status.isRegularFile, status.size <= longest else { return .foreign }
        let bytes = try InputFiles.lookingAtOutput { try FileBytes.first(longest, of: path) }
        guard let record = try? JSONDecoder().decode(BuildRecord.self, from: Data(bytes)),
            record.zseedBuildRecord == form
        else { return .foreign }
        return .record(record)
    }

    /// The text of the file; equal records give equal texts.
    func text() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    }

    /// What the files that rows named and those of the store are not any more.
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

    /// Why a build is needed where these are the inputs now.
    func needs(for now: BuildInputs, folder: String, planPath: String) -> [BuildNeed] {
        let names = Set(inputs.keys).union(now.files.keys)
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        let changed = names.compactMap { name -> BuildNeed? in
            guard inputs[name] != now.files[name] else { return nil }
            let path = BuildInputs.path(of: name, in: folder)
            return Self.need(path, was: inputs[name], is: now.files[name])
        }
        // The plan's file is an input; what it says may differ by the command line, too.
        let isTold = changed.contains(.changedInput(path: planPath))
        return (plan != now.plan && !isTold ? [.changedPlan(path: planPath)] : []) + changed
    }

    private static func need(_ path: String, was: String?, is now: String?) -> BuildNeed {
        if was == nil || was == BuildInputs.absent { return .newInput(path: path) }
        if now == nil || now == BuildInputs.absent { return .missingInput(path: path) }
        return .changedInput(path: path)
    }
}
