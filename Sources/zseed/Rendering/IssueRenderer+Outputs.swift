import Seeding

extension IssueRenderer {
    /// Why a result cannot be.
    func words(_ reason: SeedIssue.Reason.Output) -> String {
        switch reason {
        case .outputIsInput: "the output would overwrite an input of the plan"
        case .outputInUse(let file):
            "an app may still use it: \(file) has content; close the app or remove the file"
        case .unusablePath(let words): words
        case .folderNotEmpty: "the folder is not empty: name a new one, or an empty one"
        case .isFile: "is a file, not a folder"
        case .fileExists: "is there already"
        case .notRegularFile: "is a device, pipe or stream, which no file can replace"
        case .unknownReject:
            "is in the place of a reject file, and is none that an earlier build of this "
                + "output left as it is: move it, or name a folder of this plan's own with "
                + "`rejects:`"
        case .refusedRow(let words): "SQLite refuses the row: \(words)"
        case .refusedIndex(let words): "a unique index of the reference: \(words)"
        case .memoryLimit(let limit):
            "more than \(limit >> 20) MB of memory are in use, which --memory allows: keys of objects "
                + "that are found or referred to, the longest row and the sorting of indexes need it"
        }
    }
}
