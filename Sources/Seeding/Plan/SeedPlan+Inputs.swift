import Files
import ObjectModel
import StoreFormat
import SwiftDataSource

extension SeedPlan {
    /// Tells of everything that a build of the plan reads, before any of it is opened: nothing that it writes
    /// may be one of these files.
    ///
    /// - Throws: `FileError`.
    package func addInputs() throws {
        guard let inputs = InputFiles.watched else { return }
        try inputs.add(path)
        for path in [reference.value, model?.value, modelChoice.store].compactMap(\.self) {
            try Self.addModelOrStore(path, to: inputs)
        }
        for source in sources { try source.kind.addInputs(to: inputs) }
        for table in tables {
            try inputs.add(table.path.value)
            let files = ExactValueFiles(besideTable: table.path.value)
            if try FileStatus(path: files.folder) != nil { try inputs.add(files.folder) }
        }
        for folder in valueFolders {
            // Where the plan itself lies its store may go, too.
            if try Self.holds(folder, path) {
                try inputs.addOpenFolder(folder)
            } else {
                try inputs.add(folder)
            }
        }
    }

    private static func addModelOrStore(_ path: String, to inputs: InputFiles) throws {
        guard try FileStatus(path: path)?.isFolder == true else {
            try inputs.addDatabase(path)
            // A model and SQL text have no files of values, though a store beside them may have them under their
            // name. By name: to open and close a store that is being read would give up the locks on it.
            guard ![".swift", ".mom", ".sql"].contains(where: path.hasSuffix) else { return }
            return try inputs.add(ExternalValues.folder(ofStore: path))
        }
        // Into a folder with Swift source, which often is the whole app, new files may go all the same.
        if try ModelFile.isSource(path) {
            try inputs.addOpenFolder(path)
        } else {
            try inputs.add(path)
        }
    }

    /// The folders with files that cells name (`binary: file`).
    var valueFolders: [String] {
        var values = loads.flatMap { $0.attributes.map(\.value) }
        values += loads.flatMap { $0.relationships.flatMap(\.values) }
        values += links.flatMap { $0.source.values + $0.target.values }
        return Set(values.compactMap(\.options.folder?.value)).sorted()
    }

    /// Whether a file lies somewhere in a folder.
    private static func holds(_ folder: String, _ file: String) throws -> Bool {
        guard let identity = try FileIdentity(folder) else { return false }
        var parent = try FilePath(file).resolved
        while parent.folder != parent {
            parent = parent.folder
            if try FileIdentity(parent.text) == identity { return true }
        }
        return false
    }
}

extension RelationshipPlan {
    /// The values that a row gives for it.
    fileprivate var values: [ValuePlan] { [value] + creation.map(\.value) }
}
