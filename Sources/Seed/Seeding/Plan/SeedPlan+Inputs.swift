import Files
import ObjectModel
import StoreFormat
import SwiftDataSource

extension SeedPlan {
    /// Registers everything that a build of the plan reads, before any of it is opened. No output may replace one of
    /// these files.
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
            // The store may be written to the folder that contains the plan.
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
            // A model and SQL text have no external values, but a store beside them may have a folder that fits their
            // name. The check uses the name alone: opening and closing a store that is being read would release its
            // locks.
            guard ![".swift", ".mom", ".sql"].contains(where: path.hasSuffix) else { return }
            return try inputs.add(ExternalValues.folder(ofStore: path))
        }
        // New files may be written to a folder with Swift source, which is often the whole app.
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

    /// Returns whether a file is anywhere within a folder.
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
    /// The values that a row gives for the relationship.
    fileprivate var values: [ValuePlan] { [value] + creation.map(\.value) }
}
