import Files
import StoreFormat
import SwiftDataSource

extension SeedPlan {
    /// Everything that a build of the plan reads: nothing that it writes may be one of these files.
    package var inputs: InputFiles {
        var inputs = InputFiles()
        inputs.add(path)
        inputs.addModel(reference.value)
        inputs.add(ExternalValues.folder(ofStore: reference.value))
        if let model { inputs.addModel(model.value) }
        for source in sources { source.kind.addInputs(to: &inputs) }
        for table in tables {
            inputs.add(table.path.value)
            let files = ExactValueFiles(besideTable: table.path.value)
            if FileStatus(path: files.folder) != nil { inputs.add(files.folder) }
        }
        for folder in valueFolders {
            // Where the plan itself lies its store may go, too.
            if Self.holds(folder, path) {
                inputs.addOpenFolder(folder)
            } else {
                inputs.add(folder)
            }
        }
        return inputs
    }

    /// The folders with files that cells name (`binary: file`).
    var valueFolders: [String] {
        let values =
            loads.flatMap { load in
                load.attributes.map(\.value)
                    + load.relationships.flatMap(\.values)
            } + links.flatMap { $0.source.values + $0.target.values }
        return Set(values.compactMap(\.options.folder?.value)).sorted()
    }

    /// Whether a file lies somewhere in a folder.
    private static func holds(_ folder: String, _ file: String) -> Bool {
        guard let identity = FileIdentity(folder) else { return false }
        var parent = FilePath(file).resolved
        while parent.folder != parent {
            parent = parent.folder
            if FileIdentity(parent.text) == identity { return true }
        }
        return false
    }
}

extension RelationshipPlan {
    /// The values that a row gives for it.
    fileprivate var values: [ValuePlan] { [value] + creation.map(\.value) }
}
