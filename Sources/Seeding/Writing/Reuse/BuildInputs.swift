import Files
import Sources

/// What a store is built from: each file with the digest of its content.
///
/// Files are named as the plan names them, relative to its folder: a project that was moved, or
/// checked out anew, has the same inputs.
struct BuildInputs: Equatable {
    /// The digest of what the plan says.
    let plan: String
    /// The digests of files; ``absent`` for one that is not there.
    private(set) var files: [String: String] = [:]
    /// The first input that cannot be read twice.
    private(set) var unrepeatable: String?

    /// Stands for the digest of a file that is not there.
    static let absent = "absent"

    /// Looks at all inputs of a plan that are known before it is run.
    ///
    /// - Throws: `FileError` where one is there and cannot be read.
    init(_ plan: SeedPlan) throws {
        let folder = Self.folder(of: plan)
        self.plan = PlanDigest.text(of: plan, folder: folder)
        for path in try plan.knownInputPaths() { try add(path, in: folder) }
        unrepeatable = unrepeatable ?? plan.sources.first { !$0.kind.isRepeatable }?.kind.path
    }

    /// Where the relative paths of a plan begin.
    static func folder(of plan: SeedPlan) -> String {
        plan.path.lastIndex(of: "/").map { String(plan.path[..<$0]) } ?? "."
    }

    /// How a path is called in a record.
    static func name(of path: String, in folder: String) -> String {
        path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : path
    }

    /// The path that a record calls by a name.
    static func path(of name: String, in folder: String) -> String {
        name.hasPrefix("/") || folder == "." ? name : folder + "/" + name
    }

    private mutating func add(_ path: String, in folder: String) throws {
        let name = Self.name(of: path, in: folder)
        guard files[name] == nil else { return }
        // What is no plain file, such as a pipe, gives other bytes each time.
        let isRepeatable =
            try path != StandardInput.path
            && FileStatus(path: path)?.isRegularFile ?? true
        guard isRepeatable else {
            unrepeatable = unrepeatable ?? path
            return
        }
        files[name] = try FileDigest.text(ofFile: path) ?? Self.absent
    }
}
