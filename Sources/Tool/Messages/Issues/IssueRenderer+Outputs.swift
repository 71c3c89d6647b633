import Files
import Inputs

extension IssueRenderer {
    /// Returns the message about an output that cannot be written.
    package func words(_ reason: SeedIssue.Reason.Output) -> String {
        switch reason {
        case .outputIsInput: "the output would overwrite an input of the plan"
        case .outputInUse(let file):
            "the store may be open, or was not closed properly: \(file) has some of its content; close it in the "
                + "other program, and keep both files together"
        case .outputOpen(let process):
            "the store is open in \(process > 0 ? "process \(process)" : "another program"); close it there first"
        case .unusablePath(let words): words
        case .folderNotEmpty: "the folder is not empty: use a new or empty folder"
        case .isFile: "is a file, not a folder"
        case .fileExists: "already exists"
        case .notRegularFile: "is a device, pipe or stream, which a file cannot replace"
        case .unknownReject:
            "a reject file would overwrite this file, which no earlier build of this output wrote: move it, or "
                + "set `rejects:` to a separate folder"
        case .refusedRow(let words): "SQLite rejects the row: \(words)"
        case .refusedIndex(let words): "a unique index of the reference: \(words)"
        case .memoryLimit(let limit):
            "needs more than the \(limit >> 20) MB of memory that --memory allows: the keys of objects that are found "
                + "or referred to, the longest row and the sorting of indexes use it"
        }
    }
}

extension IssueDescription {
    package init(_ remark: CleanupWarning) {
        let (path, words) =
            switch remark {
            case .left(let path, let reason):
                (path, "could not remove this temporary file: \(reason)")
            case .leftOfReplaced(let path, let reason, nil):
                (path, "files of the replaced store may remain: \(reason)")
            case .leftOfReplaced(let path, let reason, let count?):
                (
                    path,
                    "belongs to the replaced store"
                        + (count > 1 ? ", like \(Count.text(count - 1, "other file"))," : "")
                        + " and could not be removed: \(reason)"
                )
            case .notKept(.owner, let path, let reason):
                (path, "now belongs to you, because its owner could not be kept: \(reason)")
            case .notKept(.group, let path, let reason): (path, "its group could not be kept: \(reason)")
            case .notKept(.extended(let name), let path, let reason):
                (path, "its extended attribute '\(name)' could not be kept: \(reason)")
            case .otherNames(let path, let count):
                (
                    path,
                    "was replaced only under this name: \(Count.text(count, "other hard link")) "
                        + "\(count == 1 ? "has" : "have") the old content"
                )
            }
        self.init(path: path, reason: "remark", message: words)
    }
}
