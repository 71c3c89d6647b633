import Files
import Inputs

extension IssueRenderer {
    /// Returns the message about an output that cannot be written.
    func words(_ reason: SeedIssue.Reason.Output) -> String {
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
        case .fileExists: "is there already"
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
    init(_ remark: CleanupWarning) {
        let (path, words) =
            switch remark {
            case .left(let path, let reason):
                (path, "something that nobody needs any more is left there: it cannot be removed: \(reason)")
            case .leftOfReplaced(let path, let reason, nil):
                (path, "files of the store that was replaced may be left: \(reason)")
            case .leftOfReplaced(let path, let reason, let count?):
                (
                    path,
                    "is left of the store that was replaced"
                        + (count > 1 ? ", as are \(count - 1) more" : "")
                        + ", and cannot be removed: \(reason)"
                )
            case .notKept(.owner, let path, let reason):
                (path, "is yours now: its owner cannot be kept: \(reason)")
            case .notKept(.group, let path, let reason): (path, "its group cannot be kept: \(reason)")
            case .notKept(.extended(let name), let path, let reason):
                (path, "its extended attribute '\(name)' cannot be kept: \(reason)")
            case .otherNames(let path, let count):
                (
                    path,
                    "was replaced under this name alone: \(Count.text(count, "other name")) (hard links) "
                        + "\(count == 1 ? "has" : "have") the old content"
                )
            }
        self.init(path: path, reason: "remark", message: words)
    }
}
