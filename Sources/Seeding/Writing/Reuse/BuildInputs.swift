import Files
import ObjectModel
import StoreFormat
import SwiftDataSource

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

    /// Stands for the digest of a file that is not there or cannot be read.
    static let absent = "absent"

    /// Looks at all inputs of a plan that are known before it is run.
    init(_ plan: SeedPlan) {
        let folder = Self.folder(of: plan)
        self.plan = PlanDigest.text(of: plan, folder: folder)
        add(plan.path, in: folder)
        addModelOrStore(plan.reference.value, in: folder)
        if let model = plan.model?.value { addModelOrStore(model, in: folder) }
        if let store = plan.modelChoice.store { addModelOrStore(store, in: folder) }
        for source in plan.sources {
            for path in source.kind.inputPaths { addModelOrStore(path, in: folder) }
        }
        for table in plan.tables { add(table.path.value, in: folder) }
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

    private mutating func add(_ path: String, in folder: String) {
        let name = Self.name(of: path, in: folder)
        guard files[name] == nil else { return }
        // What is no plain file, such as a pipe, gives other bytes each time.
        let isRepeatable =
            path != StandardInput.path
            && FileStatus(path: path)?.isRegularFile ?? true
        guard isRepeatable else {
            unrepeatable = unrepeatable ?? path
            return
        }
        files[name] = FileDigest.text(ofFile: path) ?? Self.absent
    }

    /// Adds a model, which may be a folder, or a store with what belongs to it.
    private mutating func addModelOrStore(_ path: String, in folder: String) {
        guard FileStatus(path: path)?.isFolder != true else {
            guard ModelFile.isSource(path) else { return addAll(within: path, in: folder) }
            for file in SwiftModelReader.files(of: path) { add(file, in: folder) }
            return
        }
        add(path, in: folder)
        for suffix in ["-wal", "-journal"] where FileStatus.size(of: path + suffix) > 0 {
            add(path + suffix, in: folder)
        }
        let values = ExternalValues.folder(ofStore: path)
        if FileStatus(path: values)?.isFolder == true { addAll(within: values, in: folder) }
    }

    /// Adds all files of a folder, those in its folders too.
    private mutating func addAll(within path: String, in folder: String) {
        for name in (try? Folder.names(in: path)) ?? [] where name != ".DS_Store" {
            let file = FilePath(path).appending(name).text
            if FileStatus(path: file, followsLinks: false)?.isFolder == true {
                addAll(within: file, in: folder)
            } else if FileStatus(path: file)?.isFolder != true {
                add(file, in: folder)
            }
        }
    }
}
