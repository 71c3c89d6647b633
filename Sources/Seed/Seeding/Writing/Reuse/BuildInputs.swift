import Files
import Inputs

/// The inputs of a store: each file with the digest of its contents.
///
/// Files have the names in the plan, relative to its folder, so that a project that was moved or checked out again
/// has the same inputs.
struct BuildInputs: Equatable {
    /// The digest of the plan.
    let plan: String
    /// The digests of files; ``absent`` for a missing file.
    private(set) var files: [String: String] = [:]
    /// The first input that cannot be read twice.
    private(set) var unrepeatable: String?

    /// The substitute for the digest of a missing file.
    static let absent = "absent"

    /// Computes the digests of the inputs that are known before a plan runs.
    ///
    /// - Throws: `FileError` if an input exists but cannot be read.
    init(_ plan: SeedPlan) throws {
        let folder = Self.folder(of: plan)
        self.plan = PlanDigest.text(of: plan, folder: folder)
        for path in try plan.knownInputPaths() { try add(path, in: folder) }
        unrepeatable = unrepeatable ?? plan.sources.first { !$0.kind.isRepeatable }?.kind.path
    }

    /// Returns the folder to which the paths of a plan are relative.
    static func folder(of plan: SeedPlan) -> String {
        plan.path.lastIndex(of: "/").map { String(plan.path[..<$0]) } ?? "."
    }

    /// Returns the name of a path in a record.
    static func name(of path: String, in folder: String) -> String {
        path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : path
    }

    /// Returns the path of a name in a record.
    static func path(of name: String, in folder: String) -> String {
        name.hasPrefix("/") || folder == "." ? name : folder + "/" + name
    }

    /// Returns whether an input gives the same bytes each time, as a pipe does not.
    ///
    /// - Throws: `FileError`.
    static func isRepeatable(_ path: String) throws -> Bool {
        try path != StandardInput.path && FileStatus(path: path)?.isRegularFile ?? true
    }

    private mutating func add(_ path: String, in folder: String) throws {
        let name = Self.name(of: path, in: folder)
        guard files[name] == nil else { return }
        guard try Self.isRepeatable(path) else {
            unrepeatable = unrepeatable ?? path
            return
        }
        files[name] = try FileDigest.text(ofFile: path) ?? Self.absent
    }
}
